import { assertEquals, assertInstanceOf } from "@std/assert";
import { HttpError } from "fresh";
import type { Serve } from "@/lib/fresh/app.ts";
import type { Middleware } from "@/lib/fresh/types.ts";
import { serveRoutes } from "./site.ts";

const serve = serveRoutes({
  "/text": () => new Response("hëllo", { headers: { "x-a": "1", "content-length": "6" } }),
  "/write": { POST: () => new Response("w"), PUT: () => new Response("w") },
  "/own": { HEAD: () => new Response(null, { status: 202 }), GET: () => new Response("x") },
});

async function send(method: string, path: string, app: Serve = serve): Promise<Response> {
  return await app(new Request(`http://localhost${path}`, { method }));
}

Deno.test("HEAD uses its own handler if there is one, or that of GET", async () => {
  assertEquals((await send("HEAD", "/text")).headers.get("x-a"), "1");
  assertEquals((await send("HEAD", "/own")).status, 202);
  assertEquals((await send("HEAD", "/write")).status, 405);
});

Deno.test("a method without a handler gets a 405", async () => {
  for (const method of ["DELETE", "OPTIONS", "PROPFIND", "M-SEARCH", "x", "constructor"]) {
    for (const path of ["/text", "/write", "/own"]) assertEquals((await send(method, path)).status, 405, method + path);
  }
});

Deno.test("a route accepts a trailing slash and repeated slashes", async () => {
  const app = serveRoutes({ "/a/b": () => new Response("static"), "/p/:id": (ctx) => Response.json(ctx.params) });
  for (const path of ["/a/b", "/a/b/", "//a//b", "/a/b//?x"]) {
    assertEquals(await (await send("GET", path, app)).text(), "static", path);
  }
  for (const path of ["/p/1", "/p/1/", "//p//1"]) {
    assertEquals(await (await send("GET", path, app)).json(), { id: "1" }, path);
  }
});

Deno.test("middlewares run in their order, and back; those after the routes only if none matches", async () => {
  const mark = (name: string): Middleware<unknown> => async (ctx) => {
    const response = await ctx.next().catch(() => new Response("none"));
    response.headers.append("x-out", name);
    return response;
  };
  const outer = [mark("a"), mark("b")];
  const app = serveRoutes({ "/": () => new Response() }, { outer, unmatched: [...outer, mark("c")] });
  assertEquals((await send("GET", "/", app)).headers.get("x-out"), "b, a");
  assertEquals((await send("GET", "/none", app)).headers.get("x-out"), "c, b, a");
});

async function fail(error: unknown): Promise<[number, string]> {
  const response = await send("GET", "/", serveRoutes({ "/": () => Promise.reject(error) }));
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
    assertEquals(await fail(new HttpError(503)), [503, "Service Unavailable"]);
    assertEquals(await fail(new HttpError(451)), [451, "Unavailable For Legal Reasons"]);
    const broken = serveRoutes({ "/": () => JSON.parse("null") });
    assertEquals((await send("GET", "/", broken)).status, 500);
  } finally {
    Deno.stderr.writeSync = writeSync;
  }
  assertEquals(written.map((text) => text.split("\n", 1)[0]), [
    "Error: secret",
    "HttpError",
    "TypeError: Cannot respond: a middleware must return a response, got null",
  ]);
});

Deno.test("an invalid percent-encoding is a 400 that passes the root middlewares", async () => {
  const outer: Middleware<unknown>[] = [async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      assertInstanceOf(error, HttpError);
      return Response.json([error.status, ctx.route]);
    }
  }];
  const app = serveRoutes({ "/:a": (ctx) => new Response(ctx.params.a) }, { outer });
  assertEquals(await (await send("GET", "/%zz", app)).json(), [400, null]);
  assertEquals(await (await send("GET", "/fine", app)).text(), "fine");
  assertEquals((await send("GET", "/%zz")).status, 400);
});
