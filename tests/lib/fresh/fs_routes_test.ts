import { assertEquals, assertMatch, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { fromFileUrl, join } from "@std/path";
import { Builder } from "@/lib/fresh/builder.ts";
import { addFileRoutes, toRouteFile } from "@/lib/fresh/fs_routes.ts";
import { createSite } from "./site.ts";

/** The source of a route that responds with its name, pattern and parameters. */
function route(name: string): string {
  return `export const handler = { GET: (ctx) => ctx.json({ name: "${name}", route: ctx.route, params: ctx.params }) };`;
}

const middleware = (name: string) =>
  `async (ctx) => { const r = await ctx.next(); r.headers.append("x-out", "${name}"); return r; }`;

Deno.test("App.fsRoutes() routes URLs by file names", async () => {
  const names: Record<string, string> = {
    "/": "index",
    "/healthz": "healthz",
    "/openapi.json": "openapi.json",
    "/api": "api/index",
    "/api/animals/cat": "api/animals/[kind]",
    "/version/app/launcher/resources": "version/app/launcher/resources",
    "/version/app/launcher": "version/app/[application]",
    "/static": "static/[...path]",
    "/static/a/b.txt": "static/[...path]",
    "/hidden": "(group)/hidden",
    "/images/cat/abc.png": "images/[kind]/[id]",
    "/thumb/a.png": "thumb/[id].png",
  };
  const files = Object.values(names).map((name) => [`routes/${name}.ts`, route(name)]);
  await using site = await createSite(Object.fromEntries(files));
  site.app.fsRoutes();
  for (const [path, name] of Object.entries(names)) {
    assertEquals((await (await site.fetch(path)).json()).name, name, path);
  }
});

Deno.test("App.fsRoutes() sets the pattern and the parameters of a route", async () => {
  await using site = await createSite({
    "routes/images/[kind]/[id].ts": route("image"),
    "routes/static/[...path].ts": route("static"),
    "routes/optional/[[x]].ts": route("optional"),
  });
  site.app.fsRoutes();
  const image = await (await site.fetch("/images/cat/abc.png")).json();
  assertEquals([image.route, image.params], ["/images/:kind/:id", { kind: "cat", id: "abc.png" }]);
  const rest = await (await site.fetch("/static/a/b%20c/")).json();
  assertEquals([rest.route, rest.params], ["/static/:path*", { path: "a/b c" }]);
  for (const x of ["", "1"]) {
    const optional = await (await site.fetch(`/optional/${x}`)).json();
    assertEquals([optional.route, optional.params], ["/optional/:x?", { x }]);
  }
});

Deno.test("App.fsRoutes() runs the middlewares of each folder, including groups", async () => {
  await using site = await createSite({
    "routes/_middleware.ts": `export const handler = ${middleware("root")};`,
    "routes/api/_middleware.ts": `export const handlers = [${middleware("a1")}, ${middleware("a2")}];`,
    "routes/api/(inner)/_middleware.ts": `export default ${middleware("inner")};`,
    "routes/api/x.ts": route("x"),
    "routes/api/index.ts": route("api"),
    "routes/api/(inner)/y.ts": route("y"),
    "routes/z.ts": route("z"),
  });
  site.app.use((ctx) => ctx.next()).fsRoutes();
  const expected = { "/api/x": "a2, a1, root", "/api": "a2, a1, root", "/api/y": "inner, a2, a1, root", "/z": "root" };
  for (const [path, out] of Object.entries(expected)) {
    assertEquals((await site.fetch(path)).headers.get("x-out"), out, path);
  }
});

Deno.test("App.fsRoutes() passes a 404 and every error through the root _middleware before any error page", async () => {
  await using site = await createSite({
    "routes/_middleware.ts": `export const handler = async (ctx) => {
      try { return await ctx.next(); } catch (error) { return ctx.json([error.message, ctx.route]); }
    };`,
    "routes/_error.ts": `export const handler = () => new Response("page");`,
    "routes/deep/er/fails.ts": `export const handler = () => { throw new Error("boom"); };`,
  });
  site.app.fsRoutes();
  assertEquals(await (await site.fetch("/deep/er/fails")).json(), ["boom", "/deep/er/fails"]);
  assertEquals(await (await site.fetch("/none")).json(), ["", null]);
});

Deno.test("App.fsRoutes() uses _404 and the nearest _error", async () => {
  await using site = await createSite({
    "routes/_404.ts": `export const handler = (ctx) => ctx.text("404 " + ctx.error.status, { status: 404 });`,
    "routes/_error.ts": `export const handler = (ctx) => ctx.text("root " + ctx.error.message, { status: 500 });`,
    "routes/in/_error.ts": `export const handler = (ctx) => ctx.text("inner " + ctx.error.message, { status: 503 });`,
    "routes/in/x.ts": `export const handler = () => { throw new Error("x"); };`,
    "routes/y.ts": `export const handler = async () => { throw new Error("y"); };`,
  });
  site.app.fsRoutes();
  for (const [path, text] of Object.entries({ "/in/x": "inner x", "/y": "root y", "/none": "404 404" })) {
    assertEquals(await (await site.fetch(path)).text(), text);
  }
});

Deno.test("App.fsRoutes() ignores tests, other files and (_folders)", async () => {
  await using site = await createSite({
    "routes/x.ts": route("x"),
    "routes/x_test.ts": "throw new Error('imported a test');",
    "routes/notes.md": "# notes",
    "routes/(_parts)/part.ts": "throw new Error('imported a part');",
  });
  site.app.fsRoutes();
  assertEquals((await site.fetch("/x")).status, 200);
  for (const path of ["/x_test", "/notes", "/part"]) assertEquals((await site.fetch(path)).status, 404);
});

Deno.test("App.fsRoutes() uses routeOverride with the middlewares of the folder", async () => {
  await using site = await createSite({
    "routes/in/_middleware.ts": `export const handler = ${middleware("in")};`,
    "routes/in/x.ts": `export const config = { routeOverride: "/elsewhere/:id" }; ${route("x")}`,
  });
  site.app.fsRoutes();
  const response = await site.fetch("/elsewhere/1");
  assertEquals([response.headers.get("x-out"), (await response.json()).params], ["in", { id: "1" }]);
  assertEquals((await site.fetch("/in/x")).status, 404);
});

Deno.test("App.fsRoutes() puts the files below basePath and its own pattern", async () => {
  await using site = await createSite({ "routes/index.ts": route("i"), "routes/a.ts": route("a") }, { basePath: "/b" });
  site.app.fsRoutes("/sub/*");
  for (const path of ["/b/sub", "/b/sub/a"]) assertEquals((await site.fetch(path)).status, 200, path);
  assertEquals((await site.fetch("/b/a")).status, 404);
});

Deno.test("App.listen() and the handler reject with the name of a file that cannot be used", async () => {
  const files: Record<string, string> = {
    "routes/empty.ts": "export const x = 1;",
    "routes/_middleware.ts": "export const handler = { GET() {} };",
    "routes/_layout.tsx": "export const handler = () => {};",
    "routes/broken.ts": "throw new Error('at import');",
    "routes/two.ts": "export const handler = (req, ctx) => new Response();",
    "routes/[a.ts": route("a"),
  };
  for (const [path, text] of Object.entries(files)) {
    await using site = await createSite({ [path]: text, "routes/fine.ts": route("fine") });
    site.app.fsRoutes();
    const error = await assertRejects(() => site.app.listen({ port: 0 }), Error, `"${path}": `);
    assertMatch(error.message, /^Cannot (import|use) /);
    await assertRejects(() => site.fetch("/fine"), Error, path);
  }
});

Deno.test("App.fsRoutes() rejects if there is no folder", async () => {
  await using site = await createSite({});
  site.app.fsRoutes();
  await assertRejects(() => site.fetch("/"), Deno.errors.NotFound);
});

Deno.test("App.fsRoutes() ends a program that awaits nothing, with the name of a file that cannot be used", async () => {
  await using site = await createSite({
    "routes/empty.ts": "export const x = 1;",
    "main.ts": `import { App } from "fresh";
      const app = new App();
      app.config.root = import.meta.dirname;
      Deno.serve({ port: 0, hostname: "127.0.0.1" }, app.fsRoutes().handler());`,
  });
  const config = fromFileUrl(new URL("../../../deno.json", import.meta.url));
  const args = ["run", "--allow-all", "--no-lock", "--config", config, join(site.root, "main.ts")];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "piped" }).output();
  assertEquals(code, 1);
  assertStringIncludes(
    new TextDecoder().decode(stderr),
    'Cannot use "routes/empty.ts": must export "handler" or a component as default',
  );
});

/** Returns the pattern that file routes with these names match. */
function match(names: readonly string[], path: string): string | undefined {
  const builder = new Builder<unknown>("");
  const files = names.map((name) => toRouteFile(`${name}.ts`)).filter((file) => file !== null);
  const route = { handler: () => new Response() };
  addFileRoutes(builder, files.map((file) => ({ ...file, route, middlewares: [] })), "*");
  return builder.build().router.match(path)?.value.pattern;
}

Deno.test("addFileRoutes() prefers the more specific file, whatever the order of the files", () => {
  const names = [
    "[...rest]",
    "app/[name]",
    "app/[name]/news",
    "app/launcher/resources",
    "app/[a]/[b]",
    "app/[...rest]",
  ];
  for (const order of [names, names.toReversed()]) {
    assertEquals(match(order, "/app/launcher/resources"), "/app/launcher/resources");
    assertEquals(match(order, "/app/launcher"), "/app/:name");
    assertEquals(match(order, "/app/x/news"), "/app/:name/news");
    assertEquals(match(order, "/app/launcher/x"), "/app/:a/:b");
    assertEquals(match(order, "/app/x/y/z"), "/app/:rest*");
    assertEquals(match(order, "/app"), "/app/:rest*");
    assertEquals(match(order, "/"), "/:rest*");
  }
  for (const order of [["a/[[x]]/b", "a/[y]"], ["a/[y]", "a/[[x]]/b"]]) assertEquals(match(order, "/a/b"), "/a/:x?/b");
});

/** Sorts before the rank of every pattern that it beats: part by part text, text with a parameter, parameter, rest. */
function rank(pattern: string): string {
  const digit = (part: string) => part.endsWith("*") ? 3 : part.startsWith(":") ? (part.includes(".") ? 1 : 2) : 0;
  return pattern.split("/").map(digit).join("");
}

Deno.test("addFileRoutes() adds files of the same precedence in alphabetical order", () => {
  for (const order of [["[a]", "[b]", "[c]"], ["[c]", "[b]", "[a]"]]) assertEquals(match(order, "/x"), "/:a");
});

Deno.test("addFileRoutes() orders any set of files by precedence", () => {
  const text = fc.constantFrom("a", "b", "a.b");
  const part = fc.oneof(text, fc.constantFrom("[x]", "[x].b"));
  const name = fc.tuple(fc.array(part, { maxLength: 3 }), fc.boolean()).map(([parts, hasRest]) => {
    const named = parts.map((part, i) => part.replace("[x]", `[p${i}]`));
    return [...named, ...hasRest ? ["[...rest]"] : []].join("/") || "index";
  });
  const path = fc.array(text, { minLength: 1, maxLength: 4 }).map((parts) => "/" + parts.join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 8 }), path, (names, path) => {
      const patterns = names.map((name) => toRouteFile(`${name}.ts`)?.pattern ?? "");
      const matching = patterns.filter((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
      assertEquals(match(names, path), matching.toSorted((a, b) => rank(a) < rank(b) ? -1 : 1)[0]);
    }),
    { numRuns: 300 },
  );
});

Deno.test("toRouteFile() derives the pattern from the file name", () => {
  const patterns: Record<string, string> = {
    "index.tsx": "/",
    "healthz.ts": "/healthz",
    "openapi.json.ts": "/openapi.json",
    "api/index.ts": "/api",
    "api/v1/animals/[endpoint].ts": "/api/v1/animals/:endpoint",
    "static/[...path].ts": "/static/:path*",
    "a/[[b]].ts": "/a/:b?",
    "(group)/x.tsx": "/x",
    "(group)/index.tsx": "/",
    "i/[id].png.ts": "/i/:id.png",
    "i/[a]@[b].ts": "/i/:a@:b",
    "a b/ö.ts": "/a%20b/%C3%B6",
  };
  for (const [path, pattern] of Object.entries(patterns)) assertEquals(toRouteFile(path)?.pattern, pattern, path);
});

Deno.test("toRouteFile() derives the role from the file name, and includes groups in the segment", () => {
  const kinds = { _middleware: "middleware", _layout: "layout", _app: "app", _error: "error", _404: "notFound" };
  for (const [name, kind] of Object.entries(kinds)) {
    const file = toRouteFile(`(group)/[id]/${name}.tsx`);
    assertEquals([file?.kind, file?.segment], [kind, "/(group)/:id"] as const, name);
  }
  assertEquals(toRouteFile("_middleware.ts")?.segment, "/");
});

Deno.test("toRouteFile() returns null for tests and files without code", () => {
  for (const path of ["x_test.ts", "x.test.tsx", "x.css", "README.md", "x.json"]) {
    assertEquals(toRouteFile(path), null, path);
  }
});

Deno.test("toRouteFile() throws on brackets that do not match and on adjacent parameters", () => {
  for (const path of ["[a.ts", "a].ts", "[a][b].ts", "x-[[a]].ts"]) {
    assertThrows(() => toRouteFile(path), SyntaxError, path);
  }
});
