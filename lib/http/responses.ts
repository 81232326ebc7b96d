import { Buffer } from "node:buffer";
import { eTag } from "@std/http";
import { type CompressibleText, compressText } from "@/lib/http/compressed_texts.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { chooseEncoding, type Encoding } from "@/lib/http/negotiation.ts";
import { type HttpContext, requestIdOf } from "@/lib/http/request_state.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";

/** `cache-control` of responses that differ from one call to the next, and of every error. */
export const NO_STORE = "no-store";

/** `cache-control` of responses that the same request always gets. */
export const ONE_DAY = "public, max-age=86400";

/**
 * `cache-control` of lists and pages: clients revalidate them each time, and shared caches do so every minute. nginx
 * answers conditional requests only for what it stores.
 */
export const REVALIDATE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";

/** `cache-control` of content that never changes under its URL. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** The methods of nearly every path. */
export const READ_METHODS = "GET, HEAD, OPTIONS";

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

type Body = string | Uint8Array<ArrayBuffer>;

/**
 * Creates a response. {@linkcode finishResponse} adds what every response has and handles HEAD and 304, so that no
 * endpoint needs to.
 */
export function respond({ state }: HttpContext, body: Body, options: ResponseOptions): Response {
  state.bytes = lengthOf(body);
  return createResponse(body, options);
}

/** Responds with `{ success: true, status: 200, …fields }`, by default not cacheable. */
export function respondWithJson(
  ctx: HttpContext,
  fields: object,
  { cache = NO_STORE, ...options }: Partial<ResponseOptions> = {},
): Response {
  return respond(ctx, toSuccessBody(fields), { ...options, type: "application/json", cache });
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

/**
 * Responds to `OPTIONS` with the allowed methods, and to a browser's preflight that any origin may call. If
 * `allowsHeaders` is false, a page of another origin cannot send headers such as `authorization`.
 */
export function respondToOptions(
  req: Request,
  { allow = READ_METHODS, allowsHeaders = true }: { readonly allow?: string; readonly allowsHeaders?: boolean } = {},
): Response {
  const headers = new Headers({ allow });
  if (allowsHeaders && req.headers.has("access-control-request-method")) {
    headers.set("access-control-allow-methods", allow);
    headers.set("access-control-allow-headers", req.headers.get("access-control-request-headers") ?? "*");
    headers.set("access-control-max-age", "86400");
  }
  return new Response(null, { status: 204, headers });
}

/** Bodies below this size are not compressed: they fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/** Options of {@linkcode ReusableResponse}. The entity tag is that of the body without compression. */
export interface ReusableResponseOptions extends ResponseOptions {
  /**
   * What the text is, such as the path of a file. Without a name and a tag the body is never compressed, because
   * pictures already are.
   */
  readonly name?: string | undefined;
}

/**
 * A response that many callers get. It is built once, because Deno would copy the body for each `new Response`. A text
 * is compressed once for each encoding that a caller accepts.
 */
export class ReusableResponse {
  /** The length of the body in bytes, without compression. */
  readonly length: number;
  readonly options: ReusableResponseOptions;
  readonly #response: Response;
  /** The text, or `undefined` if the body is not compressed. */
  readonly #text: CompressibleText | undefined;

  /** Creates the response of a text. Its entity tag is a hash of the text. */
  static async of(text: string, options: ReusableResponseOptions): Promise<ReusableResponse> {
    const body = new TextEncoder().encode(text);
    return new ReusableResponse(body, { ...options, etag: await eTag(body) });
  }

  /** Compresses nothing yet. */
  constructor(body: Uint8Array<ArrayBuffer>, options: ReusableResponseOptions) {
    const { name, etag, headers } = options;
    this.length = body.length;
    const isText = name !== undefined && etag !== undefined && this.length >= MIN_COMPRESSED_BYTES;
    this.#text = isText ? { name, etag, read: () => this.read() } : undefined;
    this.options = isText ? { ...options, headers: { ...headers, vary: "accept-encoding" } } : options;
    this.#response = createResponse(body, this.options);
  }

  /** Returns the body without compression. All callers share it, so it must not be changed or transferred. */
  async read(): Promise<Uint8Array<ArrayBuffer>> {
    return await this.#response.clone().bytes();
  }

  /** Returns a copy for one caller, in the best encoding that it accepts, with other `headers` where they are given. */
  toResponse(ctx: HttpContext, headers?: ResponseOptions["headers"]): Response | Promise<Response> {
    const encoding = this.#text && chooseEncoding(ctx.req);
    if (encoding !== undefined) return this.#toCompressed(ctx, this.#text!, encoding, headers);
    ctx.state.bytes = this.length;
    const response = this.#response.clone();
    if (headers !== undefined) setHeaders(response, headers);
    return response;
  }

  async #toCompressed(
    ctx: HttpContext,
    text: CompressibleText,
    encoding: Encoding,
    headers: ResponseOptions["headers"],
  ): Promise<Response> {
    return respond(ctx, await compressText(text, encoding), {
      ...this.options,
      // A strong tag identifies bytes, so each encoding has its own.
      etag: text.etag.replace(/"$/, `-${encoding}"`),
      headers: { ...this.options.headers, ...headers, "content-encoding": encoding },
    });
  }
}

function lengthOf(body: Body): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}

// Headers are set one by one because passing them to the constructor takes longer (3.6 µs instead of 0.9). Only the
// content type of a text is passed, where it is free: set later, it would have to replace the default type of texts.
function createResponse(body: Body, { status = 200, type, cache, etag, headers: others }: ResponseOptions): Response {
  const isText = typeof body === "string";
  const response = new Response(body, isText ? { status, headers: { "content-type": type } } : { status });
  const { headers } = response;
  if (!isText) headers.set("content-type", type);
  headers.set("cache-control", cache);
  if (etag !== undefined) headers.set("etag", etag);
  if (others !== undefined) setHeaders(response, others);
  return response;
}

function setHeaders({ headers }: Response, values: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(values)) headers.set(name, values[name]!);
}
