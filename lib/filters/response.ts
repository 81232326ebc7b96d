import type { FilterEngine } from "@/lib/filters/engine.ts";
import { parseFilterRequest } from "@/lib/filters/request.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** Options of {@linkcode respondWithFilter}. */
export interface FilterResponseOptions {
  /** The name of the filter in the path. */
  readonly filter: string | undefined;
  /** The origin that this service was called with. */
  readonly origin: string;
  /** Charges the caller for a result that is not cached; throws if the caller has too few points. */
  readonly charge: (points: number) => void | Promise<void>;
}

/**
 * Responds with the filtered image, in either API version.
 *
 * @throws {ApiError} an error of the request, the rate limit, the source, the image or the pool.
 */
export async function respondWithFilter(
  ctx: HttpContext,
  engine: FilterEngine,
  { filter, origin, charge }: FilterResponseOptions,
): Promise<Response> {
  const request = parseFilterRequest(filter, ctx.url.searchParams, origin);
  // The cache is read first, because `req.signal` makes Deno watch the connection, which costs 16 µs.
  const image = engine.getCached(request) ?? await engine.filter(request, { signal: ctx.req.signal, charge });
  return image.toResponse(ctx);
}
