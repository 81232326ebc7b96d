import { assertEquals } from "@std/assert";
import { toConditions } from "@/lib/sources/validators.ts";

Deno.test("toConditions() sends the entity tag, without one the time, and without both nothing", () => {
  const [etag, lastModified] = ['W/"1"', "Sun, 10 May 2026 12:00:00 GMT"];
  assertEquals(toConditions({ etag, lastModified }), { "if-none-match": etag });
  for (const none of [null, undefined, ""]) {
    assertEquals(toConditions({ etag: none, lastModified }), { "if-modified-since": lastModified });
    assertEquals(toConditions({ etag: none, lastModified: none }), {});
  }
  assertEquals(toConditions(), {});
});
