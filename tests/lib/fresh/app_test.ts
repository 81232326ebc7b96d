import { assertEquals, assertThrows } from "@std/assert";
import { App } from "fresh";

async function get(app: App<unknown>, path: string, init?: RequestInit): Promise<[number, string]> {
  const response = await app.handler()(new Request(`http://localhost${path}`, init));
  return [response.status, await response.text()];
}

Deno.test("App calls the handler of the request's method", async () => {
  const app = new App();
  const methods = ["get", "post", "put", "patch", "delete"] as const;
  for (const method of methods) app[method]("/", () => new Response(method));
  for (const method of methods) assertEquals((await get(app, "/", { method: method.toUpperCase() }))[1], method);
});

Deno.test("App.all() handles every method", async () => {
  const app = new App().all("/", (ctx) => ctx.text(ctx.req.method));
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    assertEquals((await get(app, "/", { method }))[1], method);
  }
});

Deno.test("App.head() handles HEAD instead of App.get(), whichever is added first", async () => {
  const own = () => new Response(null, { status: 202 });
  const fallback = () => new Response("x");
  assertEquals(await get(new App().get("/", fallback).head("/", own), "/", { method: "HEAD" }), [202, ""]);
  assertEquals(await get(new App().head("/", own).get("/", fallback), "/", { method: "HEAD" }), [202, ""]);
});

Deno.test("App accepts a trailing slash and repeated slashes on every route", async () => {
  const app = new App().get("/a/b", () => new Response("static")).get("/p/:id", (ctx) => ctx.json(ctx.params));
  for (const path of ["/a/b", "/a/b/", "//a//b", "/a/b//?x"]) assertEquals((await get(app, path))[1], "static", path);
  for (const path of ["/p/1", "/p/1/", "//p//1"]) assertEquals((await get(app, path))[1], '{"id":"1"}', path);
});

Deno.test("App puts every route below basePath", async () => {
  const app = new App({ basePath: "/base" }).get("/", () => new Response("home")).get("/a", () => new Response());
  assertEquals((await get(app, "/base"))[1], "home");
  assertEquals((await get(app, "/base/"))[1], "home");
  assertEquals((await get(app, "/base/a"))[0], 200);
  assertEquals((await get(app, "/a"))[0], 404);
});

Deno.test("App throws on a basePath that is not a plain path", () => {
  for (const basePath of ["base", "/base/", "/a b", "/a//b", "http://x/y"]) {
    assertThrows(() => new App({ basePath }), TypeError, `got "${basePath}"`);
  }
});

Deno.test("App.config has a default for every setting", () => {
  assertEquals(new App().config, { root: ".", basePath: "", mode: "production", trustProxy: false });
});

Deno.test("App.listen() uses the given port", async () => {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<number>();
  const { signal } = controller;
  const app = new App().get("/a", () => new Response("hello"));
  await app.listen({ port: 0, hostname: "127.0.0.1", signal, onListen: ({ port }) => resolve(port) });
  const response = await fetch(`http://127.0.0.1:${await promise}/a`);
  assertEquals(await response.text(), "hello");
  controller.abort();
});
