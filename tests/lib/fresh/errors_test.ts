import { assertEquals, assertInstanceOf } from "@std/assert";
import { App, HttpError, type Middleware } from "fresh";

type Seen = string[];

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

Deno.test("App answers an HttpError that nobody takes by its status and its message, or the usual text", async () => {
  const app = new App().get("/a", fail(418)).get("/b", () => {
    throw new HttpError(400, "no");
  });
  assertEquals(await get(app, "/a"), [418, "I'm a teapot"]);
  assertEquals(await get(app, "/b"), [400, "no"]);
  assertEquals(await get(app, "/c"), [404, "Not Found"]);
});

Deno.test("App throws errors through the middlewares, sync or async, before the root's error page", async () => {
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

Deno.test("App throws what is not found through the root's middlewares before the page for it", async () => {
  const seen: Seen = [];
  const app = new App().use(watch("root", seen)).notFound((ctx) => ctx.text("none", { status: 404 }));
  assertEquals(await get(app, "/x"), [404, "none"]);
  assertEquals(seen, ["root 404 true"]);
});

Deno.test("App answers a 404 thrown below the root in the innermost segment, before outer middlewares", async () => {
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

Deno.test("App.onError() answers below its path only, the innermost first", async () => {
  const app = new App().onError("*", (ctx) => ctx.text("outer")).onError("/a", (ctx) => ctx.text("inner"))
    .get("/a/x", fail(418)).get("/b", fail(418));
  assertEquals(await get(app, "/a/x"), [200, "inner"]);
  assertEquals(await get(app, "/b"), [200, "outer"]);
});

Deno.test("App.onError() hands an error of its own to the next one outwards", async () => {
  const app = new App().onError("*", (ctx) => ctx.text(String(ctx.error)))
    .onError("/a", () => {
      throw new Error("second");
    })
    .get("/a/x", fail(418));
  assertEquals(await get(app, "/a/x"), [200, "Error: second"]);
});

Deno.test("App lets a middleware turn an error into an answer", async () => {
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

Deno.test("App throws a 400 through the root's middlewares on a broken escape, and goes on", async () => {
  const seen: Seen = [];
  const app = new App().use(watch("root", seen)).get("/:a", (ctx) => ctx.text(ctx.params.a ?? ""));
  assertEquals(await get(app, "/%zz"), [400, "Bad Request"]);
  assertEquals(seen, ["root 400 true"]);
  assertEquals(await get(app, "/fine"), [200, "fine"]);
});

Deno.test("HttpError carries status, message and cause", () => {
  const cause = new Error("why");
  const error = new HttpError(404, "gone", { cause });
  assertEquals([error.name, error.status, error.message, error.cause], ["HttpError", 404, "gone", cause]);
});
