import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { assertEquals } from "@std/assert";
import { compress } from "@/lib/http/compress.ts";

const WORKER = new URL("../../../lib/http/compression_worker.ts", import.meta.url);
const BROKEN = new URL("data:text/javascript,throw new Error('broken')");

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Starts workers and counts them. */
function createStarter(url = WORKER) {
  const starter = {
    count: 0,
    start: () => {
      starter.count++;
      return new Worker(url, { type: "module" });
    },
  };
  return starter;
}

Deno.test("compress() compresses a small text fast in the calling thread", async () => {
  const starter = createStarter();
  const br = await compress({ bytes: toBytes("paw"), encoding: "br", quality: 5 }, starter.start);
  const gzip = await compress({ bytes: toBytes("paw"), encoding: "gzip", quality: 5 }, starter.start);
  assertEquals([brotliDecompressSync(br).toString(), gunzipSync(gzip).toString()], ["paw", "paw"]);
  assertEquals(starter.count, 0);
});

Deno.test("compress() compresses long texts, and short ones with a high quality, in one thread", async () => {
  const starter = createStarter();
  const texts = ["short", ..."bcd"].map((letters, index) => letters.repeat(index === 0 ? 1 : 100_000));
  await Promise.all(texts.map(async (text, index) => {
    const quality = index === 0 ? 11 : 4;
    const sent = await compress({ bytes: toBytes(text), encoding: "br", quality }, starter.start);
    assertEquals(brotliDecompressSync(sent).toString(), text);
  }));
  assertEquals(starter.count, 1);
});

Deno.test("compress() compresses in the calling thread if no other can be started, or if it fails", async () => {
  const request = { bytes: toBytes("paw"), encoding: "br", quality: 10 } as const;
  const throwing = () => {
    throw new Error("no thread");
  };
  for (const start of [createStarter(BROKEN).start, throwing]) {
    assertEquals(brotliDecompressSync(await compress(request, start)).toString(), "paw");
  }
});
