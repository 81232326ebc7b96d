import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";

Deno.test("parseSegment() answers an unknown value with the known ones", () => {
  assertEquals(parseSegment("cat", ["cat", "dog"]), "cat");
  const error = assertThrows(() => parseSegment("toString", ["cat", "dog"]), ApiError);
  assertEquals([error.code, error.status], ["unknown_type", 404]);
  assertEquals(error.details, { value: "toString", allowed: ["cat", "dog"] });
});
