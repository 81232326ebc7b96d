import { LRUCache } from "lru-cache";
import type { Encoding } from "@/lib/http/negotiation.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** How hard Brotli tries, from 0 to 11: 10 ms for the landing page. The most would take a second and save an eighth. */
const BROTLI_QUALITY = 5;

/** The size of the cache: all pages, scripts and styles in each encoding, and some thousand animals. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A text that is compressed once, although many callers get it. */
export interface CompressibleText {
  /** The path of the file, or what the text is. */
  readonly name: string;
  /** Its entity tag, which differs between its versions. */
  readonly etag: string;
  readonly read: () => Promise<Bytes>;
}

const cache = new LRUCache<string, Bytes>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ length }, key) => length + key.length,
});

/** Returns a text in an encoding, compressed if it is not cached. @throws the error of `read`, which is not cached. */
export async function compressText({ name, etag, read }: CompressibleText, encoding: Encoding): Promise<Bytes> {
  const key = `${encoding} ${etag} ${name}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const text = await read();
  // Imported on first use because it takes a fourteenth of a cold start.
  const { brotliCompressSync, constants, gzipSync } = await import("node:zlib");
  // Another caller may have compressed it in the meantime.
  const compressed = cache.get(key) ?? new Uint8Array(
    encoding === "gzip"
      ? gzipSync(text)
      : brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  );
  cache.set(key, compressed);
  return compressed;
}
