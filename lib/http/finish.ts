import type { Context } from "@/lib/define.ts";
import { compress } from "@/lib/http/compress.ts";
import { isUnchanged } from "@/lib/http/respond.ts";
import { securityHeadersFor, STANDARD_HEADERS } from "@/lib/http/security_headers.ts";

/** The headers that describe a body. A response without a body does not have them. */
const BODY_HEADERS = ["content-length", "content-type", "content-encoding"] as const;

/** The headers with which pages of other origins may read a response. */
const CORS_HEADER = /^access-control-/;

/** Options of {@linkcode finish}. */
export interface FinishOptions {
  /** Whether pages of other origins may read the response. */
  readonly isOpen: boolean;
  /** The value of `ratelimit`, or an empty text while limits are off. */
  readonly rateLimit: string;
}

/** Completes a response: compresses it, adds the standard headers, and removes the body for HEAD and for a 304. */
export async function finish(ctx: Context, created: Response, { isOpen, rateLimit }: FinishOptions): Promise<Response> {
  const etag = created.headers.get("etag");
  const isKnown = created.status === 304 || (created.status === 200 && etag !== null && isUnchanged(ctx, etag));
  const response = await compress(ctx, isKnown ? await toUnchanged(created) : created);
  const { headers } = response;
  // Static files and redirects come without these headers.
  if (!headers.has("x-content-type-options")) {
    setAll(headers, { ...securityHeadersFor(headers.get("content-type") ?? ""), ...STANDARD_HEADERS });
  }
  if (isKnown) BODY_HEADERS.forEach((name) => headers.delete(name));
  if (!isOpen) [...headers.keys()].filter((name) => CORS_HEADER.test(name)).forEach((name) => headers.delete(name));
  if (rateLimit !== "" && !headers.get("cache-control")?.startsWith("public")) {
    headers.set("ratelimit", rateLimit);
  }
  return ctx.state.method === "HEAD" && response.body !== null ? await toHead(response) : response;
}

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
}

/** Returns the 304 of a response. Cancelling the body closes the file or the stream from which it comes. */
async function toUnchanged({ body, headers }: Response): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status: 304, headers });
}

/** Returns a response without its body, but with the length of the body. Otherwise Deno would send a length of 0. */
async function toHead(response: Response): Promise<Response> {
  const { headers, status } = response;
  if (headers.has("content-length")) await response.body?.cancel();
  else headers.set("content-length", `${(await response.bytes()).length}`);
  return new Response(null, { status, headers });
}
