import { assertEquals } from "@std/assert";
import { toLoggedPath } from "@/lib/http/access_record.ts";

Deno.test("toLoggedPath() omits the query, also one that is encoded in the path", () => {
  assertEquals(toLoggedPath("http://host/api/b?image=x", null), "/api/b");
  assertEquals(
    toLoggedPath("http://host/api/https%3A%2F%2Fx%2Fa.png%3Fkey%3Dhidden", null),
    "/api/https%3A%2F%2Fx%2Fa.png",
  );
  assertEquals(toLoggedPath("http://host/a.png%25253Fkey", null), "/a.png");
  assertEquals(toLoggedPath(`http://host/${"a".repeat(60_000)}`, null).length, 200);
});

Deno.test("toLoggedPath() omits names, which are nobody's business", () => {
  const route = "/:kind(cat|dog)/:name";
  for (const path of ["/cat/Ada", "/cat/Zo%C3%AB.png?size=64", "//cat//Ada/", "/x/../cat/Ada", "/cat/a%3Fb"]) {
    assertEquals(toLoggedPath(`http://host${path}`, route).replace(/^\/*\w+\//, ""), ":name");
  }
});

Deno.test("toLoggedPath() omits what may be a name in a path without a route", () => {
  const paths = ["/cat/Ada/extra", "/cat/Ada%ff", "//Cat//Ada/", "/x/../cat/Ada/extra", "/api/../cat/Ada/x"];
  for (const path of [...paths, "/api/%2e%2E/cat/Ada/x"]) {
    assertEquals(toLoggedPath(`http://host${path}`, null).replace(/^\/*\w+\//, ""), ":name", path);
  }
  for (const path of ["/", "/style.css", "/cat/", "/api/v3/cat/extra"]) {
    assertEquals(toLoggedPath(`http://host${path}`, null), path);
  }
});
