import { LRUCache } from "lru-cache";
import { getOrCreate } from "@/lib/async/lazy.ts";
import { compress } from "@/lib/http/compress.ts";
import { chooseEncoding, type Encoding } from "@/lib/http/negotiation.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** The best quality, because each file is compressed once and sent for days. */
const BEST_QUALITY = 11;

/** Types of files that compression makes smaller. */
const COMPRESSIBLE_TYPE = /^(text\/(css|javascript)|image\/svg)/;

/** Maximum number of cached variants, more than there are text files in both encodings. */
const MAX_VARIANTS = 128;

/** The request for a static file. Its URL has no repeated slashes. */
type FileRequest = Pick<HttpContext, "req" | "url">;

/** Creates a function that compresses the response for a static file if it is text, each version of a file once. */
export function createFileCompressor(): (ctx: FileRequest, response: Response) => Promise<Response> {
  const variants = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: MAX_VARIANTS });
  return async (ctx, response) => {
    const { headers, status } = response;
    const etag = headers.get("etag");
    if (
      (status !== 200 && status !== 304) || etag === null || !COMPRESSIBLE_TYPE.test(headers.get("content-type") ?? "")
    ) return response;
    headers.set("vary", "accept-encoding");
    const encoding = chooseEncoding(ctx.req);
    if (encoding === undefined || headers.has("content-encoding")) return response;
    // The tag becomes weak because the bytes differ from those of the file, which still answers conditional requests.
    headers.set("etag", etag.replace(/^(?!W\/)/, "W/"));
    headers.delete("accept-ranges");
    headers.delete("content-length");
    if (status === 304) return response;
    headers.set("content-encoding", encoding);
    if (response.body === null) return response;
    // Not by the URL as it was sent: `/%73tyle.css` and all its other spellings would each be compressed again.
    const key = `${encoding} ${etag} ${decodeURIComponent(ctx.url.pathname).replace(/\/$/, "")}`;
    const bytes = await getOrCreate(variants, key, () => compressFile(response, encoding));
    if (!response.bodyUsed) await response.body.cancel();
    return new Response(bytes, { headers });
  };
}

async function compressFile(response: Response, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const isCode = response.headers.get("content-type")?.startsWith("text/");
  const text = await response.text();
  const bytes = new TextEncoder().encode(isCode ? shorten(text) : text);
  return await compress({ bytes, encoding, quality: BEST_QUALITY });
}

/**
 * Removes the comments that begin a line, and the indentation. With them the compressed scripts and styles have 21.7 KB
 * instead of 16.7, and the first load of the page would exceed its limit of 45 KiB. A text of several lines in the code
 * must not depend on either.
 */
function shorten(code: string): string {
  return code.replace(/^[ \t]*(\/\/.*\n|\/\*[\s\S]*?\*\/\s*)/gm, "").replace(/^\s+/gm, "");
}
