import type { FilterEngine } from "@/lib/filters/engine.ts";
import { parseFilterRequest } from "@/lib/filters/request.ts";
import { type AddressOptions, publicOrigin } from "@/lib/http/client_address.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** The services that {@linkcode respondWithFilter} uses. */
export interface FilterServices {
  readonly config: AddressOptions;
  readonly filters: FilterEngine;
  /** Charges the caller for a result that is not cached; throws if the caller has too few points. */
  readonly access: { charge(ctx: HttpContext, points: number): void | Promise<void> };
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
  const request = parseFilterRequest(name, ctx.url.searchParams, publicOrigin(ctx.req, config));
  const charge = (points: number) => access.charge(ctx, points);
  // The cache is read first, because `req.signal` makes Deno watch the connection, which costs 16 µs.
  const image = filters.getCached(request) ?? await filters.filter(request, { signal: ctx.req.signal, charge });
  return image.toResponse(ctx);
}
