import { Buffer } from "node:buffer";
import { ifNoneMatch } from "@std/http";
import type { ApiError } from "@/lib/http/errors.ts";
import type { HttpContext, RequestState } from "@/lib/http/request_state.ts";
import { makeRequestId } from "@/lib/http/request_id.ts";

/** `cache-control` of answers that differ from one call to the next, and of every error. */
export const NO_STORE = "no-store";

/** `cache-control` of answers that the same request always gets. */
export const ONE_DAY = "public, max-age=86400";

/** `cache-control` of what never changes under its address. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** The methods of every endpoint: the service is read-only. */
export const ALLOWED_METHODS = "GET, HEAD, OPTIONS";

/** What {@linkcode answer} sends besides the body. */
export interface ResponseOptions {
  readonly status?: number;
  readonly type: string;
  readonly cache: string;
  /** Strong entity tag with its quotes; a matching `if-none-match` becomes a 304. */
  readonly etag?: string;
  /** Headers of this answer alone. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers `{ success: true, status: 200, …fields }`; there is at least one field. */
export function respondWithJson(ctx: HttpContext, fields: object, cache: string = NO_STORE): Response {
  // Joined as text: copying the fields into a new object costs as much as writing them out.
  const body = `{"success":true,"status":200,${JSON.stringify(fields).slice(1)}`;
  return respond(ctx, body, { type: "application/json", cache });
}

/** Answers a failure in the form of every failure. */
export function respondWithError(ctx: HttpContext, error: ApiError): Response {
  const requestId = ctx.state.requestId ??= makeRequestId();
  const { status, code, message, details } = error;
  const body = JSON.stringify({ success: false, status, code, message, requestId, details });
  const headers = { "x-request-id": requestId, ...error.headers };
  return respond(ctx, body, { status, type: "application/json", cache: NO_STORE, headers });
}

/** Answers `OPTIONS`: what the path allows, and to a browser's preflight that any origin may ask. */
export function respondToOptions({ req, state }: HttpContext): Response {
  const response = new Response(null, { status: 204, headers: { allow: ALLOWED_METHODS } });
  const { headers } = response;
  setCommon(headers);
  if (state.extraHeaders !== undefined) setAll(headers, state.extraHeaders);
  if (req.headers.has("access-control-request-method")) {
    headers.set("access-control-allow-methods", ALLOWED_METHODS);
    headers.set("access-control-allow-headers", req.headers.get("access-control-request-headers") ?? "*");
    headers.set("access-control-max-age", "86400");
  }
  state.isDressed = true;
  return response;
}

/** Answers with a body and the headers every answer carries. */
export function respond(ctx: HttpContext, body: Body, options: ResponseOptions): Response {
  const length = lengthOf(body);
  return answerBodiless(ctx, length, options) ?? complete(ctx, create(body, options), length);
}

/**
 * An answer that many callers get: put together once, so that each of them costs no more than a copy of its headers. A
 * body of bytes would otherwise be copied for each.
 */
export class CachedResponse {
  /** Bytes of the body. */
  readonly length: number;
  readonly options: ResponseOptions;
  readonly #response: Response;

  /** Puts it together. */
  constructor(body: Body, options: ResponseOptions) {
    this.length = lengthOf(body);
    this.options = options;
    this.#response = create(body, options);
  }

  /** Answers a caller. */
  toResponse(ctx: HttpContext): Response {
    const { length, options } = this;
    return answerBodiless(ctx, length, options) ?? complete(ctx, this.#response.clone(), length);
  }

  /** Yields the body, which is shared with all callers: it must not be changed or given away. */
  async read(): Promise<Uint8Array<ArrayBuffer>> {
    return await this.#response.clone().bytes();
  }
}

type Body = string | Uint8Array<ArrayBuffer>;

function lengthOf(body: Body): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}

/** Answers who has this version already, or asks for the headers alone; `undefined` for everyone else. */
function answerBodiless(ctx: HttpContext, length: number, options: ResponseOptions): Response | undefined {
  const { etag } = options;
  if (etag !== undefined && isUnchanged(ctx.req, etag)) {
    return complete(ctx, create(null, { ...options, status: 304 }), 0);
  }
  if (ctx.state.method !== "HEAD") return undefined;
  const response = create(null, options);
  response.headers.set("content-length", String(length));
  return complete(ctx, response, 0);
}

function create(body: Body | null, options: ResponseOptions): Response {
  const response = begin(body, options.status ?? 200, options.type);
  const { headers } = response;
  setCommon(headers);
  headers.set("cache-control", options.cache);
  if (options.headers !== undefined) setAll(headers, options.headers);
  if (options.etag !== undefined) headers.set("etag", options.etag);
  return response;
}

// The other headers are set one by one: handed over with the body, Deno takes three times as long for them. A lone type
// goes along with a text at no cost; with bytes it would, and unlike a text they have no type that it must come before.
function begin(body: Body | null, status: number, type: string): Response {
  if (!(body instanceof Uint8Array)) return new Response(body, { status, headers: { "content-type": type } });
  const response = new Response(body, status === 200 ? undefined : { status });
  response.headers.set("content-type", type);
  return response;
}

function complete({ state }: HttpContext, response: Response, length: number): Response {
  setCallers(response.headers, state);
  state.isDressed = true;
  state.bytes = length;
  return response;
}

/** Sets what is the same in every answer. */
function setCommon(headers: Headers): void {
  headers.set("access-control-allow-origin", "*");
  headers.set("x-content-type-options", "nosniff");
}

/** Sets what depends on the caller. */
function setCallers(headers: Headers, { rateLimit, extraHeaders }: RequestState): void {
  if (rateLimit !== undefined) headers.set("ratelimit", rateLimit);
  if (extraHeaders !== undefined) setAll(headers, extraHeaders);
}

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(values)) headers.set(name, values[name]!);
}

/** Gives a response that {@linkcode answer} did not make (a page, a static file) the headers every answer carries. */
export function setStandardHeaders(response: Response, state: RequestState): Response {
  const { headers } = response;
  setCommon(headers);
  setCallers(headers, state);
  if (headers.get("content-type")?.startsWith("text/html")) setAll(headers, PAGE_HEADERS);
  state.isDressed = true;
  return response;
}

/** Yields the headers of a page that tells of a failure: nothing keeps it. */
export function errorPageHeaders(state: RequestState): Headers {
  const headers = new Headers(PAGE_HEADERS);
  setCommon(headers);
  setCallers(headers, state);
  headers.set("cache-control", NO_STORE);
  headers.set("x-request-id", state.requestId ??= makeRequestId());
  return headers;
}

/** What a page has besides: it loads from here only and runs nothing inline. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "referrer-policy": "no-referrer",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

function isUnchanged(req: Request, etag: string): boolean {
  const wanted = req.headers.get("if-none-match");
  return wanted !== null && !ifNoneMatch(wanted, etag);
}
