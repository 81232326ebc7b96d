import { assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { HttpError, staticFiles } from "fresh";
import { asset } from "fresh/runtime";
import { createSite } from "./site.ts";

const FILES = {
  "static/style.css": "body{}",
  "static/a/b c.txt": "deep",
  "static/.secret": "s",
  "static/.hidden/x": "s",
  "outside.txt": "s",
};

Deno.test("staticFiles() serves a file with its type, a day of caching and the ETag of its content", async () => {
  await using site = await createSite(FILES);
  site.app.fsRoutes().use(staticFiles());
  const response = await site.fetch("/style.css?x=1");
  assertEquals(await response.text(), "body{}");
  assertMatch(response.headers.get("content-type") ?? "", /^text\/css/);
  assertEquals(response.headers.get("cache-control"), "public, max-age=86400");
  await Deno.writeTextFile(`${site.root}/static/style.css`, "main{}");
  const changed = await site.fetch("/style.css");
  assertEquals(await changed.text(), "main{}");
  assertNotEquals(changed.headers.get("etag"), response.headers.get("etag"));
  assertEquals((await site.fetch("/style.css", { method: "HEAD" })).headers.get("etag"), changed.headers.get("etag"));
});

Deno.test("staticFiles() serves only the files in the folder", async () => {
  await using site = await createSite(FILES);
  await Deno.symlink(`${site.root}/outside.txt`, `${site.root}/static/link.txt`);
  await Deno.symlink(site.root, `${site.root}/static/up`);
  site.app.fsRoutes().use(staticFiles());
  assertEquals(await (await site.fetch("/a/b%20c.txt")).text(), "deep");
  const hostile = [
    "/.secret",
    "/.hidden/x",
    "/../outside.txt",
    "/%2e%2e/outside.txt",
    "/..%2Foutside.txt",
    "/link.txt",
  ];
  for (const path of [...hostile, "/up/outside.txt", "/a", "/", "/style.css%00", "/a\\b%20c.txt/..\\..\\outside.txt"]) {
    assertEquals((await site.fetch(path)).status, 404, path);
  }
});

Deno.test("staticFiles() throws a 405 for any other method, and passes other paths on", async () => {
  await using site = await createSite(FILES);
  const errors: unknown[] = [];
  site.app.use(async (ctx) => {
    errors.push(await assertRejects(() => ctx.next(), HttpError));
    return new Response();
  }).fsRoutes().use(staticFiles());
  await site.fetch("/style.css", { method: "POST" });
  await site.fetch("/none.css");
  await site.fetch("/%zz");
  assertEquals(errors.map((error) => error instanceof HttpError && error.status), [405, 404, 400]);
});

Deno.test("staticFiles() added after the routes is called only if none matches", async () => {
  const route = `export const handler = () => new Response("route");`;
  await using site = await createSite({ "static/route": "file", "routes/route.ts": route });
  site.app.fsRoutes().use(staticFiles());
  assertEquals(await (await site.fetch("/route")).text(), "route");
});

Deno.test("asset() adds the version of the content, and its URL may be cached for a year", async () => {
  await using site = await createSite(FILES);
  site.app.fsRoutes().use(staticFiles());
  const url = asset("/style.css");
  assertMatch(url, /^\/style\.css\?__frsh_c=\w+$/);
  assertEquals((await site.fetch(url)).headers.get("cache-control"), "public, max-age=31536000, immutable");
  assertEquals((await site.fetch("/style.css?__frsh_c=old")).headers.get("cache-control"), "no-cache");
  await using other = await createSite({ "static/style.css": "body{color:red}" });
  other.app.fsRoutes();
  assertNotEquals(asset("/style.css"), url);
});

Deno.test("asset() returns anything that is not the path of a file unchanged", async () => {
  await using site = await createSite(FILES);
  site.app.fsRoutes();
  for (const path of ["/none.css", "/style.css?a=1", "https://other.example/style.css", "//style.css", "style.css"]) {
    assertEquals(asset(path), path);
  }
});
