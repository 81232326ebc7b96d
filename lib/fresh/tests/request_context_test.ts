import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { type Context, HttpError } from "fresh";
import { serveRoutes } from "./site.ts";

/** Returns what `read` sees in a middleware. */
async function see<T>(read: (ctx: Context<unknown>) => T, url: string): Promise<T> {
  const results: T[] = [];
  const routes = { "/p/:id": () => new Response(), "/r/:rest*": () => new Response() };
  const serve = serveRoutes(routes, {
    outer: [(ctx) => {
      results.push(read(ctx));
      return new Response();
    }],
  });
  await serve(new Request(url));
  return results[0] as T;
}

Deno.test("ctx.params are decoded with decodeURI, so %2F stays", async () => {
  const params = (ctx: Context<unknown>) => ({ ...ctx.params });
  assertEquals(await see(params, "http://host/p/a%20b%C3%A9"), { id: "a bé" });
  assertEquals(await see(params, "http://host/p/a%2Fb"), { id: "a%2Fb" });
  assertEquals(await see(params, "http://host/r/a/b%20c/d/"), { rest: "a/b c/d" });
  assertEquals(await see(params, "http://host/r"), { rest: "" });
  assertEquals(await see(params, "http://host/none"), {});
});

Deno.test("ctx.route is the pattern of the matched route", async () => {
  assertEquals(await see((ctx) => ctx.route, "http://host/p/1"), "/p/:id");
  assertEquals(await see((ctx) => ctx.route, "http://host/none"), null);
});

Deno.test("ctx.url is parsed once, with repeated slashes replaced by one", async () => {
  assertEquals(await see((ctx) => ctx.url.href, "http://host:81//p//1?q=a//b"), "http://host:81/p/1?q=a//b");
  assertEquals(await see((ctx) => ctx.url === ctx.url, "http://host/p/1"), true);
});

Deno.test("ctx.state is created once and shared along the chain", async () => {
  const setNumber = (ctx: Context<unknown>) => {
    Object.assign(ctx.state as object, { n: 1 });
    return ctx.next();
  };
  const serve = serveRoutes({ "/": (ctx) => Response.json(ctx.state) }, { outer: [setNumber] });
  assertEquals(await (await serve(new Request("http://h/"))).json(), { n: 1 });
});

Deno.test("ctx.next() returns a promise even if the route returns a response, and rejects with what it throws", async () => {
  const serve = serveRoutes({
    "/": () => new Response("at once"),
    "/throws": () => {
      throw new HttpError(404, "sync");
    },
  }, {
    outer: [async (ctx) => {
      const next = ctx.next();
      assertInstanceOf(next, Promise);
      if (ctx.route === "/") return next;
      return new Response((await assertRejects(() => next)).message);
    }],
  });
  assertEquals(await (await serve(new Request("http://h/"))).text(), "at once");
  assertEquals(await (await serve(new Request("http://h/throws"))).text(), "sync");
});

Deno.test("ctx.info has a default for a request without a connection", async () => {
  const { remoteAddr } = await see((ctx) => ctx.info, "http://host/");
  assertEquals("hostname" in remoteAddr && remoteAddr.hostname, "localhost");
});
