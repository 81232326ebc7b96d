import type { FilterEngine } from "@/lib/filters/engine.ts";
import { parseFilterRequest } from "@/lib/filters/request.ts";
import type { SourceCaller } from "@/lib/filters/source.ts";
import { type AddressOptions, publicOrigin } from "@/lib/http/client_address.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

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
  const request = parseFilterRequest(name, ctx.url.searchParams, publicOrigin(ctx, config));
  // The cache is read first, because `callerOf` costs more than the rest of the response.
  const image = filters.getCached(request) ?? await filters.filter(request, access.callerOf(ctx));
  return image.toResponse(ctx);
}
