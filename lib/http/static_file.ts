import type { HttpContext } from "@/lib/http/request_state.ts";
import { decodePercent } from "@/lib/http/request_url.ts";
import { ReusableResponse } from "@/lib/http/responses.ts";

/** Types of files that compression makes smaller. */
const TEXT_TYPE = /^(text\/|image\/svg)/;

/**
 * Responds with a file in `static/`, which Fresh has found: compressed if it is text, with its entity tag. Any other
 * response of Fresh is returned as it is.
 */
export async function respondWithStaticFile(ctx: HttpContext, found: Response): Promise<Response> {
  const etag = found.headers.get("etag");
  if (found.status !== 200 || found.body === null || etag === null) return found;
  const type = found.headers.get("content-type") ?? "application/octet-stream";
  const cache = found.headers.get("cache-control") ?? "no-cache";
  // Not the URL as it was sent: `/%73tyle.css` and all its other spellings would each be compressed again.
  const path = decodePercent(ctx.url.pathname).replace(/\/$/, "");
  const name = TEXT_TYPE.test(type) ? path : undefined;
  return await new ReusableResponse(await found.bytes(), { type, cache, etag, name }).toResponse(ctx);
}
