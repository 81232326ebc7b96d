import { LRUCache } from "lru-cache";
import { sleep } from "@/lib/async/deadline.ts";
import { getOrCreate, lazy } from "@/lib/async/lazy.ts";
import type { Encoding } from "@/lib/http/negotiation.ts";

/**
 * How much is compressed before other work may run: 5 ms for Brotli with normal effort. The largest text, openapi.json,
 * has 390 KB.
 */
const PIECE_BYTES = 65_536;

/** The compressed texts by entity tag: all pages, scripts and styles in each encoding, and some thousand animals. */
const compressedTexts = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ length }, etag) => length + etag.length,
});

/** The texts that are being compressed, for all callers who wait for them. */
const startedTexts = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * How much to do for a small text: `low` takes less than half of the time of `normal`, and the text becomes a tenth
 * larger; `high` takes 8 times as long for 7 % fewer bytes, and means `normal` for more than {@linkcode PIECE_BYTES}.
 */
export type Effort = "low" | "normal" | "high";

/** How a text is compressed. */
export interface CompressionOptions {
  readonly encoding: Encoding;
  /** Identifies the text in this encoding. */
  readonly etag: string;
  readonly effort: Effort;
}

/** Returns a text in an encoding, compressed if it is not cached. */
export async function getCompressed(
  text: Uint8Array<ArrayBuffer>,
  options: CompressionOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { etag } = options;
  const cached = compressedTexts.get(etag);
  if (cached !== undefined) return cached;
  const compressed = await getOrCreate(startedTexts, etag, () => compress(text, options));
  compressedTexts.set(etag, compressed);
  startedTexts.delete(etag);
  return compressed;
}

/** The qualities of Brotli. That of a `CompressionStream` is 6, too. Quality 11 takes twice as long as 10. */
const BROTLI_QUALITY: Readonly<Record<Effort, number>> = { low: 3, normal: 6, high: 10 };

/** The levels of gzip. */
const GZIP_LEVEL: Readonly<Record<Effort, number>> = { low: 3, normal: 6, high: 9 };

/** Loaded with the first text, because it slows down the start of the service. */
const loadZlib = lazy(() => import("node:zlib"));

/**
 * Compresses a text. A large one is compressed in pieces, unless the effort is low: Deno has no compressor that works
 * in another thread, not even in `node:zlib`.
 */
async function compress(
  text: Uint8Array<ArrayBuffer>,
  { encoding, effort }: CompressionOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (effort === "low" || text.length <= PIECE_BYTES) {
    // A stream takes longer: a tenth of the whole response for 4 KB.
    const { brotliCompressSync, constants, gzipSync } = await loadZlib();
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort] };
    const compressed = encoding === "br"
      ? brotliCompressSync(text, { params })
      : gzipSync(text, { level: GZIP_LEVEL[effort] });
    // Copied, because the result is a part of a larger buffer.
    return new Uint8Array(compressed);
  }
  const { readable, writable } = new CompressionStream(encoding === "br" ? "brotli" : "gzip");
  const writer = writable.getWriter();
  const write = async () => {
    for (let start = 0; start < text.length; start += PIECE_BYTES) {
      if (start > 0) await sleep(0);
      await writer.write(text.subarray(start, start + PIECE_BYTES));
    }
    await writer.close();
  };
  const [compressed] = await Promise.all([new Response(readable).bytes(), write()]);
  return compressed;
}
