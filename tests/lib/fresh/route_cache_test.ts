import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { readPath, RouteCache } from "@/lib/fresh/route_cache.ts";
import { type Match, Router } from "@/lib/fresh/router.ts";

/** A router that counts its calls. */
class CountingRouter extends Router<string> {
  count = 0;
  override match(path: string): Match<string> | null {
    this.count++;
    return super.match(path);
  }
}

function createCache(): [RouteCache<string>, CountingRouter] {
  const router = new CountingRouter();
  router.add("/a/:id", "a");
  return [new RouteCache(router), router];
}

Deno.test("RouteCache.find() caches a URL that leads to a route, whatever its query", () => {
  const [cache, router] = createCache();
  const first = cache.find("http://h/a/1?x=1");
  for (const query of ["", "?", "?x=2", "?/a/2#?"]) assertStrictEquals(cache.find(`http://h/a/1${query}`), first);
  assertEquals([first.path, first.match?.values, router.count], ["/a/1", ["1"], 1]);
});

Deno.test("RouteCache.find() does not cache a URL that is long or leads to no route", () => {
  for (const url of [`http://h/a/1?${"q".repeat(300)}`, `http://h/a/${"x".repeat(300)}`, "http://h/none"]) {
    const [cache, router] = createCache();
    assertEquals(cache.find(url), cache.find(url));
    assertEquals(router.count, 2, url.slice(0, 20));
  }
});

Deno.test("RouteCache.find() is correct for any number of URLs", () => {
  const [cache] = createCache();
  assertEquals(cache.find("http://h/a/%zz"), { path: null, match: null });
  for (let i = 0; i < 2500; i++) assertEquals(cache.find(`http://h/a/${i}`).match?.values, [String(i)]);
  assertEquals(cache.find("http://h/a/0").path, "/a/0");
});

Deno.test("readPath() removes origin, query, fragment and trailing slash", () => {
  assertEquals(readPath("http://host/a/b?c=/d#e"), "/a/b");
  assertEquals(readPath("http://host:8000/a/b/"), "/a/b");
  assertEquals(readPath("http://[::1]:8000/"), "/");
  assertEquals(readPath("http://host/a#b"), "/a");
  assertEquals(readPath("http://host/*"), "/*");
  assertEquals(readPath("http://host"), "/");
});

Deno.test("readPath() replaces repeated slashes and resolves dots as a browser does", () => {
  assertEquals(readPath("http://host//a///b//"), "/a/b");
  assertEquals(readPath("http://host/a/../b/./c"), "/b/c");
  assertEquals(readPath("http://host/a/%2e%2e/b"), "/b");
  assertEquals(readPath("http://host/a\\b"), "/a/b");
  assertEquals(readPath("http://host/.well-known/x"), "/.well-known/x");
});

Deno.test("readPath() preserves percent-encodings and returns null for an invalid one", () => {
  assertEquals(readPath("http://host/a%2Fb%20c"), "/a%2Fb%20c");
  assertEquals(readPath("http://host/ö"), "/%C3%B6");
  for (const invalid of ["/%", "/%zz", "/a%C3", "/%ff/b", "/a/%e0%a4%a"]) {
    assertEquals(readPath(`http://host${invalid}`), null, invalid);
  }
});

/** The expected path, computed by the URL parser alone. */
function expectPath(url: string): string | null {
  const path = new URL(url).pathname.replace(/\/+/g, "/");
  try {
    decodeURI(path);
  } catch {
    return null;
  }
  return path === "/" ? path : path.replace(/\/$/, "");
}

Deno.test("readPath() agrees with the URL parser on any path, and does not depend on the host", () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom("/", "//", ".", "..", "/../", "%2e", "%2F", "%zz", "%", "?", "#", "\\", "é", " ", "a", "{", '"'),
  );
  const path = fc.array(piece, { maxLength: 8 }).map((pieces) => "/" + pieces.join(""));
  const host = fc.constantFrom("host:8000", "[::1]:80", "A.b_c", "u:p@h", "%41", "%zz", "h:", "h:x", "0x7f.1", "e vil");
  fc.assert(
    fc.property(host, path, (host, path) => {
      assertEquals(readPath(`http://${host}${path}`), expectPath(`http://localhost${path}`));
    }),
    { numRuns: 2000 },
  );
});
