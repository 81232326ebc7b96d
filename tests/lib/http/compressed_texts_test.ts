import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { assertEquals, assertRejects } from "@std/assert";
import { compressText } from "@/lib/http/compressed_texts.ts";

/** Creates a text with a name of its own, because all texts share one cache, and counts how often it is read. */
function createText(content: string, etag = '"1"') {
  const text = {
    name: crypto.randomUUID(),
    etag,
    reads: 0,
    read: () => {
      text.reads++;
      return Promise.resolve(new TextEncoder().encode(content));
    },
  };
  return text;
}

Deno.test("compressText() compresses a text once in each encoding", async () => {
  const text = createText("paw ".repeat(500));
  const br = await compressText(text, "br");
  const gzip = await compressText(text, "gzip");
  assertEquals([await compressText(text, "br"), await compressText(text, "gzip"), text.reads], [br, gzip, 2]);
  for (const bytes of [brotliDecompressSync(br), gunzipSync(gzip)]) assertEquals(bytes.toString(), "paw ".repeat(500));
});

Deno.test("compressText() compresses another version and another name with the same tag again", async () => {
  const text = createText("first");
  const versions = [text, { ...createText("second"), etag: '"1"' }, { ...createText("third", '"2"'), name: text.name }];
  const compressed = await Promise.all(versions.map(async (each) => await compressText(each, "br")));
  assertEquals(compressed.map((bytes) => brotliDecompressSync(bytes).toString()), ["first", "second", "third"]);
});

Deno.test("compressText() tries again after a text could not be read", async () => {
  const text = createText("paw");
  const broken = { ...text, read: () => Promise.reject(new Error("broken")) };
  await assertRejects(() => compressText(broken, "gzip"), Error, "broken");
  assertEquals(gunzipSync(await compressText(text, "gzip")).toString(), "paw");
});
