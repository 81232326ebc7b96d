import { assertEquals } from "@std/assert";
import { redactUrl } from "@/lib/sources/source_errors.ts";

Deno.test("redactUrl() removes the query, fragment, password and data, and is short", () => {
  assertEquals(redactUrl("https://a.example/b.png?token=1#c"), "https://a.example/b.png");
  assertEquals(redactUrl("https://me:pw@a.example/b"), "https://…@a.example/b");
  assertEquals(redactUrl("data:image/png;base64,AAAA"), "data:image/png;base64");
  assertEquals(redactUrl("x".repeat(1000)).length, 80);
});
