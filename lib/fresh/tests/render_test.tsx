import type { JSX } from "preact";
import { assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { staticFiles } from "fresh";
import { asset, Head } from "fresh/runtime";
import type { PageProps } from "../types.ts";
import { createSite, serveRoutes } from "./site.ts";

/** An app wrapper with a title and a description, which pages can replace. */
function Wrapper({ Component }: PageProps): JSX.Element {
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

/** Renders a page inside the wrapper. */
async function render(vnode: JSX.Element, root?: string): Promise<string> {
  const options = { app: Wrapper, ...root !== undefined && { root } };
  const serve = serveRoutes({ "/x": (ctx) => ctx.render(vnode) }, options);
  return await (await serve(new Request("http://localhost/x"))).text();
}

Deno.test("ctx.render() renders a page inside the app wrapper", async () => {
  const serve = serveRoutes({
    "/a": (ctx) => ctx.render(<p>7 &amp; {"<b>"}</p>),
  }, { app: Wrapper });
  const response = await serve(new Request("http://localhost/a"));
  assertEquals(response.headers.get("content-type"), "text/html; charset=utf-8");
  assertEquals(
    await response.text(),
    '<!DOCTYPE html><html lang="en"><head><title>Default</title><meta name="description" content="default"/></head>' +
      "<body><p>7 &amp; &lt;b&gt;</p></body></html>",
  );
});

Deno.test("Head replaces elements with the same key in the head of the document, and adds the others", async () => {
  const page = (
    <p>
      <Head>
        <title>Mine</title>
        <meta name="description" content="mine" />
        <meta name="robots" content="none" />
      </Head>
      text
    </p>
  );
  const own = '<title>Mine</title><meta name="description" content="mine"/><meta name="robots" content="none"/>';
  assertStringIncludes(await render(page), `<head>${own}</head><body><p>text</p></body>`);
  // The next page must not inherit any of them.
  assertStringIncludes(
    await render(<p>plain</p>),
    '<title>Default</title><meta name="description" content="default"/></head>',
  );
});

Deno.test("Head accepts components, and uses the later of two elements with the same key", async () => {
  const Icon = (props: { href: string }) => <link rel="icon" href={props.href} />;
  const page = (
    <p>
      <Head>
        <title>First</title>
        <Icon href="/a" />
        <link key="b" rel="icon" href="/b" />
        <link rel="icon" href="/c" />
        <link rel="icon" href="/d" />
      </Head>
      <Head>
        <title>Second</title>
      </Head>
    </p>
  );
  // As in Fresh 2.3, links that differ only in `href` replace each other unless they have keys.
  const icons = ["/a", "/b", "/d"].map((href) => `<link rel="icon" href="${href}"/>`).join("");
  assertStringIncludes(
    await render(page),
    `<title>Second</title><meta name="description" content="default"/>${icons}</head>`,
  );
});

/** Returns the URL that `asset()` returns in a page of the application in `root`. */
async function assetIn(root: string, path: string): Promise<string> {
  const Page = () => <p>{asset(path)}</p>;
  return /<p>(.*)<\/p>/.exec(await render(<Page />, root))?.[1]?.replaceAll("&amp;", "&") ?? "";
}

const FILES = { "static/style.css": "body{}", "routes/none.md": "" };

Deno.test("asset() adds the version of the content, and its URL may be cached for a year", async () => {
  await using site = await createSite(FILES);
  await using other = await createSite({ "static/style.css": "body{color:red}" });
  site.app.fsRoutes().use(staticFiles());
  const url = await assetIn(site.root, "/style.css");
  assertMatch(url, /^\/style\.css\?__frsh_c=\w+$/);
  assertNotEquals(await assetIn(other.root, "/style.css"), url);
  assertEquals((await site.fetch(url)).headers.get("cache-control"), "public, max-age=31536000, immutable");
  assertEquals((await site.fetch("/style.css?__frsh_c=old")).headers.get("cache-control"), "no-cache");
});

Deno.test("asset() returns anything that is not the path of a file unchanged", async () => {
  await using site = await createSite(FILES);
  for (
    const path of [
      "/none.css",
      "/style.css?a=1",
      "https://other.example/style.css",
      "//other.example/style.css",
      "style.css",
    ]
  ) {
    assertEquals(await assetIn(site.root, path), path);
  }
  assertEquals(asset("/style.css"), "/style.css", "outside a page");
});
