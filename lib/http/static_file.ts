import { NO_STORE } from "@/lib/http/cache_control.ts";
import { PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";

/**
 * Responds with a file in `static/`, which Fresh has found: compressed if it is text, with its entity tag. Any other
 * response of Fresh is returned as it is.
 */
export async function respondWithStaticFile(ctx: HttpContext, found: Response): Promise<Response> {
  const etag = found.headers.get("etag");
  if (found.status !== 200 || found.body === null || etag === null) return found;
  const type = found.headers.get("content-type") ?? "application/octet-stream";
  const headers = {
    ...(type.startsWith("image/") && PICTURE_HEADERS),
    // Fresh decides how its files may be cached, so its text replaces the policy.
    "cache-control": found.headers.get("cache-control") ?? "no-cache",
  };
  // Every visitor loads some files, and each is compressed rarely.
  const options = { type, cache: NO_STORE, etag, headers, effort: "high" } as const;
  return await new ReusableResponse(await found.bytes(), options).toResponse(ctx);
}
