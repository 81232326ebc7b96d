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
export function answer(ctx: Exchange, body: string | Uint8Array<ArrayBuffer>, options: AnswerOptions): Response {
  const { state, req } = ctx;
  const { etag } = options;
  const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const isUnchanged = etag !== undefined && matches(req, etag);
  const isHead = state.method === "HEAD";
  const isEmpty = isHead || isUnchanged;
  const response = begin(isEmpty ? null : body, isUnchanged ? 304 : options.status ?? 200, options.type);
  const { headers } = response;
  headers.set("access-control-allow-origin", "*");
  headers.set("cache-control", options.cache);
  headers.set("x-content-type-options", "nosniff");
  if (state.rateLimit !== undefined) headers.set("ratelimit", state.rateLimit);
  if (state.extraHeaders !== undefined) setAll(headers, state.extraHeaders);
  if (options.headers !== undefined) setAll(headers, options.headers);
  if (etag !== undefined) headers.set("etag", etag);
  if (isHead && !isUnchanged) headers.set("content-length", String(bytes));
  state.isDressed = true;
  state.bytes = isEmpty ? 0 : bytes;
  return response;
}

// The other headers are set one by one: handed over with the body, Deno takes three times as long for them. A lone type
// goes along with a text at no cost; with bytes it would, and unlike a text they have no type that it must come before.
function begin(body: string | Uint8Array<ArrayBuffer> | null, status: number, type: string): Response {
  if (!(body instanceof Uint8Array)) return new Response(body, { status, headers: { "content-type": type } });
  const response = new Response(body, status === 200 ? undefined : { status });
  response.headers.set("content-type", type);
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

/** Yields the headers of a page: those of every answer, and that it loads from here only and runs nothing inline. */
export function pageHeaders(state: ExchangeState): Record<string, string> {
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

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "referrer-policy": "no-referrer",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

function addExtraHeaders(headers: Record<string, string>, state: ExchangeState): void {
  if (state.rateLimit !== undefined) headers["ratelimit"] = state.rateLimit;
  if (state.extraHeaders !== undefined) Object.assign(headers, state.extraHeaders);
}

function matches(req: Request, etag: string): boolean {
  const wanted = req.headers.get("if-none-match");
  return wanted !== null && !ifNoneMatch(wanted, etag);
}
