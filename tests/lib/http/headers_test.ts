import { assertEquals } from "@std/assert";
import { MAX_HEADER_CHARACTERS, readHeaderStart } from "@/lib/http/headers.ts";

Deno.test("readHeaderStart() returns the start of a long header, and null for a missing one", () => {
  const req = new Request("http://paw.example/", { headers: { accept: "a".repeat(55_000), range: "bytes=0-1" } });
  assertEquals(readHeaderStart(req, "accept"), "a".repeat(MAX_HEADER_CHARACTERS));
  assertEquals(readHeaderStart(req, "range"), "bytes=0-1");
  assertEquals(readHeaderStart(req, "if-match"), null);
});
