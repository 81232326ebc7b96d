import { assertEquals } from "@std/assert";
import { redactUrl } from "@/lib/sources/source_errors.ts";

Deno.test("redactUrl() removes the query, fragment, password and data, and is short", () => {
  assertEquals(redactUrl("https://a.example/b.png?token=1#c"), "https://a.example/b.png");
  assertEquals(redactUrl("https://me:pw@a.example/b"), "https://…@a.example/b");
  assertEquals(redactUrl("data:image/png;base64,AAAA"), "data:image/png;base64");
  assertEquals(redactUrl("x".repeat(1000)).length, 80);
});

Deno.test("redactUrl() removes a password with any character in it", () => {
  for (const password of ["p?w", "p#w", "p,w", "p/w", "p@w", "p\\w", "p\nw"]) {
    assertEquals(redactUrl(`https://me:${password}@a.example/b`), "https://…@a.example/b");
  }
  assertEquals(redactUrl("HTTP:\\\\me:pw@a.example"), "HTTP://…@a.example");
  assertEquals(redactUrl("me:pw@a.example"), "//…@a.example");
});
