import { Buffer } from "node:buffer";
import { ifNoneMatch } from "@std/http";
import type { ApiError } from "@/lib/http/errors.ts";
import type { Exchange, ExchangeState } from "@/lib/http/exchange.ts";
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
export interface AnswerOptions {
  readonly status?: number;
  readonly type: string;
  readonly cache: string;
  /** Strong entity tag with its quotes; a matching `if-none-match` becomes a 304. */
  readonly etag?: string;
  /** Headers of this answer alone. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers `{ success: true, status: 200, …fields }`; there is at least one field. */
export function answerJson(ctx: Exchange, fields: object, cache: string = NO_STORE): Response {
  // Joined as text: copying the fields into a new object costs as much as writing them out.
  const body = `{"success":true,"status":200,${JSON.stringify(fields).slice(1)}`;
  return answer(ctx, body, { type: "application/json", cache });
}

/** Answers a failure in the form of every failure. */
export function answerError(ctx: Exchange, error: ApiError): Response {
  const requestId = ctx.state.requestId ??= makeRequestId();
  const { status, code, message, details } = error;
  const body = JSON.stringify({ success: false, status, code, message, requestId, details });
  const headers = { "x-request-id": requestId, ...error.headers };
  return answer(ctx, body, { status, type: "application/json", cache: NO_STORE, headers });
}

/** Answers `OPTIONS`: what the path allows, and to a browser's preflight that any origin may ask. */
export function answerOptions(ctx: Exchange): Response {
  const headers: Record<string, string> = {
    allow: ALLOWED_METHODS,
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    ...ctx.state.extraHeaders,
  };
  if (ctx.req.headers.has("access-control-request-method")) {
    headers["access-control-allow-methods"] = ALLOWED_METHODS;
    headers["access-control-allow-headers"] = ctx.req.headers.get("access-control-request-headers") ?? "*";
    headers["access-control-max-age"] = "86400";
  }
  ctx.state.isDressed = true;
  return new Response(null, { status: 204, headers });
}

/** Answers with a body and the headers every answer carries. */
export function answer(ctx: Exchange, body: Body, options: AnswerOptions): Response {
  const length = lengthOf(body);
  if (isToBeEmpty(ctx, options)) return answerEmpty(ctx, length, options);
  return complete(ctx, create(body, options), length);
}

/**
 * An answer that many callers get: put together once, so that each of them costs no more than a copy of its headers. A
 * body of bytes would otherwise be copied for each.
 */
export class PreparedAnswer {
  /** Bytes of the body. */
  readonly length: number;
  readonly options: AnswerOptions;
  readonly #response: Response;

  /** Puts it together. */
  constructor(body: Body, options: AnswerOptions) {
    this.length = lengthOf(body);
    this.options = options;
    this.#response = create(body, options);
  }

  /** Answers a caller. */
  send(ctx: Exchange): Response {
    if (isToBeEmpty(ctx, this.options)) return answerEmpty(ctx, this.length, this.options);
    return complete(ctx, this.#response.clone(), this.length);
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

function isToBeEmpty({ req, state }: Exchange, { etag }: AnswerOptions): boolean {
  return state.method === "HEAD" || (etag !== undefined && isUnchanged(req, etag));
}

function answerEmpty(ctx: Exchange, length: number, options: AnswerOptions): Response {
  const { etag } = options;
  if (etag !== undefined && isUnchanged(ctx.req, etag)) {
    return complete(ctx, create(null, { ...options, status: 304 }), 0);
  }
  const response = create(null, options);
  response.headers.set("content-length", String(length));
  return complete(ctx, response, 0);
}

function create(body: Body | null, options: AnswerOptions): Response {
  const response = begin(body, options.status ?? 200, options.type);
  const { headers } = response;
  headers.set("access-control-allow-origin", "*");
  headers.set("cache-control", options.cache);
  headers.set("x-content-type-options", "nosniff");
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

/** Adds what depends on the caller. */
function complete({ state }: Exchange, response: Response, length: number): Response {
  if (state.rateLimit !== undefined) response.headers.set("ratelimit", state.rateLimit);
  if (state.extraHeaders !== undefined) setAll(response.headers, state.extraHeaders);
  state.isDressed = true;
  state.bytes = length;
  return response;
}

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(values)) headers.set(name, values[name]!);
}

/** Gives a response that {@linkcode answer} did not make (a page, a static file) the headers every answer carries. */
export function dress(response: Response, state: ExchangeState): Response {
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  const headers = isPage ? pageHeaders(state) : commonHeaders(state);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  state.isDressed = true;
  return response;
}

function pageHeaders(state: ExchangeState): Record<string, string> {
  return { ...commonHeaders(state), ...PAGE_HEADERS };
}

/** Yields the headers of a page that tells of a failure: nothing keeps it. */
export function errorPageHeaders(state: ExchangeState): Record<string, string> {
  const requestId = state.requestId ??= makeRequestId();
  return { ...pageHeaders(state), "cache-control": NO_STORE, "x-request-id": requestId };
}

function commonHeaders(state: ExchangeState): Record<string, string> {
  const headers = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" };
  addExtraHeaders(headers, state);
  return headers;
}

/** What a page has besides: it loads from here only and runs nothing inline. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "referrer-policy": "no-referrer",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

function addExtraHeaders(headers: Record<string, string>, state: ExchangeState): void {
  if (state.rateLimit !== undefined) headers["ratelimit"] = state.rateLimit;
  if (state.extraHeaders !== undefined) Object.assign(headers, state.extraHeaders);
}

function isUnchanged(req: Request, etag: string): boolean {
  const wanted = req.headers.get("if-none-match");
  return wanted !== null && !ifNoneMatch(wanted, etag);
}
