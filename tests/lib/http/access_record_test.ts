import { assertEquals } from "@std/assert";
import { toLoggedPath } from "@/lib/http/access_record.ts";

Deno.test("toLoggedPath() omits the query, also one that is encoded in the path", () => {
  assertEquals(toLoggedPath("http://host/a/b?image=x", null), "/a/b");
  assertEquals(
    toLoggedPath("http://host/f/https%3A%2F%2Fx%2Fa.png%3Fkey%3Dhidden", null),
    "/f/https%3A%2F%2Fx%2Fa.png",
  );
  assertEquals(toLoggedPath("http://host/f/a.png%25253Fkey", null), "/f/a.png");
  assertEquals(toLoggedPath(`http://host/${"a".repeat(60_000)}`, null).length, 200);
});

Deno.test("toLoggedPath() omits names, which are nobody's business", () => {
  const route = "/:kind(cat|dog)/:name";
  for (const path of ["/cat/Ada", "/cat/Zo%C3%AB.png?size=64", "//cat//Ada/", "/x/../cat/Ada", "/cat/a%3Fb"]) {
    assertEquals(toLoggedPath(`http://host${path}`, route).replace(/^\/*\w+\//, ""), ":name");
  }
});
