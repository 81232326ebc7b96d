import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Router } from "@/lib/fresh/router.ts";

function createRouter(...patterns: string[]): Router<string> {
  const router = new Router<string>();
  for (const pattern of patterns) router.add(pattern, pattern);
  return router;
}

/** The pattern found for a path, and its parameters by name. */
function find(router: Router<string>, path: string): [string, Record<string, string>] | null {
  const match = router.match(path);
  if (match === null) return null;
  return [match.value, Object.fromEntries(match.names.map((name, i) => [name, match.values[i] ?? ""]))];
}

Deno.test("Router.match() prefers fixed text to a parameter, whatever was added first", () => {
  const router = createRouter("/app/:name", "/app/:name/news", "/app/launcher/resources", "/app/:a/:b", "/app/:rest*");
  assertEquals(find(router, "/app/launcher/resources"), ["/app/launcher/resources", {}]);
  assertEquals(find(router, "/app/launcher"), ["/app/:name", { name: "launcher" }]);
  assertEquals(find(router, "/app/x/news"), ["/app/:name/news", { name: "x" }]);
  assertEquals(find(router, "/app/launcher/x"), ["/app/:a/:b", { a: "launcher", b: "x" }]);
  assertEquals(find(router, "/app/x/y/z"), ["/app/:rest*", { rest: "x/y/z" }]);
  assertEquals(find(router, "/app"), ["/app/:rest*", { rest: "" }]);
});

Deno.test("Router.match() goes back to a parameter when fixed text leads nowhere", () => {
  const router = createRouter("/a/b/c", "/:x/:y/d", "/:all*");
  assertEquals(find(router, "/a/b/d"), ["/:x/:y/d", { x: "a", y: "b" }]);
  assertEquals(find(router, "/a/b/e"), ["/:all*", { all: "a/b/e" }]);
  assertEquals(find(router, "/"), ["/:all*", { all: "" }]);
});

Deno.test("Router.match() finds parameters inside of text, before bare ones", () => {
  const router = createRouter("/i/:id", "/i/:id.png", "/i/:a@:b", "/i/v:n-x");
  assertEquals(find(router, "/i/abc.png"), ["/i/:id.png", { id: "abc" }]);
  assertEquals(find(router, "/i/abc.gif"), ["/i/:id", { id: "abc.gif" }]);
  assertEquals(find(router, "/i/me@home"), ["/i/:a@:b", { a: "me", b: "home" }]);
  assertEquals(find(router, "/i/v12-x"), ["/i/v:n-x", { n: "12" }]);
});

Deno.test("Router.match() takes an optional part, a star and a plus as Fresh does", () => {
  const router = createRouter("/o{/:id}?", "/q/:id?", "/star/*", "/plus/:x+");
  assertEquals(find(router, "/o"), ["/o{/:id}?", { id: "" }]);
  assertEquals(find(router, "/o/1"), ["/o{/:id}?", { id: "1" }]);
  assertEquals(find(router, "/q"), ["/q/:id?", { id: "" }]);
  assertEquals(find(router, "/star/a/b"), ["/star/*", { 0: "a/b" }]);
  assertEquals(find(router, "/plus"), null);
  assertEquals(find(router, "/plus/a/b"), ["/plus/:x+", { x: "a/b" }]);
});

Deno.test("Router.match() leaves patterns with groups of their own to URLPattern", () => {
  const router = createRouter("/n/:id(\\d+)", "/m/(a|b)");
  assertEquals(find(router, "/n/42"), ["/n/:id(\\d+)", { id: "42" }]);
  assertEquals(find(router, "/n/x"), null);
  assertEquals(find(router, "/m/b"), ["/m/(a|b)", { 0: "b" }]);
});

Deno.test("Router.match() keeps the first of two patterns for the same paths", () => {
  assertEquals(find(createRouter("/a/:x", "/a/:y"), "/a/1"), ["/a/:x", { x: "1" }]);
  assertEquals(find(createRouter("/p/:__proto", "/:constructor"), "/toString"), [
    "/:constructor",
    { constructor: "toString" },
  ]);
});

// Making one costs more than all else in the test below.
const urlPatterns = new Map<string, URLPattern>();
function toUrlPattern(pathname: string): URLPattern {
  const known = urlPatterns.get(pathname) ?? new URLPattern({ pathname });
  urlPatterns.set(pathname, known);
  return known;
}

/** Sorts before the key of every pattern that it beats: part by part text, mixed text, parameter, rest. */
function rank(pattern: string): string {
  const digit = (part: string) => part.endsWith("*") ? 3 : part.startsWith(":") ? (part.includes(".") ? 1 : 2) : 0;
  return pattern.split("/").map(digit).join("");
}

Deno.test("Router.match() finds the pattern that URLPattern and the order of precedence do", () => {
  const text = fc.constantFrom("a", "b", "a.b");
  const part = fc.oneof(text, fc.constantFrom(":x", ":x.b"));
  const pattern = fc.tuple(fc.array(part, { maxLength: 3 }), fc.boolean()).map(([parts, hasRest]) => {
    const named = parts.map((part, i) => part.replace(":x", `:p${i}`));
    return "/" + [...named, ...hasRest ? [":rest*"] : []].join("/");
  });
  const path = fc.array(text, { minLength: 1, maxLength: 4 }).map((parts) => "/" + parts.join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(pattern, { maxLength: 8 }), path, (patterns, path) => {
      const found = find(createRouter(...patterns), path);
      const matching = patterns.filter((pattern) => toUrlPattern(pattern).test({ pathname: path }));
      assertEquals(found?.[0], matching.toSorted((a, b) => rank(a) < rank(b) ? -1 : 1)[0]);
      if (found === null) return;
      const groups = toUrlPattern(found[0]).exec({ pathname: path })?.pathname.groups ?? {};
      assertEquals(found[1], Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? ""])));
    }),
    { numRuns: 500 },
  );
});
