import type { Context } from "@/lib/define.ts";
import { compress } from "@/lib/http/compress.ts";
import { isUnchanged } from "@/lib/http/respond.ts";

/** The headers that describe a body, which a response without one does not have. */
const BODY_HEADERS = ["content-length", "content-type", "content-encoding"] as const;

/** Options of {@linkcode finish}. */
export interface FinishOptions {
  /** Whether pages of other origins may read the response. */
  readonly isOpen: boolean;
  /** The value of `ratelimit`, or an empty text while limits are off. */
  readonly rateLimit: string;
}

/** Completes a response: compression, 304 for what the caller already has, HEAD, and the headers of every response. */
export async function finish(ctx: Context, created: Response, { isOpen, rateLimit }: FinishOptions): Promise<Response> {
  const etag = created.headers.get("etag");
  const isKnown = created.status === 200 && etag !== null && isUnchanged(ctx, etag);
  const response = isKnown ? await dropBody(created, 304) : await compress(ctx, created);
  const { headers } = response;
  headers.set("x-content-type-options", "nosniff");
  if (isOpen) {
    headers.set("access-control-allow-origin", "*");
    headers.set("access-control-expose-headers", "*");
  }
  if (rateLimit !== "" && !headers.get("cache-control")?.startsWith("public")) {
    headers.set("ratelimit", rateLimit);
  }
  return ctx.state.method === "HEAD" && response.body !== null ? await dropBody(response, response.status) : response;
}

/** Returns the response without its body. Cancelling the body closes the file or the stream from which it comes. */
async function dropBody({ body, headers }: Response, status: number): Promise<Response> {
  if (status === 304) BODY_HEADERS.forEach((name) => headers.delete(name));
  await body?.cancel();
  return new Response(null, { status, headers });
}
