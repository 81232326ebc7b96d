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

async function send(method: string, path: string, app: App<unknown> = createApp()): Promise<Response> {
  return await app.handler()(new Request(`http://localhost${path}`, { method }));
}

Deno.test("HEAD gets the response of GET with its headers and length but without the body", async () => {
  const response = await send("HEAD", "/text");
  assertEquals([response.status, response.headers.get("x-a"), response.headers.get("content-length")], [200, "1", "6"]);
  assertEquals(await response.text(), "");
  assertEquals((await send("HEAD", "/bytes")).headers.get("content-length"), "7");
  assertEquals((await send("HEAD", "/length")).headers.get("content-length"), "3");
});

Deno.test("HEAD does not wait for a stream and sends no length for it", async () => {
  const response = await send("HEAD", "/stream");
  assertEquals(response.headers.get("content-length"), null);
  assertEquals(await response.text(), "");
  assertEquals((await send("HEAD", "/empty")).status, 304);
});

Deno.test("HEAD sends no length for a body that fails or cannot be cancelled", async () => {
  const boom = () => Promise.reject(new Error("boom"));
  const app = new App().get("/read", () => new Response(new ReadableStream({ pull: boom })))
    .get("/stop", () => new Response(new ReadableStream({ pull: () => new Promise(() => {}), cancel: boom })));
  for (const path of ["/read", "/stop"]) {
    const response = await send("HEAD", path, app);
    assertEquals([response.status, response.headers.get("content-length")], [200, null], path);
  }
});

Deno.test("HEAD uses its own handler if there is one, and needs GET otherwise", async () => {
  assertEquals((await send("HEAD", "/own")).status, 202);
  assertEquals((await send("HEAD", "/write")).status, 405);
});

Deno.test("a method without a handler gets a 405 that lists the supported ones", async () => {
  const cases = { "/text": "GET, HEAD, OPTIONS", "/write": "POST, PUT, OPTIONS", "/own": "GET, HEAD, OPTIONS" };
  for (const [path, allow] of Object.entries(cases)) {
    for (const method of ["DELETE", "PROPFIND", "M-SEARCH", "x"]) {
      const response = await send(method, path);
      assertEquals([response.status, response.headers.get("allow")], [405, allow], `${method} ${path}`);
      await response.body?.cancel();
    }
  }
});

Deno.test("OPTIONS gets a 204 that lists the methods unless the route handles it", async () => {
  const response = await send("OPTIONS", "/text");
  assertEquals([response.status, response.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
  assertEquals(await (await send("OPTIONS", "/any")).text(), "OPTIONS");
  assertEquals((await send("OPTIONS", "/none")).status, 404);
});

Deno.test("a 405 lists the methods even if an error route responds", async () => {
  const app = createApp().onError("*", (ctx) => ctx.text("page", { status: 405 }));
  const response = await send("POST", "/text", app);
  assertEquals([await response.text(), response.headers.get("allow")], ["page", "GET, HEAD, OPTIONS"]);
});

async function fail(error: unknown): Promise<[number, string]> {
  const response = await send("GET", "/", new App().get("/", () => Promise.reject(error)));
  return [response.status, await response.text()];
}

Deno.test("an HttpError that nothing handles becomes its status and message, or the standard text", async () => {
  assertEquals(await fail(new HttpError(418)), [418, "I'm a teapot"]);
  assertEquals(await fail(new HttpError(400, "no")), [400, "no"]);
  assertEquals(await (await send("GET", "/none")).text(), "Not Found");
});

Deno.test("an error with a status from 500 is written to stderr if nothing handles it", async () => {
  const { writeSync } = Deno.stderr;
  const written: string[] = [];
  Deno.stderr.writeSync = (bytes) => written.push(new TextDecoder().decode(bytes));
  try {
    assertEquals(await fail(new Error("secret")), [500, "Internal server error"]);
    assertEquals(await fail(new HttpError(500, "bare")), [500, "bare"]);
    assertEquals(await fail(new HttpError(503)), [503, "Service Unavailable"]);
    assertEquals(await fail(new HttpError(451)), [451, "Unavailable For Legal Reasons"]);
  } finally {
    Deno.stderr.writeSync = writeSync;
  }
  assertEquals(written.map((text) => text.split("\n", 1)[0]), ["Error: secret", "HttpError: bare", "HttpError"]);
});

Deno.test("an invalid percent-encoding is a 400 that passes the root middlewares", async () => {
  const app = new App().use(async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      assertInstanceOf(error, HttpError);
      return ctx.json([error.status, ctx.route]);
    }
  }).get("/:a", (ctx) => ctx.text(ctx.params.a ?? ""));
  assertEquals(await (await send("GET", "/%zz", app)).json(), [400, null]);
  assertEquals(await (await send("GET", "/fine", app)).text(), "fine");
  assertEquals((await send("GET", "/%zz")).status, 400);
});

Deno.test("a middleware that returns no response is an error", async () => {
  const app = new App().onError("*", (ctx) => ctx.text(String(ctx.error), { status: 500 }))
    .use(() => JSON.parse("null"));
  assertEquals(
    await (await send("GET", "/", app)).text(),
    "TypeError: Cannot respond: a middleware must return a response, got null",
  );
});
