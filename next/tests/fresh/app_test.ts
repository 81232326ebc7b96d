import { assertEquals, assertMatch } from "@std/assert";
import { type Context, createDefine, HttpError } from "fresh";
import { createSite, type Site } from "./site.ts";

/** A route with handlers by method, a route for every method, and routes that fail. */
const ROUTES = {
  "routes/text.ts": `export const handler = { GET: () => new Response("hëllo", { headers: { "x-a": "1" } }) };`,
  "routes/write.ts": `export const handler = { POST: () => new Response("w"), PUT: () => new Response("w") };`,
  "routes/own.ts": `export const handler = {
    HEAD: () => new Response(null, { status: 202 }),
    GET: () => new Response("x"),
  };`,
  "routes/every.ts": `export const handler = (ctx) => new Response(ctx.req.method);`,
  "routes/p/[id].ts": `export const handler = { GET: (ctx) => Response.json(ctx.params) };`,
  "routes/throws.ts": `export const handler = { GET() { throw new Error("secret"); } };`,
  "routes/null.ts": `export const handler = { GET: () => null };`,
};

const createRoutes = (): Promise<Site> => createSite(ROUTES);

Deno.test("HEAD uses its own handler if there is one, or that of GET", async () => {
  await using site = await createRoutes();
  site.app.fsRoutes();
  assertEquals((await site.fetch("/text", { method: "HEAD" })).headers.get("x-a"), "1");
  assertEquals((await site.fetch("/own", { method: "HEAD" })).status, 202);
  assertEquals((await site.fetch("/write", { method: "HEAD" })).status, 405);
});

Deno.test("a method without a handler gets a 405, and a handler that is a function gets every method", async () => {
  await using site = await createRoutes();
  site.app.fsRoutes();
  for (const method of ["DELETE", "OPTIONS", "PROPFIND", "M-SEARCH", "x", "constructor"]) {
    for (const path of ["/text", "/write", "/own"]) {
      assertEquals((await site.fetch(path, { method })).status, 405, method + path);
    }
    assertEquals(await (await site.fetch("/every", { method })).text(), method);
  }
});

Deno.test("a route accepts a trailing slash and repeated slashes", async () => {
  await using site = await createRoutes();
  site.app.fsRoutes();
  for (const path of ["/text", "/text/", "//text", "/text//?x"]) {
    assertEquals(await (await site.fetch(path)).text(), "hëllo", path);
  }
  for (const path of ["/p/1", "/p/1/", "//p//1"]) assertEquals(await (await site.fetch(path)).json(), { id: "1" });
});

/** Middlewares that append a name to `x-out` on the way back. */
const mark = (name: string) => async (ctx: Context<unknown>) => {
  const response = await ctx.next().catch(() => new Response("none"));
  response.headers.append("x-out", name);
  return response;
};

Deno.test("middlewares run in their order, and back; those after the routes only if none matches", async () => {
  const middleware = `export default async (ctx) => {
    const response = await ctx.next();
    response.headers.append("x-out", "file");
    return response;
  };`;
  await using site = await createSite({ ...ROUTES, "routes/_middleware.ts": middleware });
  site.app.use(mark("a"), mark("b")).fsRoutes().use(mark("c"));
  assertEquals((await site.fetch("/text")).headers.get("x-out"), "file, b, a");
  assertEquals((await site.fetch("/none")).headers.get("x-out"), "c, file, b, a");
});

Deno.test("a middleware sees the route and the errors 400, 404, 405 and those that a route throws", async () => {
  await using site = await createRoutes();
  site.app.use(async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      return Response.json([ctx.route, error instanceof HttpError ? error.status : String(error)]);
    }
  }).fsRoutes();
  assertEquals(await (await site.fetch("/%zz")).json(), [null, 400]);
  assertEquals(await (await site.fetch("/p/%zz")).json(), [null, 400]);
  assertEquals(await (await site.fetch("/none")).json(), [null, 404]);
  assertEquals(await (await site.fetch("/p/1", { method: "POST" })).json(), ["/p/:id", 405]);
  assertEquals(await (await site.fetch("/throws")).json(), ["/throws", "Error: secret"]);
});

Deno.test("an error that no middleware handles becomes a plain response, and from 500 on a line on stderr", async () => {
  await using site = await createRoutes();
  site.app.use((ctx) => {
    const status = Number(ctx.url.searchParams.get("status"));
    if (status > 0) throw new HttpError(status, status === 400 ? "no" : undefined);
    return ctx.next();
  }).fsRoutes();
  const fail = async (path: string) => {
    const response = await site.fetch(path);
    return [response.status, await response.text()];
  };
  const { writeSync } = Deno.stderr;
  const written: string[] = [];
  Deno.stderr.writeSync = (bytes) => written.push(new TextDecoder().decode(bytes));
  try {
    assertEquals(await fail("/?status=418"), [418, "I'm a teapot"]);
    assertEquals(await fail("/?status=400"), [400, "no"]);
    assertEquals(await fail("/?status=503"), [503, "Service Unavailable"]);
    assertEquals(await fail("/throws"), [500, "Internal server error"]);
    assertEquals(await fail("/null"), [500, "Internal server error"]);
  } finally {
    Deno.stderr.writeSync = writeSync;
  }
  assertEquals(written.map((text) => text.split("\n", 1)[0]), [
    "HttpError",
    "Error: secret",
    "TypeError: Cannot respond: a middleware must return a response, got null",
  ]);
});

Deno.test("ctx.url has single slashes, and ctx.state is shared along the chain", async () => {
  await using site = await createRoutes();
  const seen: unknown[] = [];
  site.app.use((ctx) => {
    Object.assign(ctx.state as object, { n: 1 });
    seen.push(ctx.url.href);
    return ctx.next();
  }, (ctx) => {
    seen.push(ctx.state);
    return ctx.next();
  }).fsRoutes();
  await site.fetch("//text//?q=a//b");
  assertEquals(seen, ["http://localhost/text/?q=a//b", { n: 1 }]);
});

Deno.test("define types the context and rejects what is not a handler", () => {
  const define = createDefine<{ user: string }>();
  const handlers = { GET: () => new Response() };
  assertEquals(define.handlers(handlers), handlers);
  define.handlers({ GET: (ctx) => new Response(ctx.state.user + ctx.params.x) });
  define.handlers((ctx) => new Response(ctx.state.user));
  define.middleware(async (ctx) => await ctx.next());
  // @ts-expect-error: a handler must return a response
  define.handlers({ GET: () => 3 });
  // @ts-expect-error: a middleware must return a response
  define.middleware(() => "text");
});

/** Serves an application that reports errors as JSON, and sends raw requests to it. */
async function send(...requests: string[]): Promise<string[]> {
  await using site = await createSite({
    "routes/a.ts": `export const handler = { GET: () => new Response("hëllo") };`,
    "routes/u.ts":
      `export const handler = { GET: (ctx) => new Response(ctx.url.href + ctx.info.remoteAddr.hostname) };`,
  });
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, site.app.fsRoutes().handler());
  const responses: string[] = [];
  for (const request of requests) {
    using connection = await Deno.connect({ hostname: server.addr.hostname, port: server.addr.port });
    await connection.write(new TextEncoder().encode(`${request}\r\nconnection: close\r\n\r\n`));
    responses.push(await new Response(connection.readable).text());
  }
  return responses;
}

Deno.test("App responds to unusual request lines and hosts", async () => {
  const expected: Record<string, number> = {
    "PROPFIND /a HTTP/1.1\r\nhost: a": 405,
    "TRACE /a HTTP/1.1\r\nhost: a": 405,
    "get /a HTTP/1.1\r\nhost: a": 405,
    "OPTIONS * HTTP/1.1\r\nhost: a": 404,
    "GET http://other.example/a HTTP/1.1\r\nhost: a": 200,
    "GET /a#b HTTP/1.1\r\nhost: a": 200,
    "GET /x\\..\\a HTTP/1.1\r\nhost: a": 200,
    "GET /%zz HTTP/1.1\r\nhost: a": 400,
    "GET /a HTTP/1.0": 200,
    "GET /u HTTP/1.1\r\nhost: a:b:c": 400,
    "GET /u HTTP/1.1\r\nhost: 1.2.3.456": 400,
    "GET /u HTTP/1.1\r\nhost: e vil": 400,
    "GET /a HTTP/1.1\r\nhost: evil/x?y=": 404,
  };
  const responses = await send(...Object.keys(expected));
  assertEquals(responses.map((response) => Number(response.split(" ")[1])), Object.values(expected));
});

Deno.test("App sends the length of a body on HEAD, and knows the address of the client", async () => {
  const [head, address] = await send("HEAD /a HTTP/1.1\r\nhost: a", "GET /u HTTP/1.1\r\nhost: a");
  assertMatch(head ?? "", /content-length: 6\r\n[^]*\r\n\r\n$/);
  assertMatch(address ?? "", /http:\/\/a\/u127\.0\.0\.1$/);
});
