import type { FilterEngine } from "@/lib/filters/engine.ts";
import { parseFilterRequest, withServicePath } from "@/lib/filters/request.ts";
import type { SourceCaller } from "@/lib/filters/source.ts";
import { type AddressOptions, publicOrigin } from "@/lib/http/client_address.ts";
import { isOwnRequest } from "@/lib/http/request_checks.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { ownServiceError } from "@/lib/sources/source_errors.ts";

/** The services that {@linkcode respondWithFilter} uses. */
export interface FilterServices {
  readonly config: AddressOptions;
  readonly filters: FilterEngine;
  /** Returns the caller, who pays for a result that is not cached. */
  readonly access: { callerOf(ctx: HttpContext): SourceCaller };
}

/**
 * Responds with the filtered image, in either API version; `name` is the filter in the path.
 *
 * @throws {ApiError} an error of the request, the rate limit, the source, the image or the pool.
 */
export async function respondWithFilter(
  ctx: HttpContext,
  { config, filters, access }: FilterServices,
  name: string | undefined,
): Promise<Response> {
  const origin = publicOrigin(ctx, config);
  const request = parseFilterRequest(name, ctx.url.searchParams, origin);
  // The cache is read first, because a header and `callerOf` cost more than the rest of the response.
  const cached = filters.getCached(request);
  if (cached !== undefined) return cached.toResponse(ctx);
  if (isOwnRequest(ctx.req)) throw ownServiceError();
  const checked = withServicePath(request, [origin, ctx.url.origin]);
  return (await filters.filter(checked, access.callerOf(ctx))).toResponse(ctx);
}
