import { assertEquals } from "@std/assert";
import { collapseSlashes, pathOf } from "../path.ts";

Deno.test("pathOf() returns the path without the query", () => {
  assertEquals(["http://a/b/c?d=/e", "http://a", "http://a/%2f?"].map(pathOf), ["/b/c", "/", "/%2f"]);
});

Deno.test("collapseSlashes() leaves no path that a browser reads as another host", () => {
  assertEquals(["//cat///Ada//", "/cat/Ada"].map(collapseSlashes), ["/cat/Ada/", "/cat/Ada"]);
});
