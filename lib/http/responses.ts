import { Buffer } from "node:buffer";
import { eTag } from "@std/http";
import { LRUCache } from "lru-cache";
import { sleep } from "@/lib/async/deadline.ts";
import { getOrCreate, lazy } from "@/lib/async/lazy.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { chooseEncoding, type Encoding } from "@/lib/http/negotiation.ts";
import { type HttpContext, requestIdOf } from "@/lib/http/request_state.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/** `cache-control` of responses that differ from one call to the next, and of every error. */
export const NO_STORE = "no-store";

/** The longest time for which callers may cache a response, except for pictures with an id. */
export const ONE_DAY_SECONDS = 86_400;

/** `cache-control` of responses that the same request always gets. */
export const ONE_DAY = `public, max-age=${ONE_DAY_SECONDS}`;

/**
 * `cache-control` of lists and pages: callers revalidate them each time, and shared caches do so every minute. nginx
 * answers conditional requests only for what it stores.
 */
export const REVALIDATE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";

/** `cache-control` of pictures that change with a major version at most. */
export const ONE_WEEK = "public, max-age=604800";

/** Options of {@linkcode respond}. */
export interface ResponseOptions {
  readonly status?: number;
  readonly type: string;
  readonly cache: string;
  /** Strong entity tag with its quotes; a matching `if-none-match` gets a 304. */
  readonly etag?: string | undefined;
  /** Further headers of this response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Creates a response. {@linkcode finishResponse} adds what every response has and handles HEAD and 304, so that no
 * endpoint needs to.
 */
export function respond(
  { state }: HttpContext,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  { status = 200, type, cache, etag, headers = {} }: ResponseOptions,
): Response {
  if (typeof body === "string") state.bytes = Buffer.byteLength(body);
  else if (body instanceof Uint8Array) state.bytes = body.length;
  // One by one, because the constructor converts each in a slower way: an object of them made a request 7 % slower.
  const response = new Response(body, { status, headers: { "content-type": type } });
  response.headers.set("cache-control", cache);
  if (etag !== undefined) response.headers.set("etag", etag);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Responds with `{ success: true, status: 200, …fields }`, by default not cacheable. */
export function respondWithJson(
  ctx: HttpContext,
  fields: object,
  { cache = NO_STORE, etag, headers = {} }: Partial<ResponseOptions> = {},
): Response {
  return respond(ctx, toSuccessBody(fields), { type: "application/json", cache, etag, headers });
}

/** Responds with the same form, with a hash of the body as its entity tag. */
export async function respondWithTaggedJson(ctx: HttpContext, fields: object, cache: string): Promise<Response> {
  const body = toSuccessBody(fields);
  return respond(ctx, body, { type: "application/json", cache, etag: await eTag(body) });
}

/** Returns the JSON text of `{ success: true, status: 200, …fields }`. */
export function toSuccessBody(fields: object): string {
  return JSON.stringify({ success: true, status: 200, ...fields });
}

/** Responds with an error in the one form that all errors have. */
export function respondWithError(ctx: HttpContext, error: ApiError): Response {
  const requestId = requestIdOf(ctx);
  const { status, code, message, details } = error;
  // Escaped also where the details quote what the caller sent. To a program this is the same text.
  const body = escapeUnsafe(JSON.stringify({ success: false, status, code, message, requestId, details }));
  const headers = { "x-request-id": requestId, ...error.headers };
  return respond(ctx, body, { status, type: "application/json", cache: NO_STORE, headers });
}

/** Responds with a text in the best encoding that the caller accepts, with a hash of the text as its entity tag. */
export async function respondWithText(ctx: HttpContext, text: string, options: ResponseOptions): Promise<Response> {
  return await (await ReusableResponse.of(text, options)).toResponse(ctx);
}

/** Bodies below this size are not compressed: they fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/** Types that compression makes smaller. Other pictures are compressed already. */
const COMPRESSIBLE_TYPE = /^(text\/|image\/svg|application\/([\w.]+\+)?(json|xml|yaml))/;

/** A response that many callers get. A text is compressed once for each encoding that a caller accepts. */
export class ReusableResponse {
  /** The length of the body in bytes, without compression. */
  readonly length: number;
  readonly options: ResponseOptions;
  readonly #body: Uint8Array<ArrayBuffer>;
  /** The entity tag of a text that is worth compressing. */
  readonly #textTag: string | undefined;

  /** Creates the response of a text. Its entity tag is a hash of the text. */
  static async of(text: string, options: ResponseOptions): Promise<ReusableResponse> {
    const body = new TextEncoder().encode(text);
    return new ReusableResponse(body, { ...options, etag: await eTag(body) });
  }

  /** Compresses nothing yet. The entity tag must be a hash of the body, without compression. */
  constructor(body: Uint8Array<ArrayBuffer>, options: ResponseOptions) {
    const { type, etag, headers } = options;
    this.#body = body;
    this.length = body.length;
    this.#textTag = COMPRESSIBLE_TYPE.test(type) && this.length >= MIN_COMPRESSED_BYTES ? etag : undefined;
    const vary = this.#textTag === undefined ? {} : { vary: "accept-encoding" };
    this.options = { ...options, headers: mergeHeaders(vary, headers) };
  }

  /** Returns the body without compression. All callers share it, so it must not be changed or transferred. */
  read(): Uint8Array<ArrayBuffer> {
    return this.#body;
  }

  /**
   * Returns a copy for one caller, in the best encoding that it accepts, with other `headers` where they are given;
   * `vary` is added to its own. If there is a `stream`, which must have the bytes of the body, that is sent, and the
   * body is not copied.
   */
  async toResponse(
    ctx: HttpContext,
    headers?: ResponseOptions["headers"],
    stream?: ReadableStream<Uint8Array>,
  ): Promise<Response> {
    const options = { ...this.options, headers: mergeHeaders(this.options.headers, headers) };
    if (stream !== undefined) {
      ctx.state.bytes = this.length;
      const headers = { ...options.headers, "content-length": String(this.length) };
      return respond(ctx, stream, { ...options, headers });
    }
    const encoding = this.#textTag && chooseEncoding(ctx.req);
    if (this.#textTag === undefined || !encoding) return respond(ctx, this.#body, options);
    // A strong tag identifies bytes, so each encoding has its own.
    const etag = this.#textTag.replace(/"$/, `-${encoding}"`);
    return respond(ctx, await getCompressed(this.#body, encoding, etag), {
      ...options,
      etag,
      headers: { ...options.headers, "content-encoding": encoding },
    });
  }
}

/** Returns all headers: those in `others` replace equal names, except that both `vary` apply. */
function mergeHeaders(
  headers: ResponseOptions["headers"],
  others: ResponseOptions["headers"],
): Readonly<Record<string, string>> {
  const vary = [others?.vary, headers?.vary].filter((each) => each !== undefined).join(", ");
  return { ...headers, ...others, ...(vary !== "" && { vary }) };
}

/** How much is compressed before other work may run: 5 ms for Brotli. The largest text, openapi.json, has 390 KB. */
const PIECE_BYTES = 65_536;

/** The compressed texts by entity tag: all pages, scripts and styles in each encoding, and some thousand animals. */
const compressedTexts = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ length }, etag) => length + etag.length,
});

/** The texts that are being compressed, for all callers who wait for them. */
const startedTexts = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Returns a text in an encoding, compressed if it is not cached. */
async function getCompressed(
  text: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  etag: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const cached = compressedTexts.get(etag);
  if (cached !== undefined) return cached;
  const compressed = await getOrCreate(startedTexts, etag, () => compress(text, encoding));
  compressedTexts.set(etag, compressed);
  startedTexts.delete(etag);
  return compressed;
}

/** The quality of Brotli that a `CompressionStream` has, too. The default of `node:zlib` takes many times longer. */
const BROTLI_QUALITY = 6;

/** Loaded with the first text, because it slows down the start of the service. */
const loadZlib = lazy(() => import("node:zlib"));

/**
 * Compresses a text, a large one in pieces: Deno has no compressor that works in another thread, not even in
 * `node:zlib`.
 */
async function compress(text: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (text.length <= PIECE_BYTES) {
    // A stream takes longer: a tenth of the whole response for 4 KB.
    const { brotliCompressSync, constants, gzipSync } = await loadZlib();
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
    // Copied, because the result is a part of a larger buffer.
    return new Uint8Array(encoding === "br" ? brotliCompressSync(text, options) : gzipSync(text));
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
