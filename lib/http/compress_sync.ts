import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The encodings of compressed bodies. */
export type Encoding = "br" | "gzip";

/** What to compress, and how. */
export interface CompressionRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: Encoding;
  /** How hard Brotli tries, from 0 to 11. */
  readonly quality: number;
}

/** Compresses in the calling thread. Deno's asynchronous functions do that, too. */
export function compressSync({ bytes, encoding, quality }: CompressionRequest): Uint8Array<ArrayBuffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return new Uint8Array(encoding === "gzip" ? gzipSync(bytes, { level: 9 }) : brotliCompressSync(bytes, { params }));
}
