import { Buffer } from "node:buffer";
import { eTag } from "@std/http";
import { type CachePolicy, NO_STORE } from "@/lib/http/cache_control.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { type HttpContext, requestIdOf } from "@/lib/http/request_state.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/** Options of {@linkcode respond}. */
export interface ResponseOptions {
  readonly status?: number;
  readonly type: string;
  readonly cache: CachePolicy;
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
  response.headers.set("cache-control", cache.text);
  if (etag !== undefined) response.headers.set("etag", etag);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Responds with `{ success: true, status: 200, …fields }`, by default not cacheable. */
export function respondWithJson(
  ctx: HttpContext,
  fields: object,
  { cache = NO_STORE, etag, headers = {} }: Partial<Pick<ResponseOptions, "cache" | "etag" | "headers">> = {},
): Response {
  return respond(ctx, toSuccessBody(fields), { type: "application/json", cache, etag, headers });
}

/** Responds with the same form, with a hash of the body as its entity tag. */
export async function respondWithTaggedJson(ctx: HttpContext, fields: object, cache: CachePolicy): Promise<Response> {
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
