import { assertEquals, assertThrows } from "@std/assert";
import { toRouteFile } from "@/lib/fresh/route_file.ts";

Deno.test("toRouteFile() reads the pattern from the name of a file", () => {
  const patterns: Record<string, string> = {
    "index.tsx": "/",
    "healthz.ts": "/healthz",
    "openapi.json.ts": "/openapi.json",
    "api/index.ts": "/api",
    "api/v1/animals/[endpoint].ts": "/api/v1/animals/:endpoint",
    "static/[...path].ts": "/static/:path*",
    "a/[[b]].ts": "/a{/:b}?",
    "(group)/x.tsx": "/x",
    "(group)/index.tsx": "/",
    "i/[id].png.ts": "/i/:id.png",
    "i/[a]@[b].ts": "/i/:a@:b",
    "a b/ö.ts": "/a%20b/%C3%B6",
  };
  for (const [path, pattern] of Object.entries(patterns)) assertEquals(toRouteFile(path)?.pattern, pattern, path);
});

Deno.test("toRouteFile() reads from the name what a file is for, and keeps groups in its folder", () => {
  const kinds = { _middleware: "middleware", _layout: "layout", _app: "app", _error: "error", _404: "notFound" };
  for (const [name, kind] of Object.entries(kinds)) {
    const file = toRouteFile(`(group)/[id]/${name}.tsx`);
    assertEquals([file?.kind, file?.segment], [kind, "/(group)/:id"] as const, name);
  }
  assertEquals(toRouteFile("_middleware.ts")?.segment, "/");
});

Deno.test("toRouteFile() leaves tests and other files out", () => {
  for (const path of ["x_test.ts", "x.test.tsx", "x.css", "README.md", "x.json"]) {
    assertEquals(toRouteFile(path), null, path);
  }
});

Deno.test("toRouteFile() throws on brackets that do not match and on parameters side by side", () => {
  for (const path of ["[a.ts", "a].ts", "[a][b].ts", "x-[[a]].ts"]) {
    assertThrows(() => toRouteFile(path), SyntaxError, path);
  }
});
