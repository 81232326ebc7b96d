import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/define.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { escapeUnsafe } from "@/lib/util/text.ts";
import { securityHeadersFor, STANDARD_HEADERS } from "@/lib/http/security_headers.ts";

/** How long a response may be used before the service is asked again, and by whom. */
const CACHE_CONTROL = {
  none: "no-store",
  minute: "public, max-age=60",
  day: "public, max-age=86400",
  year: "public, max-age=31536000, immutable",
  /** The response depends on the caller: a browser, a terminal or another program. */
  caller: "private, max-age=60",
} as const;

const VARY_BY_CALLER = { vary: "accept, sec-fetch-dest, user-agent" } as const;

/** Options of a response. */
export interface ResponseOptions {
  readonly mediaType?: string;
  /** By default, nobody stores the response. */
  readonly cache?: keyof typeof CACHE_CONTROL;
  /** By default a hash of the body. */
  readonly etag?: string;
  /** Whether the body contains the address of this service, which depends on the request unless BASE_URL is set. */
  readonly hasOrigin?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = "application/json";
const TEXT_TYPE = "text/plain; charset=utf-8";

/** Responds with JSON: `success`, `status` and these fields. */
export function respondWithJson(ctx: Context, fields: object, options: ResponseOptions = {}): Response {
  return respondWithBytes(ctx, toSuccess(fields), { mediaType: JSON_TYPE, ...options });
}

/** Responds with JSON that may be large, so its bytes pass the gate for sending. */
export function respondWithLargeJson(ctx: Context, fields: object, options: ResponseOptions): Promise<Response> {
  const body = new TextEncoder().encode(toSuccess(fields));
  return respondFrom(ctx, { mediaType: JSON_TYPE, etag: toEtag(body), ...options }, () => body);
}

function toSuccess(fields: object): string {
  return JSON.stringify({ success: true, status: 200, ...fields });
}

/** Responds with text. */
export function respondWithText(ctx: Context, text: string, options: ResponseOptions = {}): Response {
  return respondWithBytes(ctx, text, { mediaType: TEXT_TYPE, ...options });
}

/** Responds with any body: a picture, a page, a document. */
export function respondWithBytes(ctx: Context, body: BodyInit | null, options: ResponseOptions): Response {
  return new Response(body, { status: options.status ?? 200, headers: headersFor(ctx, options, body) });
}

/**
 * Responds with a body whose entity tag is known in advance. `create` is not called if the caller already has the body.
 * Bytes pass the gate for sending.
 *
 * ```ts
 * respondFrom(ctx, { etag: toEtag(VERSION, path), cache: "day", mediaType: "image/png" }, () => draw(path));
 * ```
 */
export async function respondFrom(
  ctx: Context,
  options: ResponseOptions & { readonly etag: string },
  create: () => BodyInit | Promise<BodyInit>,
): Promise<Response> {
  if (isUnchanged(ctx, options.etag)) {
    return new Response(null, { status: 304, headers: headersFor(ctx, options, null) });
  }
  const body = await create();
  if (typeof body === "string" || !isHashable(body)) return respondWithBytes(ctx, body, options);
  const { req, state: { client, services } } = ctx;
  const headers = { "content-length": `${body.length}`, ...options.headers };
  return respondWithBytes(ctx, await services.work.send(client, req.signal, body), { ...options, headers });
}

/** The rendered texts, cached because most callers request the same ones. */
const rendered = new LRUCache<string, string>({ maxSize: 4 * 1024 * 1024, sizeCalculation: ({ length }) => length });

/** Responds with a text that takes long to render. The same entity tag means the same text, so it is rendered once. */
export function respondWithRendered(
  ctx: Context,
  options: ResponseOptions & { readonly etag: string },
  render: () => string,
): Promise<Response> {
  return respondFrom(ctx, options, () => {
    const text = rendered.get(options.etag) ?? render();
    rendered.set(options.etag, text);
    return text;
  });
}

/** Responds with the JSON of an error, which nobody stores. */
export function respondWithError(ctx: Context, { status, code, message, details, headers }: ApiError): Response {
  const { requestId } = ctx.state;
  // A terminal would obey control characters of what the caller sent.
  const body = escapeUnsafe(JSON.stringify({ success: false, status, code, message, requestId, details }));
  return new Response(body, {
    status,
    headers: {
      ...STANDARD_HEADERS,
      "content-type": JSON_TYPE,
      "cache-control": CACHE_CONTROL.none,
      "x-request-id": requestId,
      ...headers,
    },
  });
}

/**
 * Responds to `OPTIONS`, also to the preflight of a browser: any origin may use the path's methods with any header.
 * This does not open the operator's area to pages of other origins, because they cannot read its other responses.
 */
export function respondToOptions(allow: string): Response {
  // For browsers, the star means every header except `authorization`, which some programs send to every service.
  const methods = { "access-control-allow-methods": allow, "access-control-allow-headers": "*, authorization" };
  return new Response(null, { status: 204, headers: { allow, ...methods, "access-control-max-age": "86400" } });
}

/** Redirects to a path of this service, which needs no origin, or to another page. */
export function respondWithRedirect(location: string, cache: keyof typeof CACHE_CONTROL = "none"): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": CACHE_CONTROL[cache] } });
}

/** Returns the entity tag of a response that these parts determine. */
export function toEtag(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  // The separator keeps ("ab", "c") and ("a", "bc") apart.
  for (const part of parts) hash.update(part).update("\0");
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

/** Returns whether the caller already has the response with this entity tag. */
export function isUnchanged({ req, state }: Context, etag: string): boolean {
  if (state.method !== "GET" && state.method !== "HEAD") return false;
  // The header may be long, and @std/http takes quadratic time for it. The quotes of a tag make this exact.
  const known = req.headers.get("if-none-match")?.trim() ?? "";
  return known === "*" || known.includes(etag);
}

function headersFor(ctx: Context, options: ResponseOptions, body: BodyInit | null): Record<string, string> {
  const { mediaType, cache = "none", etag, hasOrigin = false, headers } = options;
  const isPrivate = hasOrigin && ctx.state.services.config.baseUrl === undefined;
  const cacheControl = isPrivate ? CACHE_CONTROL[cache].replace("public", "private") : CACHE_CONTROL[cache];
  // A caller that does not store a response never sends its entity tag.
  const tag = cache === "none" ? undefined : etag ?? (isHashable(body) ? toEtag(body) : undefined);
  return {
    // All headers are set here, because it is slower to set them on a response.
    ...STANDARD_HEADERS,
    ...(mediaType !== undefined && { "content-type": mediaType, ...securityHeadersFor(mediaType) }),
    "cache-control": cacheControl,
    ...(tag !== undefined && { etag: tag }),
    ...(cache === "caller" && VARY_BY_CALLER),
    ...headers,
  };
}

function isHashable(body: BodyInit | null): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}
