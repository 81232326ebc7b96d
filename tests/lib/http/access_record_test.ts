import { assertEquals } from "@std/assert";
import { toLoggedPath } from "@/lib/http/access_record.ts";

Deno.test("toLoggedPath() omits the query, also one that is encoded in the path", () => {
  assertEquals(toLoggedPath("http://host/a/b?image=x"), "/a/b");
  assertEquals(toLoggedPath("http://host/f/https%3A%2F%2Fx%2Fa.png%3Fkey%3Dhidden"), "/f/https%3A%2F%2Fx%2Fa.png");
  assertEquals(toLoggedPath("http://host/f/a.png%25253Fkey"), "/f/a.png");
  assertEquals(toLoggedPath(`http://host/${"a".repeat(60_000)}`).length, 200);
});
