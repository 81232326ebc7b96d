import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { CompressedResponse, compressStaticFiles, prefersEncoding, toGzipPath } from "@/lib/http/compression.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { finishResponse } from "@/lib/http/responses.ts";
import { createContext } from "./context.ts";

const TEXT = "paw ".repeat(500);
const OPTIONS = { type: "text/plain", cache: "no-cache", etag: '"1"', quality: 5 };

function contextOf(headers: Record<string, string> = {}): HttpContext {
  return createContext(new Request("http://paw.example/", { headers }));
}

function respond(accepted: string | undefined, body = TEXT): Promise<Response> {
  const response = new CompressedResponse(new TextEncoder().encode(body), OPTIONS);
  return response.toResponse(contextOf(accepted === undefined ? {} : { "accept-encoding": accepted }));
}

Deno.test("CompressedResponse sends the best encoding that the caller accepts, each with its own tag", async () => {
  const br = await respond("gzip, deflate, br");
  const gzip = await respond("gzip");
  assertEquals([br.headers.get("content-encoding"), br.headers.get("etag")], ["br", '"1-br"']);
  assertEquals([gzip.headers.get("content-encoding"), gzip.headers.get("etag")], ["gzip", '"1-gzip"']);
  assertEquals(brotliDecompressSync(await br.bytes()).toString(), TEXT);
  assertEquals(gunzipSync(await gzip.bytes()).toString(), TEXT);
});

Deno.test("CompressedResponse does not compress for callers that refuse it, nor small bodies, but always varies", async () => {
  for (const refused of [undefined, "", "identity", "gzip;q=0", "gzip; q=0.0, br;q=0", "x-gzipped"]) {
    const { headers, ...response } = await respond(refused);
    assertEquals([headers.get("content-encoding"), headers.get("vary")], [null, "accept-encoding"], refused);
    assertEquals(headers.get("etag"), '"1"', JSON.stringify(response));
  }
  assertEquals((await respond("br", "paw")).headers.get("content-encoding"), null);
});

Deno.test("CompressedResponse passes the tag of the chosen encoding on, so that finishResponse() sends a 304", async () => {
  const ctx = contextOf({ "accept-encoding": "br", "if-none-match": '"1-br"' });
  const response = await new CompressedResponse(new TextEncoder().encode(TEXT), OPTIONS).toResponse(ctx);
  assertEquals(finishResponse(ctx, response).status, 304);
});

Deno.test("CompressedResponse compresses a long text well without keeping other work waiting", async () => {
  const text = Array.from({ length: 40_000 }, (_, n) => (n * n) % 9973).join();
  const response = new CompressedResponse(new TextEncoder().encode(text), { ...OPTIONS, quality: 11 });
  let ticks = 0;
  const timer = setInterval(() => ticks++);
  const body = await (await response.toResponse(contextOf({ "accept-encoding": "br" }))).bytes();
  clearInterval(timer);
  assertEquals(brotliDecompressSync(body).toString(), text);
  // In this thread it would be 0 or 1. In another one it takes dozens of milliseconds.
  assert(ticks > 5, `${ticks}`);
});

/** Counts the threads that are started while a function runs. */
async function countThreads(run: () => Promise<unknown>): Promise<number> {
  const { Worker } = globalThis;
  let threads = 0;
  globalThis.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      threads++;
    }
  };
  await run().finally(() => globalThis.Worker = Worker);
  return threads;
}

Deno.test("CompressedResponse compresses all texts with a high quality in one thread, one after another", async () => {
  const texts = ["a", "b", "c"].map((letter) => letter.repeat(100_000));
  const threads = await countThreads(() =>
    Promise.all(texts.map(async (text) => {
      const response = new CompressedResponse(new TextEncoder().encode(text), { ...OPTIONS, quality: 10 });
      const sent = await response.toResponse(contextOf({ "accept-encoding": "br" }));
      assertEquals(brotliDecompressSync(await sent.bytes()).toString(), text);
    }))
  );
  assertEquals(threads, 1);
});

Deno.test("CompressedResponse compresses in the calling thread if no other can be started", async () => {
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor() {
      super(new URL("data:text/javascript,throw new Error('broken')"), { type: "module" });
    }
  };
  const response = new CompressedResponse(new TextEncoder().encode(TEXT), { ...OPTIONS, quality: 10 });
  const sent = response.toResponse(contextOf({ "accept-encoding": "br" })).finally(() => globalThis.Worker = Worker);
  assertEquals(brotliDecompressSync(await (await sent).bytes()).toString(), TEXT);
});

function serveStatic(file: { etag: string; text: string; type?: string }) {
  const middleware = compressStaticFiles();
  const headers = () => ({
    etag: file.etag,
    "content-type": file.type ?? "text/css; charset=UTF-8",
    "content-length": "9",
  });
  return (accepted: string) => {
    const req = new Request("http://paw.example/a.css", { headers: { "accept-encoding": accepted } });
    return middleware({ req, next: () => Promise.resolve(new Response(file.text, { headers: headers() })) });
  };
}

Deno.test("compressStaticFiles() compresses each version of a text once, and a new version again", async () => {
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

Deno.test("compressStaticFiles() compresses in a thread, because the best quality takes long even for a small file", async () => {
  assertEquals(await countThreads(async () => await (await serveStatic({ etag: '"1"', text: TEXT })("br")).bytes()), 1);
});

Deno.test("compressStaticFiles() leaves pictures and callers without compression alone", async () => {
  const png = await serveStatic({ etag: '"1"', text: TEXT, type: "image/png" })("br");
  assertEquals([png.headers.get("content-encoding"), await png.text()], [null, TEXT]);
  const plain = await serveStatic({ etag: '"1"', text: TEXT })("identity");
  assertEquals([plain.headers.get("vary"), await plain.text()], ["accept-encoding", TEXT]);
});

Deno.test("compressStaticFiles() sends scripts without the comments that begin a line", async () => {
  const text = "// a\nimport x from 'y'; // b\n  /** @type {T} */ (z)('/* c */');\n/*\n * d\n */\nf(`//e`);\n";
  const script = await serveStatic({ etag: '"1"', text, type: "text/javascript; charset=UTF-8" })("br");
  const sent = brotliDecompressSync(await script.bytes()).toString();
  assertEquals(sent, "import x from 'y'; // b\n(z)('/* c */');\nf(`//e`);\n");
});

Deno.test("prefersEncoding() requires that the caller prefers gzip to the plain text", () => {
  const cases: [string | undefined, boolean][] = [
    ["gzip", true],
    ["deflate, gzip;q=0.8", true],
    ["*", true],
    ["identity", false],
    ["gzip;q=0", false],
    ["identity, gzip;q=0.5", false],
    ["br", false],
    ["", false],
    [undefined, false],
  ];
  for (const [accepted, expected] of cases) {
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    assertEquals(prefersEncoding(new Request("http://paw.example/", { headers }), "gzip"), expected, accepted);
  }
});

Deno.test("toGzipPath() adds the ending of gzip files", () => {
  assertEquals(toGzipPath("ads/hosts.txt"), "ads/hosts.txt.gz");
});
