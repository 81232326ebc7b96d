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

/**
 * Answers with a body and the headers every answer carries, all set at once: headers added to a finished response cost
 * a third of the request rate.
 */
export function answer(ctx: Exchange, body: string | Uint8Array<ArrayBuffer>, options: AnswerOptions): Response {
  const { state, req } = ctx;
  const headers: Record<string, string> = {
    "content-type": options.type,
    "access-control-allow-origin": "*",
    "cache-control": options.cache,
    "x-content-type-options": "nosniff",
  };
  addExtraHeaders(headers, state);
  if (options.headers !== undefined) Object.assign(headers, options.headers);
  state.isDressed = true;
  state.bytes = 0;
  const status = options.status ?? 200;
  if (options.etag !== undefined) {
    headers["etag"] = options.etag;
    if (isUnchanged(req, options.etag)) return new Response(null, { status: 304, headers });
  }
  const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  if (req.method !== "HEAD") {
    state.bytes = bytes;
    return new Response(body, { status, headers });
  }
  headers["content-length"] = String(bytes);
  return new Response(null, { status, headers });
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

function isUnchanged(req: Request, etag: string): boolean {
  const wanted = req.headers.get("if-none-match");
  return wanted !== null && !ifNoneMatch(wanted, etag);
}
