import { assertEquals } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { readPath } from "@/lib/fresh/path.ts";
import { Router } from "@/lib/fresh/router.ts";

function createRouter(...patterns: string[]): Router<string> {
  const router = new Router<string>();
  for (const pattern of patterns) router.add(pattern, pattern);
  return router;
}

/** Returns the pattern that matches a path, and its parameters by name. */
function find(router: Router<string>, path: string): [string, Record<string, string>] | null {
  const match = router.find(`http://host${path}`);
  if (match === null) return null;
  return [match.value, Object.fromEntries(match.names.map((name, i) => [name, match.values[i] ?? ""]))];
}

Deno.test("Router.find() tries the next route if a prefix matches but the rest does not", () => {
  const router = createRouter("/a/:x/c", "/:x/:y/d", "/:all*");
  assertEquals(find(router, "/a/b/d"), ["/:x/:y/d", { x: "a", y: "b" }]);
  assertEquals(find(router, "/a/b/e"), ["/:all*", { all: "a/b/e" }]);
  assertEquals(find(router, "/"), ["/:all*", { all: "" }]);
});

// Creating one takes longer than everything else in the test below.
const urlPatterns = new Map<string, URLPattern>();

function toUrlPattern(pathname: string): URLPattern {
  const known = urlPatterns.get(pathname) ?? new URLPattern({ pathname });
  urlPatterns.set(pathname, known);
  return known;
}

Deno.test("Router.find() finds the same route and parameters as URLPattern", () => {
  const text = fc.constantFrom("a", "b", "a.b");
  const part = fc.oneof(text, fc.constantFrom(":x", ":x(a|c)", ":x(a).b"));
  const pattern = fc.tuple(fc.array(part, { maxLength: 3 }), fc.boolean()).map(([parts, hasRest]) => {
    const named = parts.map((part, i) => part.replace(":x", `:p${i}`));
    return "/" + [...named, ...hasRest ? [":rest*"] : []].join("/");
  });
  const path = fc.array(text, { minLength: 1, maxLength: 4 }).map((parts) => "/" + parts.join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(pattern, { maxLength: 8 }), path, (patterns, path) => {
      const found = find(createRouter(...patterns), path);
      const matching = patterns.filter((pattern) => toUrlPattern(pattern).test({ pathname: path }));
      assertEquals(found?.[0], matching.find((pattern) => !pattern.includes(":")) ?? matching[0]);
      if (found === null) return;
      const groups = toUrlPattern(found[0]).exec({ pathname: path })?.pathname.groups ?? {};
      assertEquals(found[1], Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? ""])));
    }),
    { numRuns: 500 },
  );
});

Deno.test("readPath() removes origin, query, fragment and trailing slash", () => {
  assertEquals(readPath("http://host:8000/a/b/?c=/d#e"), "/a/b");
  assertEquals(readPath("http://[::1]:8000/"), "/");
  assertEquals(readPath("http://host/a#b?c"), "/a");
  assertEquals(["http://host", "http://host?b=/c", "http://host#/b"].map(readPath), ["/", "/", "/"]);
});

Deno.test("readPath() replaces repeated slashes, resolves dots as a browser does, and leaves escapes", () => {
  assertEquals(readPath("http://host//a///b//"), "/a/b");
  assertEquals(readPath("http://host/a/../b/./c"), "/b/c");
  assertEquals(readPath("http://host/a/%2e%2e/b"), "/b");
  assertEquals(readPath("http://host/a\\b"), "/a/b");
  assertEquals(readPath("http://host/.well-known/x"), "/.well-known/x");
  assertEquals(readPath("http://host/a%2Fb%20ö"), "/a%2Fb%20%C3%B6");
});

Deno.test("readPath() returns null for an invalid escape", () => {
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
    fc.constantFrom("/", "//", ".", "..", "/../", "%2e", "%2F", "%zz", "%", "?", "#", "\\", "é", "a", "{", '"'),
  );
  // No spaces: HTTP does not allow them in a request target, and the URL parser removes them only at the end.
  const path = fc.array(piece, { maxLength: 8 }).map((pieces) => "/" + pieces.join("").replaceAll(" ", ""));
  const host = fc.constantFrom("host:8000", "[::1]:80", "A.b_c", "u:p@h", "%41", "%zz", "h:", "h:x", "0x7f.1", "e vil");
  fc.assert(
    fc.property(host, path, (host, path) => {
      assertEquals(readPath(`http://${host}${path}`), expectPath(`http://localhost${path}`));
    }),
    { numRuns: 2000 },
  );
});
