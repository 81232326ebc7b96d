import { assertEquals, assertMatch, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { loadRoutes, toPattern } from "../fs_routes.ts";
import { createSite } from "./site.ts";

/** The source of a route that responds with its name, pattern and parameters. */
function route(name: string): string {
  return `export const handler = { GET: (ctx) => Response.json({ name: "${name}", route: ctx.route, params: ctx.params }) };`;
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
  });
  site.app.fsRoutes();
  const image = await (await site.fetch("/images/cat/abc.png")).json();
  assertEquals([image.route, image.params], ["/images/:kind/:id", { kind: "cat", id: "abc.png" }]);
  const rest = await (await site.fetch("/static/a/b%20c/")).json();
  assertEquals([rest.route, rest.params], ["/static/:path*", { path: "a/b c" }]);
});

Deno.test("App.fsRoutes() runs the middlewares of each folder, including groups", async () => {
  await using site = await createSite({
    "routes/_middleware.ts": `export default ${middleware("root")};`,
    "routes/api/_middleware.ts": `export default ${middleware("api")};`,
    "routes/api/(inner)/_middleware.ts": `export default ${middleware("inner")};`,
    "routes/api/x.ts": route("x"),
    "routes/api/index.ts": route("api"),
    "routes/api/(inner)/y.ts": route("y"),
    "routes/z.ts": route("z"),
  });
  site.app.use((ctx) => ctx.next()).fsRoutes();
  const expected = { "/api/x": "api, root", "/api": "api, root", "/api/y": "inner, api, root", "/z": "root" };
  for (const [path, out] of Object.entries(expected)) {
    assertEquals((await site.fetch(path)).headers.get("x-out"), out, path);
  }
});

Deno.test("App.fsRoutes() passes a 404 and every error through the root _middleware", async () => {
  await using site = await createSite({
    "routes/_middleware.ts": `export default async (ctx) => {
      try { return await ctx.next(); } catch (error) { return Response.json([error.message, ctx.route]); }
    };`,
    "routes/deep/er/fails.ts": `export const handler = { GET() { throw new Error("boom"); } };`,
  });
  site.app.fsRoutes();
  assertEquals(await (await site.fetch("/deep/er/fails")).json(), ["boom", "/deep/er/fails"]);
  assertEquals(await (await site.fetch("/none")).json(), ["", null]);
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
    "routes/in/_middleware.ts": `export default ${middleware("in")};`,
    "routes/in/x.ts": `export const config = { routeOverride: "/elsewhere/:id" }; ${route("x")}`,
  });
  site.app.fsRoutes();
  const response = await site.fetch("/elsewhere/1");
  assertEquals([response.headers.get("x-out"), (await response.json()).params], ["in", { id: "1" }]);
  assertEquals((await site.fetch("/in/x")).status, 404);
});

Deno.test("App.handler() rejects with the name of a file that cannot be used", async () => {
  const files: Record<string, string> = {
    "routes/empty.ts": "export const x = 1;",
    "routes/_middleware.ts": "export const handler = { GET() {} };",
    "routes/_app.tsx": "export const handler = () => {};",
    "routes/_layout.tsx": "export default () => null;",
    "routes/in/_404.tsx": "export default () => null;",
    "routes/page.tsx": "export default () => null;",
    "routes/broken.ts": "throw new Error('at import');",
    "routes/[a.ts": route("a"),
  };
  for (const [path, text] of Object.entries(files)) {
    await using site = await createSite({ [path]: text, "routes/fine.ts": route("fine") });
    site.app.fsRoutes();
    const error = await assertRejects(() => site.fetch("/fine"), Error, `"${path}": `);
    assertMatch(error.message, /^Cannot (import|use) /);
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
    'Cannot use "routes/empty.ts": must export "handler" with a function for each method',
  );
});

/** The precedence: text, a parameter, the rest of the path. */
const ORDERED = [
  "app/launcher/resources.ts",
  "app/launcher/[b].ts",
  "app/[name].ts",
  "app/[name]/news.ts",
  "app/[a]/[b].ts",
  "app/[...rest].ts",
  "[...rest].ts",
];

Deno.test("loadRoutes() puts the more specific file first, and equal ones in alphabetical order", async () => {
  const names = [...ORDERED, "x/[b]/1.ts", "x/[a]/1.ts"];
  const shuffled = [3, 8, 0, 7, 5, 1, 6, 2, 4].map((i) => names[i] ?? "");
  await using site = await createSite(Object.fromEntries(shuffled.map((name) => [`routes/${name}`, route(name)])));
  const patterns = (await loadRoutes(site.root)).routes.map(({ pattern }) => pattern);
  assertEquals(patterns.filter((each) => !each.startsWith("/x")), ORDERED.map(toPattern));
  assertEquals(patterns.filter((each) => each.startsWith("/x")), ["/x/:a/1", "/x/:b/1"]);
});

Deno.test("toPattern() derives the pattern from the file name", () => {
  const patterns: Record<string, string> = {
    "index.tsx": "/",
    "healthz.ts": "/healthz",
    "openapi.json.ts": "/openapi.json",
    "api/index.ts": "/api",
    "api/v1/animals/[endpoint].ts": "/api/v1/animals/:endpoint",
    "static/[...path].ts": "/static/:path*",
    "(group)/x.tsx": "/x",
    "(group)/index.tsx": "/",
    "a b/ö.ts": "/a%20b/%C3%B6",
  };
  for (const [path, pattern] of Object.entries(patterns)) assertEquals(toPattern(path), pattern, path);
});

Deno.test("toPattern() throws on brackets that do not surround a whole segment", () => {
  for (const path of ["[a.ts", "a].ts", "[a][b].ts", "[[a]].ts", "[a].png.ts"]) {
    assertThrows(() => toPattern(path), SyntaxError, path);
  }
});
