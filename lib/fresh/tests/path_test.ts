import { assertEquals } from "@std/assert";
import { collapseSlashes, pathOf } from "../path.ts";

Deno.test("pathOf() returns the path without query and fragment", () => {
  assertEquals(["http://a/b/c?d=/e", "http://a", "http://a/%2f?"].map(pathOf), ["/b/c", "/", "/%2f"]);
  assertEquals(["http://a/b#/c", "http://a/b#c?d", "http://a/b?c#d"].map(pathOf), ["/b", "/b", "/b"]);
  assertEquals(["http://a?b=/c", "http://a?/b/c", "http://a#/b", "http://a?"].map(pathOf), ["/", "/", "/", "/"]);
});

Deno.test("collapseSlashes() leaves no path that a browser reads as another host", () => {
  assertEquals(["//cat///Ada//", "/cat/Ada"].map(collapseSlashes), ["/cat/Ada/", "/cat/Ada"]);
});
