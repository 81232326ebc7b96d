import { assertEquals, assertInstanceOf } from "@std/assert";
import { App, HttpError, type Middleware } from "fresh";

interface State {
  trace: string[];
}

/** A middleware that records its name on the way in and on the way out. */
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

Deno.test("Builder runs middlewares in the order in which they were added, and back", async () => {
  const app = new App<State>().use(mark("a"), mark("b")).use(mark("c")).get("/", showTrace);
  const [status, text, response] = await get(app, "/");
  assertEquals([status, text, response.headers.get("x-out")], [200, "a b c", "c, b, a"]);
});

Deno.test("Builder scopes middlewares by the pattern of the route, not by the URL", async () => {
  const app = new App<State>().use(mark("root")).use("/api", mark("api")).use("/api/:id", mark("id"))
    .get("/api", showTrace).get("/api/:id", showTrace).get("/api/:other/x", showTrace).get("/x", showTrace);
  assertEquals((await get(app, "/api"))[1], "root api");
  assertEquals((await get(app, "/api/1"))[1], "root api id");
  assertEquals((await get(app, "/api/1/x"))[1], "root api");
  assertEquals((await get(app, "/x"))[1], "root");
});

Deno.test("Builder takes a star after a path literally, and a star on its own as the root", async () => {
  const app = new App<State>().use("*", mark("root")).use("/api/*", mark("star"))
    .get("/api/x", showTrace).get("/api/*", showTrace);
  assertEquals((await get(app, "/api/x"))[1], "root");
  assertEquals((await get(app, "/api/y"))[1], "root star");
});

Deno.test("Builder ignores optional groups when it scopes middlewares", async () => {
  const app = new App<State>().use("/api/end", mark("end")).get("/api{/:version}?/end", showTrace);
  assertEquals((await get(app, "/api/v1/end"))[1], "end");
  assertEquals((await get(app, "/api/end"))[1], "end");
});

Deno.test("Builder applies a middleware only to what is added after it", async () => {
  const app = new App<State>().get("/early", showTrace).use(mark("late")).get("/after", showTrace);
  assertEquals((await get(app, "/early"))[1], "");
  assertEquals((await get(app, "/after"))[1], "late");
});

Deno.test("Builder runs the root middlewares, without a route, if nothing matches", async () => {
  const seen: (string | null)[] = [];
  const app = new App<State>().use("/api", mark("api")).get("/api/x", showTrace).use((ctx) => {
    seen.push(ctx.route);
    return ctx.next();
  });
  assertEquals((await get(app, "/api/y"))[0], 404);
  assertEquals(seen, [null]);
});

Deno.test("Builder calls the next handler of the same registration when one calls next()", async () => {
  const app = new App<State>().get("/", mark("a"), showTrace);
  assertEquals((await get(app, "/"))[1], "a");
});

Deno.test("Builder uses the first registration of a method and path, and runs middlewares once", async () => {
  const trace: string[] = [];
  const record = (name: string): Middleware<State> => (ctx) => {
    trace.push(name);
    return ctx.next();
  };
  const app = new App<State>().use(record("root")).get("/twice", record("first")).get("/twice", showTrace)
    .route("/p/:x", { handler: { GET: () => new Response("1") } })
    .route("/p/:x", { handler: { GET: () => new Response("2"), POST: () => new Response("added") } });
  assertEquals((await get(app, "/twice"))[0], 404);
  assertEquals(trace, ["root", "first"]);
  assertEquals((await get(app, "/p/1"))[1], "1");
  assertEquals((await get(app, "/p/1", { method: "POST" }))[1], "added");
});

Deno.test("Builder uses the first of two dynamic patterns that match, and static ones before both", async () => {
  const app = new App<State>().get("/:a/:b", () => new Response("ab")).get("/x/:b", () => new Response("xb"))
    .get("/x/y", () => new Response("xy"));
  assertEquals((await get(app, "/x/1"))[1], "ab");
  assertEquals((await get(app, "/x/y"))[1], "xy");
});

Deno.test("Builder responds 404 when the last handler calls next(), without trying another route", async () => {
  const app = new App<State>().get("/a/:x", (ctx) => ctx.next()).get("/:all*", () => new Response("rest"));
  assertEquals((await get(app, "/a/1"))[0], 404);
  assertEquals((await get(app, "/b"))[1], "rest");
});

Deno.test("Builder throws a 405 through the root middlewares, and ctx.route is set", async () => {
  const app = new App<State>().use(async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      assertInstanceOf(error, HttpError);
      return ctx.json([error.status, ctx.route]);
    }
  }).route("/a/:b", { handler: { GET: () => new Response("x") } });
  const [, text] = await get(app, "/a/1", { method: "POST" });
  assertEquals(JSON.parse(text), [405, "/a/:b"]);
  assertEquals((await get(app, "/a/1", { method: "OPTIONS" }))[0], 204);
});
