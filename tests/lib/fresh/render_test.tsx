import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { App, page, type PageProps } from "fresh";
import { Head } from "fresh/runtime";
import { getPage, Wrapper } from "./pages.tsx";

type Props = PageProps<unknown, unknown>;

Deno.test("App renders a page with its data inside layouts and the app wrapper", async () => {
  const app = new App().appWrapper(Wrapper)
    .layout("*", ({ Component }) => (
      <main>
        <Component />
      </main>
    ))
    .layout("/a", ({ Component }) => (
      <section>
        <Component />
      </section>
    ))
    .route("/a/:id", {
      handler: { GET: (ctx) => page({ id: ctx.params.id }, { status: 201, headers: { "x-a": "1" } }) },
      component: ({ data }) => <p>{(data as { id: string }).id} &amp; {"<b>"}</p>,
    });
  const response = await app.handler()(new Request("http://localhost/a/7"));
  assertEquals([response.status, response.headers.get("x-a")], [201, "1"]);
  assertEquals(response.headers.get("content-type"), "text/html; charset=utf-8");
  assertEquals(
    await response.text(),
    '<!DOCTYPE html><html lang="en"><head><title>Default</title><meta name="description" content="default"/></head>' +
      "<body><main><section><p>7 &amp; &lt;b&gt;</p></section></main></body></html>",
  );
});

Deno.test("App passes a page the properties that Fresh does", async () => {
  let seen: string[] = [];
  const app = new App().route("/p/:id", {
    component: (props) => {
      seen = Object.keys(props).sort();
      return <p>{props.params.id}{props.route}{props.url.search}{props.req.method}</p>;
    },
  });
  assertStringIncludes(await getPage(app, "/p/1?x"), "<p>1/p/:id?xGET</p>");
  const names = "Component config data error info isPartial params req route state url";
  assertEquals(seen, names.split(" "));
});

Deno.test("App adds a document around a page that renders none", async () => {
  const app = new App().route("/", { component: () => <p>hi</p> });
  const head = '<head><meta charset="utf-8"/></head>';
  assertEquals(await getPage(app), `<!DOCTYPE html><html>${head}<body><p>hi</p></body></html>`);
});

Deno.test("App adds a head to a document without one", async () => {
  const app = new App().route("/", {
    component: () => (
      <html lang="en">
        <body>$&amp;</body>
      </html>
    ),
  });
  const head = '<head><meta charset="utf-8"/></head>';
  assertEquals(await getPage(app), `<!DOCTYPE html><html lang="en">${head}<body>$&amp;</body></html>`);
});

Deno.test("App awaits async pages, layouts and wrappers, and each may return a response", async () => {
  const app = new App().appWrapper(async ({ Component }) => (
    <body>
      {await "w"}
      <Component />
    </body>
  ))
    .layout("*", async ({ Component, url }) => {
      await null;
      return url.pathname === "/stop" ? new Response("stopped") : (
        <i>
          <Component />
        </i>
      );
    })
    .route("/", { component: async () => <p>{await Promise.resolve("late")}</p> })
    .route("/stop", { component: () => <p>never</p> })
    .route("/own", { component: async () => await new Response("own") });
  assertStringIncludes(await getPage(app), "<body>w<i><p>late</p></i></body>");
  assertEquals(await getPage(app, "/stop"), "stopped");
  assertEquals(await getPage(app, "/own"), "own");
});

Deno.test("App leaves out layouts and the wrapper if a route or a layout says so", async () => {
  const outer = ({ Component }: Props) => (
    <main>
      <Component />
    </main>
  );
  const app = new App().appWrapper(Wrapper).layout("*", outer)
    .layout("/a", ({ Component }) => (
      <i>
        <Component />
      </i>
    ), { skipInheritedLayouts: true, skipAppWrapper: true })
    .route("/plain", { component: () => <p>p</p>, config: { skipInheritedLayouts: true } })
    .route("/bare", { component: () => <p>p</p> }, { skipAppWrapper: true })
    .route("/a/x", { component: () => <p>p</p> });
  const start = '<!DOCTYPE html><html><head><meta charset="utf-8"/></head><body>';
  assertStringIncludes(await getPage(app, "/plain"), "<body><p>p</p></body>");
  assertEquals(await getPage(app, "/bare"), `${start}<main><p>p</p></main></body></html>`);
  assertEquals(await getPage(app, "/a/x"), `${start}<i><p>p</p></i></body></html>`);
});

Deno.test("ctx.render() uses the wrappers of the segment that calls it", async () => {
  const app = new App().appWrapper(Wrapper)
    .use(async (ctx) => {
      try {
        return await ctx.next();
      } catch {
        return ctx.render(<p>caught</p>, { status: 418, headers: { "x-a": "1" } });
      }
    })
    .layout("/a", ({ Component }) => (
      <i>
        <Component />
      </i>
    ))
    .get("/a/fails", () => {
      throw new Error("x");
    })
    .get("/a/works", (ctx) => ctx.render(<p>fine</p>));
  const response = await app.handler()(new Request("http://localhost/a/fails"));
  assertEquals([response.status, response.headers.get("x-a")], [418, "1"]);
  assertStringIncludes(await response.text(), "<body><p>caught</p></body>");
  assertStringIncludes(await getPage(app, "/a/works"), "<body><i><p>fine</p></i></body>");
});

Deno.test("ctx.render() rejects a value that is not JSX", async () => {
  const app = new App().get("/", async (ctx) => {
    await assertRejects(() => ctx.render(JSON.parse("{}")), TypeError);
    return new Response("rejected");
  });
  assertEquals(await getPage(app), "rejected");
});

Deno.test("App renders error pages with the error, its status, and their wrappers", async () => {
  const app = new App().appWrapper(Wrapper)
    .onError("*", { component: ({ error }) => <p>{String(error)}</p> })
    .notFound({
      handler: () => page({ hint: "look" }, { status: 404 }),
      component: ({ data }) => <p>{(data as { hint: string }).hint}</p>,
    })
    .get("/fails", () => {
      throw new Error("boom");
    });
  const failed = await app.handler()(new Request("http://localhost/fails"));
  assertEquals(failed.status, 500);
  assertStringIncludes(await failed.text(), "<body><p>Error: boom</p></body>");
  const missing = await app.handler()(new Request("http://localhost/none", { method: "POST" }));
  assertEquals(missing.status, 404);
  assertStringIncludes(await missing.text(), "<p>look</p>");
});

Deno.test("App renders a bare component for a 404 with status 200, as Fresh does", async () => {
  const response = await new App().notFound({ component: () => <p>none</p> }).handler()(new Request("http://h/none"));
  assertEquals(response.status, 200);
  assertStringIncludes(await response.text(), "<p>none</p>");
});

Deno.test("page() preserves two Set-Cookie headers", async () => {
  const headers = [["set-cookie", "a=1"], ["set-cookie", "b=2"]] as [string, string][];
  const app = new App().route("/", { handler: () => page(null, { headers }), component: () => <p /> });
  const response = await app.handler()(new Request("http://localhost/"));
  assertEquals(response.headers.getSetCookie(), ["a=1", "b=2"]);
  await response.body?.cancel();
});

Deno.test("pages that are rendered at the same time do not share their heads", async () => {
  const app = new App().appWrapper(Wrapper).route("/:id", {
    component: async ({ params }) => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      return (
        <p>
          <Head>
            <title>{params.id}</title>
          </Head>
          {params.id}
        </p>
      );
    },
  });
  const handler = app.handler();
  const ids = ["a", "b", "c", "d"];
  const pages = await Promise.all(ids.map(async (id) => (await handler(new Request(`http://h/${id}`))).text()));
  pages.forEach((page, i) => assertStringIncludes(page, `<title>${ids[i]}</title>`));
});
