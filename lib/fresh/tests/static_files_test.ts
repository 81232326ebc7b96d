import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { staticFiles } from "fresh";
import { createSite } from "./site.ts";

const FILES = {
  "static/style.css": "body{}",
  "static/a/b c.txt": "deep",
  "static/.secret": "s",
  "static/.hidden/x": "s",
  "outside.txt": "s",
  "routes/none.md": "",
};

Deno.test("staticFiles() serves a file with its type and the ETag of its content", async () => {
  await using site = await createSite(FILES);
  site.app.fsRoutes().use(staticFiles());
  const response = await site.fetch("/style.css?x=1");
  assertEquals(await response.text(), "body{}");
  assertMatch(response.headers.get("content-type") ?? "", /^text\/css/);
  assertEquals(response.headers.get("cache-control"), "public, max-age=0, s-maxage=60");
  const etag = response.headers.get("etag");
  await Deno.writeTextFile(`${site.root}/static/style.css`, "main{}");
  const changed = await site.fetch("/style.css");
  assertEquals(await changed.text(), "main{}");
  assertNotEquals(changed.headers.get("etag"), etag);
});

Deno.test("staticFiles() passes on a request for a file that was removed", async () => {
  await using site = await createSite(FILES);
  site.app.fsRoutes().use(staticFiles());
  assertEquals(await (await site.fetch("/style.css")).text(), "body{}");
  await Deno.remove(`${site.root}/static/style.css`);
  const response = await site.fetch("/style.css");
  assertEquals(response.status, 404);
  await response.body?.cancel();
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
    const response = await site.fetch(path);
    assertEquals(response.status, 404, path);
    await response.body?.cancel();
  }
});

Deno.test("staticFiles() responds 405 with Allow to any other method", async () => {
  await using site = await createSite(FILES);
  site.app.fsRoutes().use(staticFiles());
  const response = await site.fetch("/style.css", { method: "POST" });
  assertEquals([response.status, response.headers.get("allow")], [405, "GET, HEAD"]);
});

Deno.test("staticFiles() added after the routes is called only if none matches, inside the middlewares", async () => {
  const route = `export const handler = { GET: () => new Response("route") };`;
  await using site = await createSite({ ...FILES, "static/route": "file", "routes/route.ts": route });
  site.app.use(async (ctx) => {
    const response = await ctx.next();
    response.headers.set("x-out", "1");
    return response;
  }).fsRoutes().use(staticFiles());
  assertEquals(await (await site.fetch("/route")).text(), "route");
  assertEquals((await site.fetch("/style.css")).headers.get("x-out"), "1");
});
