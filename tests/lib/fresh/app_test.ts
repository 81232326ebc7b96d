import { assertEquals, assertThrows } from "@std/assert";
import { App, type Middleware } from "fresh";

interface State {
  trace: string[];
}

/** A middleware that leaves its name, on the way in and on the way out. */
function mark(name: string): Middleware<State> {
  return async (ctx) => {
    (ctx.state.trace ??= []).push(name);
    const response = await ctx.next();
    response.headers.append("x-out", name);
    return response;
  };
}

const showTrace: Middleware<State> = (ctx) => ctx.text((ctx.state.trace ?? []).join(" "));

async function get(app: App<State>, path: string, init?: RequestInit): Promise<[number, string, Response]> {
  const response = await app.handler()(new Request(`http://localhost${path}`, init));
  return [response.status, await response.text(), response];
}

Deno.test("App runs middlewares in the order in which they were added, and back", async () => {
  const app = new App<State>().use(mark("a"), mark("b")).use(mark("c")).get("/", showTrace);
  const [status, text, response] = await get(app, "/");
  assertEquals([status, text, response.headers.get("x-out")], [200, "a b c", "c, b, a"]);
});

Deno.test("App scopes middlewares by the text of the route, not by the address", async () => {
  const app = new App<State>().use(mark("root")).use("/api", mark("api")).use("/api/:id", mark("id"))
    .get("/api", showTrace).get("/api/:id", showTrace).get("/api/:other/x", showTrace).get("/x", showTrace);
  assertEquals((await get(app, "/api"))[1], "root api");
  assertEquals((await get(app, "/api/1"))[1], "root api id");
  assertEquals((await get(app, "/api/1/x"))[1], "root api");
  assertEquals((await get(app, "/x"))[1], "root");
});

Deno.test("App gives a middleware to what is added after it only", async () => {
  const app = new App<State>().get("/early", showTrace).use(mark("late")).get("/after", showTrace);
  assertEquals((await get(app, "/early"))[1], "");
  assertEquals((await get(app, "/after"))[1], "late");
});

Deno.test("App runs the root's middlewares, without a route, where nothing matches", async () => {
  const seen: (string | null)[] = [];
  const app = new App<State>().use("/api", mark("api")).get("/api/x", showTrace).use((ctx) => {
    seen.push(ctx.route);
    return ctx.next();
  });
  assertEquals((await get(app, "/api/y"))[0], 404);
  assertEquals(seen, [null]);
});

Deno.test("App goes on to the next handler when the first calls next()", async () => {
  const app = new App<State>().get("/", mark("a"), showTrace).get("/twice", mark("1")).get("/twice", showTrace);
  assertEquals((await get(app, "/"))[1], "a");
  assertEquals((await get(app, "/twice"))[1], "1");
});

Deno.test("App answers 404 when the last handler calls next(), without trying another route", async () => {
  const app = new App<State>().get("/a/:x", (ctx) => ctx.next()).get("/:all*", () => new Response("rest"));
  assertEquals((await get(app, "/a/1"))[0], 404);
  assertEquals((await get(app, "/b"))[1], "rest");
});

Deno.test("App answers each verb by its own handler", async () => {
  const app = new App<State>();
  const verbs = ["get", "post", "put", "patch", "delete"] as const;
  for (const verb of verbs) app[verb]("/", () => new Response(verb));
  for (const verb of verbs) assertEquals((await get(app, "/", { method: verb.toUpperCase() }))[1], verb);
});

Deno.test("App.all() answers every verb", async () => {
  const app = new App<State>().all("/", (ctx) => ctx.text(ctx.req.method));
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    assertEquals((await get(app, "/", { method }))[1], method);
  }
});

Deno.test("App tolerates a slash at the end and repeated slashes on every route", async () => {
  const app = new App<State>().get("/a/b", () => new Response("fixed")).get("/p/:id", (ctx) => ctx.json(ctx.params));
  for (const path of ["/a/b", "/a/b/", "//a//b", "/a/b//?x"]) assertEquals((await get(app, path))[1], "fixed", path);
  for (const path of ["/p/1", "/p/1/", "//p//1"]) assertEquals((await get(app, path))[1], '{"id":"1"}', path);
});

Deno.test("App puts every route below basePath", async () => {
  const app = new App<State>({ basePath: "/base" }).get("/", () => new Response("home")).get("/a", showTrace);
  assertEquals((await get(app, "/base"))[1], "home");
  assertEquals((await get(app, "/base/"))[1], "home");
  assertEquals((await get(app, "/base/a"))[0], 200);
  assertEquals((await get(app, "/a"))[0], 404);
});

Deno.test("App throws on a basePath that is no plain path", () => {
  for (const basePath of ["base", "/base/", "/a b", "/a//b", "http://x/y"]) {
    assertThrows(() => new App({ basePath }), TypeError, "basePath");
  }
});

Deno.test("App.config has a default for every setting", () => {
  const { basePath, mode, trustProxy } = new App().config;
  assertEquals({ basePath, mode, trustProxy }, { basePath: "", mode: "production", trustProxy: false });
});
