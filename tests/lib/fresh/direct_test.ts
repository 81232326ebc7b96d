import { assert, assertEquals } from "@std/assert";
import { App, HttpError, type Middleware } from "fresh";

function marked(middleware: Middleware<unknown>): Middleware<unknown> {
  return Object.assign(middleware, { takesResponse: true });
}

function call(app: App<unknown>, method = "GET"): unknown {
  return app.handler()(new Request("http://a/x", { method }));
}

Deno.test("handler() answers without a promise where every middleware takes a response as it is", () => {
  const app = new App().use(marked((ctx) => ctx.next())).route("/x", { handler: () => new Response("at once") });
  assert(call(app) instanceof Response);
});

Deno.test("handler() answers with a promise where one middleware bears no mark", async () => {
  const plain: Middleware<unknown> = (ctx) => ctx.next().then((response) => response);
  const app = new App().use(marked((ctx) => ctx.next()), plain).get("/x", () => new Response("later"));
  const answered = call(app);
  assert(answered instanceof Promise);
  assertEquals(await (await answered).text(), "later");
});

Deno.test("handler() answers with a promise where the route, an error or HEAD needs one", async () => {
  const use = () => new App().use(marked((ctx) => ctx.next()));
  const late = call(use().route("/x", { handler: () => Promise.resolve(new Response("later")) }));
  assert(late instanceof Promise);
  assertEquals(await (await late).text(), "later");
  const failing = call(
    use().get("/x", () => {
      throw new HttpError(418);
    }),
  );
  assert(failing instanceof Promise);
  assertEquals((await failing).status, 418);
  const head = call(use().route("/x", { handler: () => new Response("body") }), "HEAD");
  assert(head instanceof Promise);
  assertEquals((await head).headers.get("content-length"), "4");
});
