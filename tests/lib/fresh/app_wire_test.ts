import { assertEquals, assertMatch } from "@std/assert";
import type { Serve } from "@/lib/fresh/app.ts";
import { serveRoutes } from "./site.ts";

/** Serves an application and sends raw requests to it. */
async function send(serve: Serve, ...requests: string[]): Promise<string[]> {
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, serve);
  const responses: string[] = [];
  for (const request of requests) {
    using connection = await Deno.connect({ hostname: server.addr.hostname, port: server.addr.port });
    const text = request.includes("\r\n\r\n") ? request : `${request}\r\nconnection: close\r\n\r\n`;
    await connection.write(new TextEncoder().encode(text));
    responses.push(await new Response(connection.readable).text());
  }
  return responses;
}

/** Reports in the body which route an error belongs to, as a service would. */
function createServer(): Serve {
  const routes = {
    "/a": () => new Response("hëllo", { headers: { "content-length": "6" } }),
    "/u": (ctx: { url: URL }) => new Response(ctx.url.href),
    "/addr": (ctx: { info: Deno.ServeHandlerInfo }) => Response.json(ctx.info.remoteAddr),
  };
  return serveRoutes(routes, {
    outer: [async (ctx) => {
      try {
        return await ctx.next();
      } catch (error) {
        return Response.json({ route: ctx.route, error: String(error) }, { status: Object(error).status ?? 500 });
      }
    }],
  });
}

Deno.test("App responds to invalid hosts: ctx.url throws a 400, and the next request works", async () => {
  const hosts = ["%zz", "a:b:c", "e vil", "1.2.3.456", "x:99999"];
  const responses = await send(createServer(), ...hosts.map((host) => `GET /u HTTP/1.1\r\nhost: ${host}`));
  for (const response of responses) assertMatch(response, /^HTTP\/1.1 400 [^]*{"route":"\/u",/);
  const [confused, next] = await send(
    createServer(),
    "GET /a HTTP/1.1\r\nhost: evil/x?y=",
    "GET /a HTTP/1.1\r\nhost: a",
  );
  assertMatch(confused ?? "", /^HTTP\/1.1 404 /);
  assertMatch(next ?? "", /^HTTP\/1.1 200 [^]*hëllo$/);
});

Deno.test("App responds to unusual request lines", async () => {
  const responses = await send(
    createServer(),
    "PROPFIND /a HTTP/1.1\r\nhost: a",
    "OPTIONS * HTTP/1.1\r\nhost: a",
    "GET http://other.example/a HTTP/1.1\r\nhost: a",
    "GET /a#b HTTP/1.1\r\nhost: a",
    "GET /x\\..\\a HTTP/1.1\r\nhost: a",
    "GET /%zz HTTP/1.1\r\nhost: a",
    "get /a HTTP/1.1\r\nhost: a",
    "GET /a HTTP/1.0",
    `GET /${"a".repeat(50_000)} HTTP/1.1\r\nhost: a`,
    "TRACE /a HTTP/1.1\r\nhost: a",
  );
  const statuses = responses.map((response) => Number(response.split(" ")[1]));
  assertEquals(statuses, [405, 404, 200, 200, 200, 400, 405, 200, 404, 405]);
});

Deno.test("App sends the length of a body on HEAD, and knows the address of the client", async () => {
  const [head, address] = await send(createServer(), "HEAD /a HTTP/1.1\r\nhost: a", "GET /addr HTTP/1.1\r\nhost: a");
  assertMatch(head ?? "", /content-length: 6\r\n/);
  assertMatch(head ?? "", /\r\n\r\n$/);
  assertMatch(address ?? "", /"hostname":"127.0.0.1"/);
});
