import { acceptsEncodings, eTag } from "@std/http";
import type { CompressionRequest, Encoding } from "@/lib/http/compress_sync.ts";
import { compressInThread } from "@/lib/http/compression_thread.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { CachedResponse, type ResponseOptions } from "@/lib/http/responses.ts";

/** Bodies below this size are not compressed: they fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/** The best quality, for static files: each is compressed once and sent for days. */
const BEST_QUALITY = 11;

/** Types of files that compression makes smaller. */
const COMPRESSIBLE_TYPE = /^(text\/(css|javascript)|image\/svg)/;

/** Options of {@linkcode CompressedResponse}. The entity tag is that of the body without compression. */
export interface CompressedResponseOptions extends ResponseOptions {
  readonly etag: string;
  /** How hard Brotli tries, from 0 to 11. The highest takes a hundred times as long as 5 and saves a tenth. */
  readonly quality: number;
}

/** A {@linkcode CachedResponse} that is compressed once for each encoding that a caller accepts. */
export class CompressedResponse {
  readonly #body: Uint8Array<ArrayBuffer>;
  readonly #options: CompressedResponseOptions;
  readonly #plain: CachedResponse;
  readonly #variants = new Map<Encoding, Promise<CachedResponse>>();

  /** Creates the response of a text. Its entity tag is a hash of the text. */
  static async of(text: string, options: Omit<CompressedResponseOptions, "etag">): Promise<CompressedResponse> {
    const body = new TextEncoder().encode(text);
    return new CompressedResponse(body, { ...options, etag: (await eTag(body))! });
  }

  /** Compresses nothing yet. */
  constructor(body: Uint8Array<ArrayBuffer>, options: CompressedResponseOptions) {
    this.#body = body;
    const isSmall = body.length < MIN_COMPRESSED_BYTES;
    this.#options = isSmall ? options : { ...options, headers: { ...options.headers, vary: "accept-encoding" } };
    this.#plain = new CachedResponse(body, this.#options);
  }

  /** The length of the body in bytes, without compression. */
  get length(): number {
    return this.#body.length;
  }

  /** The options of the response without compression. */
  get options(): ResponseOptions {
    return this.#options;
  }

  /** Returns the body without compression. All callers share it, so it must not be changed or transferred. */
  read(): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.#body);
  }

  /** Returns a copy for one caller, in the best encoding that it accepts. */
  async toResponse(ctx: Pick<HttpContext, "req" | "state">): Promise<Response> {
    const encoding = this.length < MIN_COMPRESSED_BYTES ? undefined : chooseEncoding(ctx.req);
    if (encoding === undefined) return this.#plain.toResponse(ctx);
    const variant = this.#variants.get(encoding) ?? this.#compress(encoding);
    this.#variants.set(encoding, variant);
    return (await variant).toResponse(ctx);
  }

  async #compress(encoding: Encoding): Promise<CachedResponse> {
    const { quality, headers } = this.#options;
    // A strong tag identifies bytes, so each encoding has its own.
    const etag = this.#options.etag.replace(/"$/, `-${encoding}"`);
    const body = await compress({ bytes: this.#body, encoding, quality });
    return new CachedResponse(body, { ...this.#options, etag, headers: { ...headers, "content-encoding": encoding } });
  }
}

/** The part of a middleware's context that {@linkcode compressStaticFiles} uses. */
interface MiddlewareContext {
  readonly req: Request;
  next(): Promise<Response>;
}

/**
 * Creates a middleware that compresses the texts among the static files, each version once. It is placed before the
 * middleware that serves them.
 */
export function compressStaticFiles(): (ctx: MiddlewareContext) => Promise<Response> {
  const variants = new Map<string, { readonly etag: string; readonly bytes: Promise<Uint8Array<ArrayBuffer>> }>();
  return async (ctx) => {
    const { req } = ctx;
    const response = await ctx.next();
    const { headers, status } = response;
    const etag = headers.get("etag");
    if (status !== 200 || etag === null || !COMPRESSIBLE_TYPE.test(headers.get("content-type") ?? "")) return response;
    headers.set("vary", "accept-encoding");
    const encoding = chooseEncoding(req);
    if (encoding === undefined || headers.has("content-encoding")) return response;
    headers.set("content-encoding", encoding);
    // The tag becomes weak because the bytes differ from those of the file, which still answers conditional requests.
    headers.set("etag", etag.replace(/^(?!W\/)/, "W/"));
    headers.delete("accept-ranges");
    headers.delete("content-length");
    if (response.body === null) return response;
    const key = `${encoding} ${new URL(req.url).pathname}`;
    let variant = variants.get(key);
    if (variant?.etag === etag) await response.body.cancel();
    else variant = { etag, bytes: compressFile(response, encoding) };
    variants.set(key, variant);
    return new Response(await variant.bytes, { headers });
  };
}

async function compressFile(response: Response, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const isScript = response.headers.get("content-type")?.startsWith("text/javascript");
  const text = await response.text();
  const bytes = new TextEncoder().encode(isScript ? stripComments(text) : text);
  return await compress({ bytes, encoding, quality: BEST_QUALITY });
}

/** Removes the comments that begin a line, a third of our scripts. A template text must not have such a line. */
function stripComments(code: string): string {
  return code.replace(/^[ \t]*(\/\/.*\n|\/\*[\s\S]*?\*\/\s*)/gm, "");
}

// Asked one by one because browsers list gzip first, although Brotli is smaller.
function chooseEncoding(req: Request): Encoding | undefined {
  return (["br", "gzip"] as const).find((encoding) => prefersEncoding(req, encoding));
}

/**
 * Returns whether the caller prefers an encoding to the plain text. Without `accept-encoding` a request accepts any,
 * but programs that send none mostly expect plain text; an empty one accepts none.
 */
export function prefersEncoding(req: Request, encoding: Encoding): boolean {
  return Boolean(req.headers.get("accept-encoding")) && acceptsEncodings(req, encoding, "identity") === encoding;
}

/** Returns the path of a file's gzip variant: the same content compressed in advance, stored next to the file. */
export function toGzipPath(path: string): string {
  return `${path}.gz`;
}

/** A longer text, or a better quality, takes from 10 ms for a small script to 0.2 s for the page: a thread does it. */
const MAX_INLINE_BYTES = 65_536;
const MAX_INLINE_QUALITY = 5;

async function compress(request: CompressionRequest): Promise<Uint8Array<ArrayBuffer>> {
  const isFast = request.bytes.length <= MAX_INLINE_BYTES && request.quality <= MAX_INLINE_QUALITY;
  const compressed = isFast ? undefined : await compressInThread(request).catch(() => undefined);
  if (compressed !== undefined) return compressed;
  // Imported on first use because it takes a fourteenth of a cold start.
  const { compressSync } = await import("@/lib/http/compress_sync.ts");
  return compressSync({ ...request, quality: Math.min(request.quality, MAX_INLINE_QUALITY) });
}
