import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { App, page, type PageProps } from "fresh";
import { Head } from "fresh/runtime";

type Props = PageProps<unknown, unknown>;

function Wrapper({ Component }: Props) {
  return (
    <html lang="en">
      <head>
        <title>Default</title>
        <meta name="description" content="default" />
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
}

async function get(app: App<unknown>, path = "/"): Promise<string> {
  return await (await app.handler()(new Request(`http://localhost${path}`))).text();
}

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

Deno.test("App gives a page everything that Fresh does", async () => {
  let seen: string[] = [];
  const app = new App().route("/p/:id", {
    component: (props) => {
      seen = Object.keys(props).sort();
      return <p>{props.params.id}{props.route}{props.url.search}{props.req.method}</p>;
    },
  });
  assertStringIncludes(await get(app, "/p/1?x"), "<p>1/p/:id?xGET</p>");
  const names = "Component config data error info isPartial params req route state url";
  assertEquals(seen, names.split(" "));
});

Deno.test("App puts a document around a page that brings none", async () => {
  const app = new App().route("/", { component: () => <p>hi</p> });
  const head = '<head><meta charset="utf-8"/></head>';
  assertEquals(await get(app), `<!DOCTYPE html><html>${head}<body><p>hi</p></body></html>`);
});

Deno.test("App puts a head into a document that has none", async () => {
  const app = new App().route("/", {
    component: () => (
      <html lang="en">
        <body>$&amp;</body>
      </html>
    ),
  });
  const head = '<head><meta charset="utf-8"/></head>';
  assertEquals(await get(app), `<!DOCTYPE html><html lang="en">${head}<body>$&amp;</body></html>`);
});

Deno.test("App waits for async pages, layouts and wrappers, and each may answer for itself", async () => {
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
  assertStringIncludes(await get(app), "<body>w<i><p>late</p></i></body>");
  assertEquals(await get(app, "/stop"), "stopped");
  assertEquals(await get(app, "/own"), "own");
});

Deno.test("App leaves layouts and the wrapper out where a route or a layout says so", async () => {
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
  assertStringIncludes(await get(app, "/plain"), "<body><p>p</p></body>");
  assertEquals(await get(app, "/bare"), `${start}<main><p>p</p></main></body></html>`);
  assertEquals(await get(app, "/a/x"), `${start}<i><p>p</p></i></body></html>`);
});

Deno.test("ctx.render() uses the wrappers of the place it is called from", async () => {
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
  assertStringIncludes(await get(app, "/a/works"), "<body><i><p>fine</p></i></body>");
});

Deno.test("ctx.render() rejects what is no JSX", async () => {
  const app = new App().get("/", async (ctx) => {
    await assertRejects(() => ctx.render(JSON.parse("{}")), TypeError);
    return new Response("rejected");
  });
  assertEquals(await get(app), "rejected");
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

Deno.test("page() keeps two cookies apart", async () => {
  const headers = [["set-cookie", "a=1"], ["set-cookie", "b=2"]] as [string, string][];
  const app = new App().route("/", { handler: () => page(null, { headers }), component: () => <p /> });
  const response = await app.handler()(new Request("http://localhost/"));
  assertEquals(response.headers.getSetCookie(), ["a=1", "b=2"]);
  await response.body?.cancel();
});

Deno.test("Head replaces what stands for the same in the document's head, and adds the rest", async () => {
  const app = new App().appWrapper(Wrapper).route("/", {
    component: () => (
      <p>
        <Head>
          <title>Mine</title>
          <meta name="description" content="mine" />
          <meta name="robots" content="none" />
        </Head>
        text
      </p>
    ),
  }).route("/plain", { component: () => <p>plain</p> });
  const own = '<title>Mine</title><meta name="description" content="mine"/><meta name="robots" content="none"/>';
  assertStringIncludes(await get(app), `<head>${own}</head><body><p>text</p></body>`);
  // The next page must not inherit anything.
  assertStringIncludes(
    await get(app, "/plain"),
    '<title>Default</title><meta name="description" content="default"/></head>',
  );
});

Deno.test("Head takes part where the page brings no document", async () => {
  const app = new App().route("/", {
    component: () => (
      <p>
        <Head>
          <title>Alone</title>
        </Head>
      </p>
    ),
  });
  assertStringIncludes(await get(app), '<head><meta charset="utf-8"/><title>Alone</title></head><body><p></p></body>');
});

Deno.test("Head takes components and fragments, and the later of two for the same", async () => {
  const several = (
    <>
      <title>First</title>
      <base href="/" />
    </>
  );
  const Icon = (props: { href: string }) => <link rel="icon" href={props.href} />;
  const app = new App().appWrapper(Wrapper).route("/", {
    component: () => (
      <p>
        <Head>
          {several}
          <Icon href="/a" />
          <Icon href="/b" />
        </Head>
        <Head>
          <title>Second</title>
        </Head>
      </p>
    ),
  });
  const icons = '<base href="/"/><link rel="icon" href="/a"/><link rel="icon" href="/b"/>';
  assertStringIncludes(
    await get(app),
    `<title>Second</title><meta name="description" content="default"/>${icons}</head>`,
  );
});

Deno.test("Pages that are rendered at the same time do not mix", async () => {
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
