// The path of a filter request begins and ends here, and filters.ts has the rest; docs/filters.md draws it.

import type { MemoryBudget } from "@/lib/workers/memory_budget.ts";
import { createFilterCaller, type FilterCaller } from "@/lib/filters/filter_caller.ts";
import type { FilteredImage, Filters } from "@/lib/filters/filters.ts";
import { negotiateFormat, parseFilterRequest, parseOperation } from "@/lib/filters/request.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { isNotModified } from "@/lib/http/finish_response.ts";
import { LOOP_HEADER } from "@/lib/http/loop_header.ts";
import { readParameter } from "@/lib/http/parameters.ts";
import { BYTES_PER_POINT } from "@/lib/http/price.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type AddressOptions, cacheWithOrigin, publicOrigin } from "@/lib/http/request_url.ts";
import { toReservedBody } from "@/lib/workers/reserved_body.ts";
import { NO_STORE } from "@/lib/http/responses.ts";
import { ownServiceError } from "@/lib/sources/source_errors.ts";

/**
 * A result of up to this size, which the first point includes, is sent in one piece. A larger one is sent in several,
 * and reserved until its caller has read it: slow readers could fill the memory.
 */
const MAX_WHOLE_BYTES = BYTES_PER_POINT;

/** The services that {@linkcode respondWithFilter} uses. */
export interface FilterServices {
  readonly config: AddressOptions;
  readonly filters: Filters;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
  /** Returns the caller, who is charged for a result that is not cached. */
  readonly access: { callerOf(ctx: HttpContext): Caller };
}

/**
 * Responds with the filtered image, in either API version; `chain` is one filter, or several in version 2.
 *
 * @throws {ApiError} an error of the request, the rate limit, the source, the image or the pool.
 */
export async function respondWithFilter(ctx: HttpContext, services: FilterServices, chain: string): Promise<Response> {
  const { config, filters } = services;
  if (ctx.req.headers.has(LOOP_HEADER)) throw ownServiceError();
  const query = ctx.url.searchParams;
  const asked = parseFilterRequest(chain, query, publicOrigin(ctx, config));
  const request = negotiateFormat(asked, ctx.req);
  const cached = filters.getCached(request);
  // Only a large one costs more than the point of the request, so that `callerOf` is not called for the others.
  const response = cached !== undefined && cached.response.length <= MAX_WHOLE_BYTES
    ? await cached.response.toResponse(ctx, cached.headers)
    : await makeAndSend(ctx, services, async (caller) => cached ?? await filters.filter(request, caller));
  // The URL of a picture of this service means something else under another host.
  if (request.imageRef !== readParameter(query, "image")) {
    const cache = response.headers.get("cache-control") ?? NO_STORE;
    response.headers.set("cache-control", cacheWithOrigin(cache, config));
  }
  if (asked.values.format === "auto") response.headers.set("vary", "accept");
  return response;
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
  // Checked before the body is read, so that nobody sends a large file in vain. What is missing may be in a form.
  try {
    parseOperation(chain, ctx.url.searchParams);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "missing_parameter")) throw error;
  }
  return await makeAndSend(ctx, services, (caller) => services.filters.filterUpload(chain, ctx, caller));
}

/**
 * Makes an image for one caller and responds with it. The request has one bill, which is charged when all of its work
 * has ended, and one reservation, which is released when the response is sent or the request fails.
 *
 * @throws {ApiError} an error of `make`, or `overloaded` if there is too little memory for what arrives or is sent.
 */
async function makeAndSend(
  ctx: HttpContext,
  { access, memory }: FilterServices,
  make: (caller: FilterCaller) => Promise<FilteredImage>,
): Promise<Response> {
  const caller = createFilterCaller(ctx, access.callerOf(ctx), memory);
  const { reservation, bill } = caller;
  try {
    const response = await send(ctx, await make(caller), caller);
    bill.endRequest();
    return response;
  } catch (error) {
    reservation[Symbol.dispose]();
    bill.endRequest(error);
    throw error;
  }
}

/** Sends an image, which may be cached. */
async function send(
  ctx: HttpContext,
  { response: reusable, headers }: FilteredImage,
  { reservation }: FilterCaller,
): Promise<Response> {
  const { length, options: { etag = "" } } = reusable;
  const hasBody = ctx.state.method !== "HEAD" && !isNotModified(ctx, { headers: new Headers({ etag }) });
  if (!hasBody || length <= MAX_WHOLE_BYTES) {
    reservation[Symbol.dispose]();
    return await reusable.toResponse(ctx, headers);
  }
  // The result of its own job is reserved already, but not one that was cached.
  reservation.growTo(length);
  return await reusable.toResponse(ctx, headers, toReservedBody(reusable.read(), reservation));
}
