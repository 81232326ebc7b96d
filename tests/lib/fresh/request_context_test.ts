import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { App, type Context, type FreshConfig } from "fresh";

/** Returns what `read` sees in a middleware. */
async function see<T>(
  read: (ctx: Context<unknown>) => T,
  url: string,
  init: RequestInit & FreshConfig = {},
): Promise<T> {
  const results: T[] = [];
  const app = new App(init).use((ctx) => {
    results.push(read(ctx));
    return new Response();
  });
  await app.get("/p/:id", () => new Response()).get("/r/:rest*", () => new Response()).handler()(
    new Request(url, init),
  );
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

Deno.test("ctx.url follows the forwarded headers only if the proxy is trusted", async () => {
  const headers = { "x-forwarded-proto": "https, http", "x-forwarded-host": "shop.example, inner" };
  const href = (ctx: Context<unknown>) => ctx.url.href;
  assertEquals(await see(href, "http://host:81/p/1", { headers }), "http://host:81/p/1");
  assertEquals(await see(href, "http://host:81/p/1", { headers, trustProxy: true }), "https://shop.example/p/1");
  const odd = { "x-forwarded-proto": "javascript", "x-forwarded-host": "a b" };
  assertEquals(await see(href, "http://host/p/1", { headers: odd, trustProxy: true }), "http://host/p/1");
});

Deno.test("ctx.redirect() stays on this site if it is given a path", async () => {
  const cases = { "/a": "/a", "//evil.example/x": "/evil.example/x", "/a//b?c=//d": "/a/b?c=//d", "/": "/" };
  for (const [path, location] of Object.entries(cases)) {
    const response = await see((ctx) => ctx.redirect(path), "http://host/");
    assertEquals([response.status, response.headers.get("location")], [302, location]);
  }
  const away = await see((ctx) => ctx.redirect("https://other.example/", 308), "http://host/");
  assertEquals([away.status, away.headers.get("location")], [308, "https://other.example/"]);
});

Deno.test("ctx.text(), html() and json() set the type and preserve status and headers", async () => {
  const init = { status: 201, headers: { "x-a": "1" } };
  const responses = await see(
    (ctx) => [ctx.text("t", init), ctx.html("<b>", init), ctx.json({ a: 1 }, init)],
    "http://h/",
  );
  assertEquals(
    responses.map((response) => [response.status, response.headers.get("x-a"), response.headers.get("content-type")]),
    [
      [201, "1", "text/plain;charset=UTF-8"],
      [201, "1", "text/html; charset=utf-8"],
      [201, "1", "application/json"],
    ],
  );
  assertEquals(await Promise.all(responses.map((response) => response.text())), ["t", "<b>", '{"a":1}']);
});

Deno.test("ctx.isPartial is true if the client asks for a part of a page", async () => {
  assertEquals(await see((ctx) => ctx.isPartial, "http://host/?fresh-partial=true"), true);
  assertEquals(await see((ctx) => ctx.isPartial, "http://host/fresh-partial"), false);
});

Deno.test("ctx.state is created once and shared along the chain", async () => {
  const app = new App<{ n: number }>().use((ctx) => {
    ctx.state.n = 1;
    return ctx.next();
  }).get("/", (ctx) => ctx.json(ctx.state));
  assertEquals(await (await app.handler()(new Request("http://h/"))).json(), { n: 1 });
});

Deno.test("ctx.next() returns a promise even if the route returns a response", async () => {
  const app = new App().use((ctx) => {
    const next = ctx.next();
    assertInstanceOf(next, Promise);
    return next;
  }).get("/", () => new Response("at once"));
  const response = app.handler()(new Request("http://h/"));
  assertInstanceOf(response, Promise);
  assertEquals(await (await response).text(), "at once");
});

Deno.test("ctx.next() rejects with what a sync middleware throws", async () => {
  const app = new App().use(async (ctx) => {
    const error = await assertRejects(() => ctx.next());
    return ctx.text(error.message);
  }).use(() => {
    throw new Error("sync");
  });
  assertEquals(await (await app.handler()(new Request("http://h/"))).text(), "sync");
});

Deno.test("ctx.info has a default for a request without a connection", async () => {
  const { remoteAddr } = await see((ctx) => ctx.info, "http://host/");
  assertEquals("hostname" in remoteAddr && remoteAddr.hostname, "localhost");
});
