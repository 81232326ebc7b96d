import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { acceptsEncodings } from "@std/http";
import type { Context } from "@/lib/define.ts";

/** The types that are compressed: text, and drawings as SVG. Other pictures are compressed already. */
const COMPRESSIBLE = /^(?:text\/(?:html|css|javascript|markdown|plain)|application\/json|image\/svg\+xml)/;

/** A smaller text fits into one packet, so compressing it saves nothing. */
const MIN_BYTES = 1400;

/** Longer texts are files of the operator, which are sent as they are. */
const MAX_BYTES = 512 * 1024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** The compressed texts, cached because most texts are requested again. */
const compressed = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ length }) => length,
});

/** Compresses a text that has an entity tag, if the caller accepts it. */
export async function compress(ctx: Context, response: Response): Promise<Response> {
  const { headers, status } = response;
  const etag = headers.get("etag");
  if (![200, 304].includes(status) || etag === null || !COMPRESSIBLE.test(headers.get("content-type") ?? "")) {
    return response;
  }
  if (Number(headers.get("content-length") ?? 0) > MAX_BYTES) return response;
  headers.append("vary", "accept-encoding");
  if (status === 304) return response;
  // Without this header, any encoding is allowed. But most programs that do not send it cannot decompress.
  if (!ctx.req.headers.get("accept-encoding")) return response;
  // Brotli is tried first because it is smaller, although browsers list gzip first.
  const encoding = (["br", "gzip"] as const).find((each) => acceptsEncodings(ctx.req, each, "identity") === each);
  if (encoding === undefined) return response;
  const text = await response.bytes();
  headers.delete("content-length");
  if (text.length < MIN_BYTES) return new Response(text, { headers });
  headers.set("content-encoding", encoding);
  const key = `${encoding} ${etag}`;
  // Scripts and styles change only with a version, so they are worth the best compression.
  const isFile = /javascript|css/.test(headers.get("content-type") ?? "");
  const body = compressed.get(key) ?? await compressText(text, encoding, isFile ? 11 : 4);
  compressed.set(key, body);
  return new Response(body, { headers });
}

async function compressText(
  text: Uint8Array,
  encoding: "br" | "gzip",
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "gzip") return new Uint8Array(await deflate(text));
  return new Uint8Array(await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}
