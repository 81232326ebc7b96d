import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { App, staticFiles } from "fresh";
import { asset } from "fresh/runtime";
import { createSite } from "./site.ts";

const FILES = { "static/style.css": "body{}" };

/** Returns the URL that `asset()` returns in a page of the application in `root`. */
async function assetIn(root: string, path: string, config = {}): Promise<string> {
  const app = new App(config).route("/", { component: () => <p>{asset(path)}</p> });
  app.config.root = root;
  const response = await app.handler()(new Request(`http://localhost${app.config.basePath}/`));
  return /<p>(.*)<\/p>/.exec(await response.text())?.[1]?.replaceAll("&amp;", "&") ?? "";
}

Deno.test("asset() adds the version of the content, and its URL may be cached for a year", async () => {
  await using site = await createSite(FILES);
  await using other = await createSite({ ...FILES, "static/style.css": "body{color:red}" });
  site.app.use(staticFiles());
  const url = await assetIn(site.root, "/style.css");
  assertMatch(url, /^\/style\.css\?__frsh_c=\w+$/);
  assertNotEquals(await assetIn(other.root, "/style.css"), url);
  assertEquals((await site.fetch(url)).headers.get("cache-control"), "public, max-age=31536000, immutable");
  assertEquals((await site.fetch("/style.css?__frsh_c=old")).headers.get("cache-control"), "no-cache");
});

Deno.test("asset() preserves query and fragment, and any URL that is not a file", async () => {
  await using site = await createSite(FILES);
  assertMatch(await assetIn(site.root, "/style.css?a=1#f"), /^\/style\.css\?a=1&__frsh_c=\w+#f$/);
  for (const path of ["/none.css", "https://other.example/style.css", "//other.example/style.css", "style.css"]) {
    assertEquals(await assetIn(site.root, path), path);
  }
});

Deno.test("asset() adds no basePath, as in Fresh, and nothing outside a page", async () => {
  await using site = await createSite(FILES);
  assertMatch(await assetIn(site.root, "/style.css", { basePath: "/base" }), /^\/style\.css\?__frsh_c=/);
  assertEquals(asset("/style.css"), "/style.css");
  assertEquals(asset.length, 1);
});
