import { assertEquals, assertMatch } from "@std/assert";
import { type Context, createDefine, HttpError } from "fresh";
import { createSite, type Site } from "./site.ts";

const ROUTES = {
  "routes/text.ts": `export const handler = (ctx) => new Response(ctx.req.method);`,
  "routes/p/[id].ts": `export const handler = (ctx) => Response.json(ctx.params);`,
  "routes/throws.ts": `export const handler = () => { throw new Error("secret"); };`,
  "routes/null.ts": `export const handler = () => null;`,
};

const createRoutes = (): Promise<Site> => createSite(ROUTES);

Deno.test("a route responds to every method", async () => {
  await using site = await createRoutes();
  site.app.fsRoutes();
  for (const method of ["POST", "OPTIONS", "PROPFIND"]) {
    assertEquals(await (await site.fetch("/text", { method })).text(), method);
  }
});

Deno.test("a route accepts a trailing slash and repeated slashes", async () => {
  await using site = await createRoutes();
  site.app.fsRoutes();
  for (const path of ["/text", "/text/", "//text", "/text//?x"]) {
    assertEquals(await (await site.fetch(path)).text(), "GET", path);
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

Deno.test("a middleware sees the route, the errors 400 and 404, and those that a route throws", async () => {
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

Deno.test("define types the context and rejects what is no middleware", () => {
  const define = createDefine<{ user: string }>();
  const middleware = define.middleware((ctx) => new Response(ctx.state.user + ctx.params.x));
  assertEquals(define.middleware(middleware), middleware);
  // @ts-expect-error: a middleware must return a response
  define.middleware(() => "text");
});

/** Serves an application and sends raw requests to it. */
async function send(...requests: string[]): Promise<string[]> {
  await using site = await createSite({
    "routes/a.ts": `export const handler = () => new Response("hëllo");`,
    "routes/u.ts": `export const handler = (ctx) => new Response(ctx.url.href + ctx.info.remoteAddr.hostname);`,
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
