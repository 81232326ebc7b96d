import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import { finishResponse } from "@/lib/http/finish_response.ts";
import { respondWithStaticFile } from "@/lib/http/static_file.ts";
import { startApp } from "@/tests/app.ts";
import { createContext } from "./context.ts";

await using call = await startApp();

async function get(path: string, headers: Record<string, string> = { "accept-encoding": "br" }): Promise<Response> {
  return await call(path, { headers });
}

Deno.test("respondWithStaticFile() sends text as it is in the file, compressed", async () => {
  const response = await get("/style.css");
  assertEquals(response.headers.get("content-encoding"), "br");
  const text = brotliDecompressSync(await response.bytes()).toString();
  assertEquals(text, await Deno.readTextFile("static/style.css"));
});

Deno.test("respondWithStaticFile() makes scripts and styles as small as quality 10 of Brotli does", async () => {
  for (const path of ["/style.css", "/cards.js"]) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    const expected = brotliCompressSync(await Deno.readFile(`static${path}`), { params });
    assertEquals((await (await get(path)).bytes()).length, expected.length, path);
  }
});

Deno.test("respondWithStaticFile() has a tag for each encoding, and vary in each", async () => {
  const responses = [
    await get("/app.js", {}),
    await get("/app.js"),
    await get("/app.js", { "accept-encoding": "gzip" }),
  ];
  const tags = new Set(responses.map(({ headers }) => headers.get("etag")));
  assertEquals([tags.size, tags.has(null)], [3, false]);
  for (const { headers, body } of responses) {
    assertEquals(headers.get("vary"), "accept-encoding");
    await body?.cancel();
  }
});

Deno.test("respondWithStaticFile() leads to 304 and to the length of HEAD", async () => {
  for (const path of ["/style.css", "/og.png"]) {
    const whole = await get(path);
    const etag = whole.headers.get("etag")!;
    const known = await get(path, { "accept-encoding": "br", "if-none-match": etag });
    assertEquals([known.status, known.headers.get("etag")], [304, etag]);
    const head = await call(path, { method: "HEAD", headers: { "accept-encoding": "br" } });
    assertEquals([head.status, head.headers.get("content-length")], [200, String((await whole.bytes()).length)]);
  }
});

Deno.test("respondWithStaticFile() does not compress pictures, and sends the whole file for a range", async () => {
  const picture = await get("/og.png");
  assertEquals([picture.headers.get("content-encoding"), picture.headers.get("vary")], [null, null]);
  await picture.body?.cancel();
  const whole = await get("/style.css", { "accept-encoding": "br", range: "bytes=0-4" });
  assertEquals([whole.status, whole.headers.get("content-encoding")], [200, null]);
  assertEquals(await whole.text(), await Deno.readTextFile("static/style.css"));
});

Deno.test("respondWithStaticFile() passes on what the published Fresh has finished itself", async () => {
  const ctx = createContext(new Request("http://paw.example/style.css", { headers: { "accept-encoding": "br" } }));
  for (const init of [{ status: 304, headers: { etag: 'W/"1"' } }, { status: 405 }, { headers: { etag: 'W/"1"' } }]) {
    const response = new Response(null, init);
    assertStrictEquals(await respondWithStaticFile(ctx, response), response);
  }
  const headers = { "content-type": "text/css", "etag": 'W/"1"', "content-length": "2000" };
  const compressed = await respondWithStaticFile(ctx, new Response("a".repeat(2000), { headers }));
  assertNotEquals(compressed.headers.get("content-length"), "2000");
  assertEquals((await finishResponse(ctx, compressed)).headers.get("etag"), 'W/"1-br"');
});
