import { brotliDecompressSync } from "node:zlib";
import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { createFileCompressor } from "@/lib/page/file_compressor.ts";
import { startApp } from "@/tests/app.ts";

const TEXT = "paw ".repeat(500);

function serveStatic(file: { etag: string; text: string; type?: string }) {
  const compress = createFileCompressor();
  const headers = () => ({
    etag: file.etag,
    "content-type": file.type ?? "text/css; charset=UTF-8",
    "content-length": "9",
  });
  return (accepted: string) => {
    const req = new Request("http://paw.example/a.css", { headers: { "accept-encoding": accepted } });
    return compress({ req, url: new URL(req.url) }, new Response(file.text, { headers: headers() }));
  };
}

Deno.test("createFileCompressor() compresses each version of a text once, and a new version again", async () => {
  const file = { etag: '"1"', text: TEXT };
  const get = serveStatic(file);
  const first = await get("br");
  assertEquals([first.headers.get("content-encoding"), first.headers.get("etag")], ["br", 'W/"1"']);
  const bytes = await first.bytes();
  assertEquals(brotliDecompressSync(bytes).toString(), TEXT);
  // The same version is not read again: its cached bytes are sent.
  file.text = "never read";
  assertEquals(await (await get("br")).bytes(), bytes);
  file.etag = '"2"';
  assertNotEquals(await (await get("br")).bytes(), bytes);
});

Deno.test("createFileCompressor() compresses a file once, however its URL is spelled", async () => {
  const { Worker } = globalThis;
  let compressions = 0;
  // Each compression starts a worker, because none is under way.
  globalThis.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      compressions++;
    }
  };
  using _ = { [Symbol.dispose]: () => globalThis.Worker = Worker };
  await using call = await startApp();
  for (const path of ["/steps.js", "/%73teps.js", "/st%65ps.js", "//steps.js", "/x/../steps.js/", "/steps.js?a=1"]) {
    const response = await call(path, { headers: { "accept-encoding": "br" } });
    await response.bytes();
    assertEquals([response.status, response.headers.get("content-encoding"), compressions], [200, "br", 1], path);
  }
});

Deno.test("createFileCompressor() answers 304 with the tag and the vary of the 200", async () => {
  const compress = createFileCompressor();
  const req = new Request("http://paw.example/a.css", { headers: { "accept-encoding": "br" } });
  const headers = { etag: '"1"', "content-type": "text/css; charset=UTF-8" };
  const response = await compress({ req, url: new URL(req.url) }, new Response(null, { status: 304, headers }));
  const sent = ["etag", "vary", "content-encoding"].map((name) => response.headers.get(name));
  assertEquals([response.status, ...sent], [304, 'W/"1"', "accept-encoding", null]);
});

Deno.test("createFileCompressor() tries again after a file could not be read", async () => {
  const compress = createFileCompressor();
  const req = new Request("http://paw.example/a.css", { headers: { "accept-encoding": "br" } });
  const headers = { etag: '"1"', "content-type": "text/css; charset=UTF-8" };
  const get = (body: BodyInit) => compress({ req, url: new URL(req.url) }, new Response(body, { headers }));
  const unreadable = new ReadableStream({ pull: (controller) => controller.error(new Error("unreadable")) });
  await assertRejects(() => get(unreadable), Error, "unreadable");
  assertEquals(brotliDecompressSync(await (await get(TEXT)).bytes()).toString(), TEXT);
});

Deno.test("createFileCompressor() leaves pictures and callers without compression alone", async () => {
  const png = await serveStatic({ etag: '"1"', text: TEXT, type: "image/png" })("br");
  assertEquals([png.headers.get("content-encoding"), await png.text()], [null, TEXT]);
  const plain = await serveStatic({ etag: '"1"', text: TEXT })("identity");
  assertEquals([plain.headers.get("vary"), await plain.text()], ["accept-encoding", TEXT]);
});

Deno.test("createFileCompressor() sends code without indentation and the comments that begin a line", async () => {
  const text = "// a\nimport x from 'y'; // b\n  /** @type {T} */ (z)('/* c */');\n/*\n * d\n */\nf(`//e`);\n";
  const script = await serveStatic({ etag: '"1"', text, type: "text/javascript; charset=UTF-8" })("br");
  const sent = brotliDecompressSync(await script.bytes()).toString();
  assertEquals(sent, "import x from 'y'; // b\n(z)('/* c */');\nf(`//e`);\n");
  const style = await serveStatic({ etag: '"1"', text: "/* a */\na {\n  /* b */\n  color: red;\n}\n" })("br");
  assertEquals(brotliDecompressSync(await style.bytes()).toString(), "a {\ncolor: red;\n}\n");
});
