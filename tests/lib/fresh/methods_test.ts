import { assertEquals, assertInstanceOf } from "@std/assert";
import { App, HttpError } from "fresh";

function createApp(): App<unknown> {
  return new App()
    .route("/text", { handler: { GET: () => new Response("hëllo", { headers: { "x-a": "1" } }) } })
    .route("/length", { handler: { GET: () => new Response("abc", { headers: { "content-length": "3" } }) } })
    .route("/stream", {
      handler: { GET: () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })) },
    })
    .route("/bytes", { handler: { GET: () => new Response(new Uint8Array(7)) } })
    .route("/empty", { handler: { GET: () => new Response(null, { status: 304 }) } })
    .route("/write", { handler: { POST: () => new Response("w"), PUT: () => new Response("w") } })
    .route("/own", { handler: { HEAD: () => new Response(null, { status: 202 }), GET: () => new Response("x") } })
    .route("/any", { handler: (ctx) => new Response(ctx.req.method) });
}

async function ask(method: string, path: string, app: App<unknown> = createApp()): Promise<Response> {
  return await app.handler()(new Request(`http://localhost${path}`, { method }));
}

Deno.test("HEAD is answered by GET, without the body, with its headers and its length", async () => {
  const response = await ask("HEAD", "/text");
  assertEquals([response.status, response.headers.get("x-a"), response.headers.get("content-length")], [200, "1", "6"]);
  assertEquals(await response.text(), "");
  assertEquals((await ask("HEAD", "/bytes")).headers.get("content-length"), "7");
  assertEquals((await ask("HEAD", "/length")).headers.get("content-length"), "3");
});

Deno.test("HEAD does not wait for a stream and claims no length for it", async () => {
  const response = await ask("HEAD", "/stream");
  assertEquals(response.headers.get("content-length"), null);
  assertEquals(await response.text(), "");
  assertEquals((await ask("HEAD", "/empty")).status, 304);
});

Deno.test("HEAD takes a body that fails, or cannot be stopped, for one of unknown length", async () => {
  const boom = () => Promise.reject(new Error("boom"));
  const app = new App().get("/read", () => new Response(new ReadableStream({ pull: boom })))
    .get("/stop", () => new Response(new ReadableStream({ pull: () => new Promise(() => {}), cancel: boom })));
  for (const path of ["/read", "/stop"]) {
    const response = await ask("HEAD", path, app);
    assertEquals([response.status, response.headers.get("content-length")], [200, null], path);
  }
});

Deno.test("HEAD is answered by a handler of its own where there is one", async () => {
  assertEquals((await ask("HEAD", "/own")).status, 202);
  assertEquals((await ask("HEAD", "/write")).status, 405);
});

Deno.test("A verb without a handler is a 405 that tells the verbs there are", async () => {
  const cases = { "/text": "GET, HEAD, OPTIONS", "/write": "POST, PUT, OPTIONS", "/own": "GET, HEAD, OPTIONS" };
  for (const [path, allow] of Object.entries(cases)) {
    for (const method of ["DELETE", "PROPFIND", "M-SEARCH", "x"]) {
      const response = await ask(method, path);
      assertEquals([response.status, response.headers.get("allow")], [405, allow], `${method} ${path}`);
      await response.body?.cancel();
    }
  }
});

Deno.test("A verb that is named like a method of every object finds no handler", async () => {
  const app = createApp().onError("*", { handler: { GET: (ctx) => ctx.text(String(ctx.error), { status: 405 }) } });
  for (const method of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    const response = await ask(method, "/text", app);
    assertEquals([response.status, await response.text()], [405, "HttpError"], method);
  }
});

Deno.test("OPTIONS is a 204 that tells the verbs, where the route does not answer it", async () => {
  const response = await ask("OPTIONS", "/text");
  assertEquals([response.status, response.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
  assertEquals(await (await ask("OPTIONS", "/any")).text(), "OPTIONS");
  assertEquals((await ask("OPTIONS", "/none")).status, 404);
});

Deno.test("A 405 passes the middlewares as an HttpError, with the route and the verbs known", async () => {
  const app = new App().use(async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      assertInstanceOf(error, HttpError);
      return ctx.json([error.status, ctx.route, error.cause]);
    }
  }).route("/a/:b", { handler: { GET: () => new Response("x") } });
  assertEquals(await (await ask("POST", "/a/1", app)).json(), [405, "/a/:b", { allow: "GET, HEAD, OPTIONS" }]);
  assertEquals((await ask("OPTIONS", "/a/1", app)).status, 204);
});

Deno.test("A 405 tells the verbs even when an error page answers it", async () => {
  const app = createApp().onError("*", (ctx) => ctx.text("page", { status: 405 }));
  const response = await ask("POST", "/text", app);
  assertEquals([await response.text(), response.headers.get("allow")], ["page", "GET, HEAD, OPTIONS"]);
});

Deno.test("A handler that returns neither a response nor page() is a 500", async () => {
  const app = new App().onError("*", (ctx) => ctx.text(String(ctx.error), { status: 500 }))
    .route("/", { handler: () => JSON.parse("3") });
  const response = await ask("GET", "/", app);
  assertEquals(response.status, 500);
  assertEquals((await response.text()).startsWith("TypeError: Cannot answer"), true);
});
