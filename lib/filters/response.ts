import type { MemoryBudget } from "@/lib/async/memory_budget.ts";
import type { FilterEngine } from "@/lib/filters/engine.ts";
import { overloadedError, toCallerError } from "@/lib/filters/errors.ts";
import type { FilteredImage } from "@/lib/filters/filtered_image.ts";
import { toLeasedResponse } from "@/lib/filters/leased_response.ts";
import { parseFilterRequest, parseOperation, withServicePath } from "@/lib/filters/request.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { isNotModified } from "@/lib/http/finish_response.ts";
import { type AddressOptions, cacheWithOrigin, publicOrigin } from "@/lib/http/request_url.ts";
import { extendFilteredBy } from "@/lib/sources/own_service.ts";
import { ownServiceError } from "@/lib/sources/source_errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** A larger result holds memory until its caller has read it: a few hundred slow readers could otherwise fill it. */
const MAX_FREE_BYTES = 512 * 1024;

/** The services that {@linkcode respondWithFilter} uses. */
export interface FilterServices {
  readonly config: AddressOptions;
  readonly filters: FilterEngine;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
  /** Returns the caller, who pays for a result that is not cached. */
  readonly access: { callerOf(ctx: HttpContext): Caller };
}

/**
 * Responds with the filtered image, in either API version; `chain` is one filter, or several in version 2.
 *
 * @throws {ApiError} an error of the request, the rate limit, the source, the image or the pool.
 */
export async function respondWithFilter(
  ctx: HttpContext,
  services: FilterServices,
  chain: string,
): Promise<Response> {
  const { config, filters, access } = services;
  const origin = publicOrigin(ctx, config);
  const query = ctx.url.searchParams;
  const request = parseFilterRequest(chain, query, origin);
  // The cache is read first, because a header and `callerOf` cost more than the rest of the response.
  const cached = filters.getCached(request);
  if (cached !== undefined) {
    return send(ctx, request.imageRef === query.get("image") ? cached : withOrigin(cached, config), services);
  }
  const filteredBy = extendFilteredBy(ctx.req);
  if (filteredBy === undefined) throw toCallerError(ownServiceError());
  const checked = withServicePath(request, origin);
  const image = await filters.filter(checked, { ...access.callerOf(ctx), filteredBy });
  return send(ctx, checked.imageRef === query.get("image") ? image : withOrigin(image, config), services);
}

/** Returns a picture of this service, whose URL means something else under another host. */
function withOrigin(image: FilteredImage, config: AddressOptions): FilteredImage {
  const cache = image.headers?.["cache-control"] ?? image.response.options.cache;
  return { ...image, headers: { ...image.headers, "cache-control": cacheWithOrigin(cache, config) } };
}

/**
 * Responds with the image in the body of the request, filtered; `chain` is one filter, or several in version 2.
 *
 * @throws {ApiError} `payload_too_large`, `request_timeout`, or another error of the request, the rate limit, the image
 * or the pool.
 */
export async function respondWithFilteredUpload(
  ctx: HttpContext,
  services: FilterServices,
  chain: string,
): Promise<Response> {
  const { filters, access } = services;
  // Checked before the body is read, so that nobody sends a large file in vain.
  parseOperation(chain, ctx.url.searchParams);
  return send(ctx, await filters.filterUpload(chain, ctx, access.callerOf(ctx)), services);
}

async function send(ctx: HttpContext, image: FilteredImage, { access, memory }: FilterServices): Promise<Response> {
  const response = await image.response.toResponse(ctx, image.headers);
  if (image.response.length <= MAX_FREE_BYTES || ctx.state.method === "HEAD" || isNotModified(ctx, response)) {
    return response;
  }
  const bytes = await response.bytes();
  const createError = () => overloadedError("filter", true);
  // Nothing waits between these two, so that the response learns of it if the memory is taken away.
  const lease = memory.lease(bytes.length, { client: access.callerOf(ctx).client, createError });
  return toLeasedResponse(response, bytes, lease);
}
