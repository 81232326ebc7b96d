import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { startApp, type StartedApp } from "@/tests/app.ts";

async function withFolder(use: (call: StartedApp, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await using call = await startApp({ GENERATED_DIR: folder, RATE_LIMIT: "off" });
    await use(call, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("GET /generated/{path} returns the same response as ?raw=1, for every file that is shipped", async () => {
  await using call = await startApp({ RATE_LIMIT: "off" });
  const { files } = await (await call("/api/v1/static/cache")).json();
  for (const [path, sha256] of Object.entries(files)) {
    for (const headers of [{}, { "accept-encoding": "gzip" }, { range: "bytes=3-9" }]) {
      const plain = await call(`/generated/${path}`, { headers });
      const raw = await call(`/api/v1/static/generated/${path}?raw=1`, { headers });
      assertEquals([plain.status, [...plain.headers]], [raw.status, [...raw.headers]], path);
      assertEquals(await plain.bytes(), await raw.bytes(), path);
    }
    const head = await call(`/generated/${path}`, { method: "HEAD" });
    assertEquals([head.status, head.headers.get("etag"), head.body], [200, `"${sha256}"`, null], path);
    const unchanged = await call(`/generated/${path}`, { headers: { "if-none-match": `"${sha256}"` } });
    assertEquals([unchanged.status, unchanged.body], [304, null], path);
  }
});

Deno.test("GET /generated/{path} follows GENERATED_DIR, including files that appear later", () =>
  withFolder(async (call, folder) => {
    // The file exists in static/generated, which is not the folder of this service.
    assertEquals((await (await call("/generated/all/hosts.txt")).json()).code, "not_found");
    await Deno.mkdir(join(folder, "mine"));
    await Deno.writeTextFile(join(folder, "mine/rpz.zone"), "zone\n");
    const response = await call("/generated/mine/rpz.zone");
    assertEquals([response.headers.get("content-type"), await response.text()], [
      "text/plain; charset=UTF-8",
      "zone\n",
    ]);
    assertEquals((await call("/generated/mine")).status, 404);
  }));

Deno.test("GET /generated/{path} lets no document run anything, and leaves other files without a policy", () =>
  withFolder(async (call, folder) => {
    for (const name of ["a.svg", "a.html", "a.xhtml", "a.xml", "a.HTM", "a.rss", "a.txt", "a.json", "a.unknown"]) {
      await Deno.writeTextFile(join(folder, name), "<script>alert(1)</script>");
      const policies = [];
      for (const path of [`/generated/${name}`, `/api/v1/static/generated/${name}?raw=1`]) {
        const response = await call(path);
        await response.body?.cancel();
        assertEquals(response.headers.get("x-content-type-options"), "nosniff");
        policies.push(response.headers.get("content-security-policy"));
      }
      const policy = /txt|json|unknown/.test(name) ? null : "default-src 'none'; sandbox";
      assertEquals(policies, [policy, policy], name);
    }
  }));

Deno.test("POST /generated/{path} returns 405, OPTIONS the allowed methods", async () => {
  await using call = await startApp();
  const post = await call("/generated/all/hosts.txt", { method: "POST" });
  assertEquals([post.status, (await post.json()).code], [405, "method_not_allowed"]);
  const options = await call("/generated/all/hosts.txt", { method: "OPTIONS" });
  assertMatch(options.headers.get("allow") ?? "", /GET, HEAD/);
});
