import { Buffer } from "node:buffer";
import { ifNoneMatch } from "@std/http";
import type { ApiError } from "@/lib/http/errors.ts";
import { type HttpContext, requestIdOf } from "@/lib/http/request_state.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";

/** `cache-control` of responses that differ from one call to the next, and of every error. */
export const NO_STORE = "no-store";

/** `cache-control` of responses that the same request always gets. */
export const ONE_DAY = "public, max-age=86400";

/** `cache-control` of content that never changes under its URL. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** The methods of nearly every path. */
export const READ_METHODS = "GET, HEAD, OPTIONS";

/** Options of {@linkcode respond}. */
export interface ResponseOptions {
  readonly status?: number;
  readonly type: string;
  readonly cache: string;
  /** The length of the body in bytes, if the caller knows it. */
  readonly bytes?: number;
  /** Strong entity tag with its quotes; a matching `if-none-match` gets a 304. */
  readonly etag?: string;
  /** Further headers of this response. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Body = string | Uint8Array<ArrayBuffer>;

/**
 * Creates a response. {@linkcode finishResponse} adds what every response has and handles HEAD and 304, so that no
 * endpoint needs to.
 */
export function respond({ state }: Pick<HttpContext, "state">, body: Body, options: ResponseOptions): Response {
  state.bytes = options.bytes ?? lengthOf(body);
  state.etag = options.etag;
  return createResponse(body, options);
}

/** Responds with `{ success: true, status: 200, …fields }`. */
export function respondWithJson(ctx: Pick<HttpContext, "state">, fields: object, cache: string = NO_STORE): Response {
  return respond(ctx, toSuccessBody(fields), { type: "application/json", cache });
}

/** Returns the JSON text of `{ success: true, status: 200, …fields }`. */
export function toSuccessBody(fields: object): string {
  // Joined as text because copying the fields into a new object costs as much as serializing them.
  const text = JSON.stringify(fields);
  return `{"success":true,"status":200${text === "{}" ? "" : ","}${text.slice(1)}`;
}

/** Responds with an error in the one form that all errors have. */
export function respondWithError(ctx: Pick<HttpContext, "req" | "state">, error: ApiError): Response {
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

/** A response that many callers get. It is built once: Deno would copy a body of bytes for each `new Response`. */
export class CachedResponse {
  /** The length of the body in bytes. */
  readonly length: number;
  readonly options: ResponseOptions;
  readonly #response: Response;

  constructor(body: Body, options: ResponseOptions) {
    this.length = lengthOf(body);
    this.options = options;
    this.#response = createResponse(body, options);
  }

  /** Returns a copy for one caller. */
  toResponse({ state }: Pick<HttpContext, "state">): Response {
    state.bytes = this.length;
    state.etag = this.options.etag;
    return this.#response.clone();
  }

  /** Returns the body. All callers share it, so it must not be changed or transferred. */
  async read(): Promise<Uint8Array<ArrayBuffer>> {
    return await this.#response.clone().bytes();
  }
}

/**
 * Completes the response of a request: 304 for a caller that has this version, no body for HEAD, and the headers that
 * every response carries. Every response passes here exactly once.
 */
export function finishResponse(ctx: HttpContext, response: Response): Response {
  const { req, state } = ctx;
  let finished = response;
  // Only GET and HEAD can be answered with 304: a caller that sends an image wants the result.
  const etag = state.method === "POST" ? undefined : state.etag;
  const known = etag === undefined ? null : req.headers.get("if-none-match");
  if (known !== null && !ifNoneMatch(known, etag)) finished = withoutBody(response, 304);
  else if (state.method === "HEAD") finished = withoutBody(response, response.status);
  if (finished !== response) {
    if (finished.status !== 304 && state.bytes !== undefined) finished.headers.set("content-length", `${state.bytes}`);
    state.bytes = 0;
  }
  const { headers } = finished;
  headers.set("access-control-allow-origin", "*");
  // No credentials are used, so the star covers every header; without it a page could read only a few of them.
  headers.set("access-control-expose-headers", "*");
  headers.set("x-content-type-options", "nosniff");
  if (state.rateLimit !== undefined) headers.set("ratelimit", state.rateLimit);
  // Otherwise one caller behind a proxy that passes `x-forwarded-host` on could fill a shared cache with its own origin.
  if (state.dependsOnProxy && headers.get("cache-control") !== NO_STORE) {
    headers.append("vary", "x-forwarded-host, x-forwarded-proto");
  }
  return finished;
}

function withoutBody(response: Response, status: number): Response {
  response.body?.cancel();
  return new Response(null, { status, headers: response.headers });
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
  if (others !== undefined) { for (const name of Object.keys(others)) headers.set(name, others[name]!); }
  return response;
}
