import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { createSite, route } from "./site.ts";

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
    "/static/": "static/[...path]",
    "/static/a/b.txt": "static/[...path]",
    "/images/cat/abc.png": "images/[kind]/[id]",
    "/%C3%B6": "ö",
  };
  const files = Object.values(names).map((name) => [`routes/${name}.ts`, route(name)]);
  await using site = await createSite(Object.fromEntries(files));
  site.app.fsRoutes();
  for (const [path, name] of Object.entries(names)) {
    assertEquals((await (await site.fetch(path)).json()).name, name, path);
  }
});

Deno.test("App.fsRoutes() prefers text to a parameter, and a parameter to the rest of the path", async () => {
  const expected: Record<string, string> = {
    "/app/launcher/resources": "app/launcher/resources",
    "/app/launcher/x": "app/launcher/[b]",
    "/app/x/news": "app/[name]/news",
    "/app/x/y": "app/[a]/[b]",
    "/app/x": "app/[name]",
    "/app/x/y/z": "app/[...rest]",
    "/app": "app/[...rest]",
    "/x/y": "[...rest]",
    "/": "[...rest]",
  };
  const files = Object.values(expected).map((name) => [`routes/${name}.ts`, route(name)]);
  await using site = await createSite(Object.fromEntries(files));
  site.app.fsRoutes();
  for (const [path, name] of Object.entries(expected)) {
    assertEquals((await (await site.fetch(path)).json()).name, name, path);
  }
});

Deno.test("App.fsRoutes() sets the pattern and the decoded parameters of a route", async () => {
  await using site = await createSite({
    "routes/images/[kind]/[id].ts": route("image"),
    "routes/files/[...path].ts": route("file"),
  });
  site.app.fsRoutes();
  const see = async (path: string) => {
    const { route, params } = await (await site.fetch(path)).json();
    return [route, params];
  };
  assertEquals(await see("/images/cat/a%20b%C3%A9"), ["/images/:kind/:id", { kind: "cat", id: "a bé" }]);
  assertEquals(await see("/images/cat/a%2Fb%2B"), ["/images/:kind/:id", { kind: "cat", id: "a%2Fb%2B" }]);
  assertEquals(await see("/files/a/b%20c/"), ["/files/:path*", { path: "a/b c" }]);
  assertEquals(await see("/files"), ["/files/:path*", { path: "" }]);
});

Deno.test("App.fsRoutes() uses routeOverride instead of the name of the file", async () => {
  const override = (pattern: string) => `export const config = { routeOverride: ${JSON.stringify(pattern)} };`;
  await using site = await createSite({
    "routes/[kind]/[name].ts": override("/:kind(cat|dog)/:name") + route("animal"),
    "routes/status.svg.ts": override("/:status(200|404).svg") + route("status"),
    "routes/security.ts": override("/.well-known/security.txt") + route("security"),
  });
  site.app.fsRoutes();
  const animal = await (await site.fetch("/dog/Ada")).json();
  assertEquals([animal.route, animal.params], ["/:kind(cat|dog)/:name", { kind: "dog", name: "Ada" }]);
  assertEquals((await (await site.fetch("/404.svg")).json()).params, { status: "404" });
  assertEquals((await (await site.fetch("/.well-known/security.txt")).json()).name, "security");
  for (const path of ["/fox/Ada", "/999.svg", "/404xsvg", "/status.svg", "/security"]) {
    assertEquals((await site.fetch(path)).status, 404, path);
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

Deno.test("App.handler() rejects with the name of a file that cannot be used", async () => {
  const files: Record<string, string> = {
    "routes/empty.ts": "export const x = 1;",
    "routes/_middleware.ts": "export const handler = () => {};",
    "routes/object.ts": "export const handler = { GET() {} };",
    "routes/in/_middleware.ts": "export default () => {};",
    "routes/_app.tsx": "export default () => {};",
    "routes/_layout.tsx": "export default () => null;",
    "routes/in/_404.tsx": "export default () => null;",
    "routes/page.tsx": "export default () => null;",
    "routes/broken.ts": "throw new Error('at import');",
    "routes/(group)/x.ts": route("x"),
    "routes/[a.ts": route("a"),
    "routes/[a][b].ts": route("a"),
    "routes/[[a]].ts": route("a"),
    "routes/[a].png.ts": route("a"),
  };
  for (const [path, text] of Object.entries(files)) {
    await using site = await createSite({ [path]: text, "routes/fine.ts": route("fine") });
    site.app.fsRoutes();
    await assertRejects(() => site.fetch("/fine"), Error, `"${path}": `);
  }
});

Deno.test("App.fsRoutes() ends a program that serves, with the name of a file that cannot be used", async () => {
  await using site = await createSite({
    "routes/empty.ts": "export const x = 1;",
    "main.ts": `import { App } from "fresh";
      const app = new App();
      app.config.root = import.meta.dirname;
      Deno.serve({ port: 0, hostname: "127.0.0.1" }, app.fsRoutes().handler());`,
  });
  const config = fromFileUrl(new URL("../../deno.json", import.meta.url));
  const args = ["run", "--allow-all", "--no-check", "--no-lock", "--config", config, join(site.root, "main.ts")];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, stdout: "null" }).output();
  assertEquals(code, 1);
  assertStringIncludes(
    new TextDecoder().decode(stderr),
    'Cannot use "routes/empty.ts": must export a function as handler, got undefined',
  );
});
