import { assertEquals, assertInstanceOf } from "@std/assert";
import { App, HttpError, type Middleware } from "fresh";

type Seen = string[];

/** A middleware that records the errors that pass it, and whether `ctx.error` is the same. */
function watch(name: string, seen: Seen): Middleware<unknown> {
  return async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      seen.push(`${name} ${error instanceof HttpError ? error.status : error} ${ctx.error === error}`);
      throw error;
    }
  };
}

function fail(status: 400 | 404 | 418): () => never {
  return () => {
    throw new HttpError(status);
  };
}

async function get(app: App<unknown>, path: string, init?: RequestInit): Promise<[number, string]> {
  const response = await app.handler()(new Request(`http://localhost${path}`, init));
  return [response.status, await response.text()];
}

Deno.test("a route throws errors, sync or async, through the middlewares before the root error route handles them", async () => {
  for (const route of [fail(418), () => Promise.reject(new HttpError(418))]) {
    const seen: Seen = [];
    const app = new App().use(watch("a", seen)).use("/x", watch("x", seen))
      .onError("*", (ctx) => {
        seen.push("page");
        return ctx.text("page", { status: ctx.error instanceof HttpError ? ctx.error.status : 500 });
      })
      .route("/x/y", { handler: { GET: route } });
    assertEquals(await get(app, "/x/y"), [418, "page"]);
    assertEquals(seen, ["x 418 true", "a 418 true", "page"]);
  }
});

Deno.test("a 404 without a route passes the root middlewares before notFound() handles it", async () => {
  const seen: Seen = [];
  const app = new App().use(watch("root", seen)).notFound((ctx) => ctx.text("none", { status: 404 }));
  assertEquals(await get(app, "/x"), [404, "none"]);
  assertEquals(seen, ["root 404 true"]);
});

Deno.test("a 404 of a route is handled in its segment, before it reaches outer middlewares", async () => {
  const seen: Seen = [];
  const app = new App().notFound((ctx) => ctx.text("none", { status: 404 }))
    .use(watch("root", seen)).use("/a/b", watch("b", seen))
    .route("/a/b/c", { handler: fail(404) })
    .route("/a/b", { handler: () => Promise.reject(new HttpError(404)) })
    .get("/x/y", fail(404));
  assertEquals(await get(app, "/a/b/c"), [404, "none"]);
  assertEquals(await get(app, "/x/y"), [404, "none"]);
  assertEquals(seen, []);
  assertEquals(await get(app, "/a/b"), [404, "none"]);
  assertEquals(seen, ["b 404 true"]);
});

Deno.test("App.onError() handles errors below its path only, innermost first", async () => {
  const app = new App().onError("*", (ctx) => ctx.text("outer")).onError("/a", (ctx) => ctx.text("inner"))
    .get("/a/x", fail(418)).get("/b", fail(418));
  assertEquals(await get(app, "/a/x"), [200, "inner"]);
  assertEquals(await get(app, "/b"), [200, "outer"]);
});

Deno.test("App.onError() passes its own errors to the next outer error route", async () => {
  const app = new App().onError("*", (ctx) => ctx.text(String(ctx.error)))
    .onError("/a", () => {
      throw new Error("second");
    })
    .get("/a/x", fail(418));
  assertEquals(await get(app, "/a/x"), [200, "Error: second"]);
});

Deno.test("a middleware can convert an error to a response", async () => {
  const app = new App().use(async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      assertInstanceOf(error, HttpError);
      return ctx.json({ status: error.status, route: ctx.route }, { status: error.status });
    }
  }).get("/a/:b", fail(418));
  assertEquals(await get(app, "/a/1"), [418, '{"status":418,"route":"/a/:b"}']);
  assertEquals(await get(app, "/none"), [404, '{"status":404,"route":null}']);
});

Deno.test("a handler that returns neither a response nor page() is an error", async () => {
  const app = new App().onError("*", (ctx) => ctx.text(String(ctx.error), { status: 500 }))
    .route("/", { handler: () => JSON.parse("3") });
  assertEquals(await get(app, "/"), [
    500,
    "TypeError: Cannot respond: a handler must return a response or page(), got 3",
  ]);
});

Deno.test("a method with the name of an object property finds no handler", async () => {
  const app = new App().route("/text", { handler: { GET: () => new Response("x") } })
    .onError("*", { handler: { GET: (ctx) => ctx.text(String(ctx.error), { status: 405 }) } });
  for (const method of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    assertEquals(await get(app, "/text", { method }), [405, "HttpError"], method);
  }
});
