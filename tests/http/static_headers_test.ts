import { assertEquals } from "@std/assert";
import { startApp } from "@/tests/support/app.ts";

Deno.test("a file of static/ has the headers of its media type", async () => {
  await using app = await startApp();
  const read = async (path: string, name: string) => {
    const { headers, body } = await app.fetch(path);
    await body?.cancel();
    return headers.get(name);
  };
  for (const path of ["/favicon.svg", "/favicon.ico", "/og.png", "/pictures/sepia.webp", "/cat/Ada.svg"]) {
    assertEquals([path, await read(path, "cross-origin-resource-policy")], [path, "cross-origin"]);
  }
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  assertEquals(await read("/favicon.svg", "content-security-policy"), policy);
  assertEquals(await read("/style.css", "cross-origin-resource-policy"), null);
  assertEquals(await read("/robots.txt", "cache-control"), "public, max-age=60");
  assertEquals(await read("/style.css", "cache-control"), "public, max-age=86400");
});
