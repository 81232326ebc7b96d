import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { createSite } from "./site.ts";

/** A route that tells its name and what it was called with. */
function route(name: string): string {
  return `export const handler = { GET: (ctx) => ctx.json({ name: "${name}", route: ctx.route, params: ctx.params }) };`;
}

const middleware = (name: string) =>
  `async (ctx) => { const r = await ctx.next(); r.headers.append("x-out", "${name}"); return r; }`;

Deno.test("App.fsRoutes() finds each route by the name of its file", async () => {
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

Deno.test("App.fsRoutes() tells a route its pattern and its parameters", async () => {
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

Deno.test("App.fsRoutes() runs the middlewares of each folder on the way, also those of groups", async () => {
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

Deno.test("App.fsRoutes() lets the root's _middleware see what is not found, and every error, before any page", async () => {
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

Deno.test("App.fsRoutes() answers with _404 and with the nearest _error", async () => {
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

Deno.test("App.fsRoutes() leaves tests, other files and (_folders) out", async () => {
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

Deno.test("App.fsRoutes() follows routeOverride and stays in the folder's middlewares", async () => {
  await using site = await createSite({
    "routes/in/_middleware.ts": `export const handler = ${middleware("in")};`,
    "routes/in/x.ts": `export const config = { routeOverride: "/elsewhere/:id" }; ${route("x")}`,
  });
  site.app.fsRoutes();
  const response = await site.fetch("/elsewhere/1");
  assertEquals([response.headers.get("x-out"), (await response.json()).params], ["in", { id: "1" }]);
  assertEquals((await site.fetch("/in/x")).status, 404);
});

Deno.test("App.fsRoutes() puts the files below basePath and below its own pattern", async () => {
  await using site = await createSite({ "routes/index.ts": route("i"), "routes/a.ts": route("a") }, { basePath: "/b" });
  site.app.fsRoutes("/sub/*");
  for (const path of ["/b/sub", "/b/sub/a"]) assertEquals((await site.fetch(path)).status, 200, path);
  assertEquals((await site.fetch("/b/a")).status, 404);
});

Deno.test("App.listen() and the handler reject, and name the file, when one cannot be used", async () => {
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
    const error = await assertRejects(() => site.app.listen({ port: 0 }), Error, `"${path}"`);
    assertEquals(error.message.startsWith("Cannot start as "), true);
    await assertRejects(() => site.fetch("/fine"), Error, path);
  }
});

Deno.test("App.fsRoutes() rejects when there is no folder", async () => {
  await using site = await createSite({});
  site.app.fsRoutes();
  await assertRejects(() => site.fetch("/"), Deno.errors.NotFound);
});

Deno.test("App.fsRoutes() ends a program that waits for nothing, and names the file that cannot be used", async () => {
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
  assertStringIncludes(new TextDecoder().decode(stderr), 'Cannot start as "routes/empty.ts"');
});
