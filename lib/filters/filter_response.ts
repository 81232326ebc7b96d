// A filter request begins and ends here; filters.ts has the steps in between:
//
//   request.ts                    parameters → FilterRequest
//   cache.ts                      the result, if its source is fresh
//   lib/workers/slots.ts          a slot and five points
//   source.ts, lib/sources        checked address → download
//   prepare_job.ts                format, size, frames → plan, estimate
//   lib/workers/pool.ts           turn and memory
//   lib/images/pipeline.ts        in the worker: draw or decode → filter → encode
//   lib/workers/send.ts           at once, or in pieces
//   lib/access/prices.ts          points for time and bytes

import type { Config } from "@/fresh.config.ts";
import { toFoundHeaders } from "@/lib/filters/filter_headers.ts";
import { type Filters, type KeyedRequest, withKey } from "@/lib/filters/filters.ts";
import { assertImage } from "@/lib/filters/missing_image.ts";
import { FILTER_PARAMETERS } from "@/lib/filters/parameters.ts";
import { negotiateFormat, parseFilterRequest, parseOperation } from "@/lib/filters/request.ts";
import { assertDeclaredSize } from "@/lib/filters/upload.ts";
import { cacheWithOrigin } from "@/lib/http/cache_control.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { isLongUrl, readParameter, readQuery } from "@/lib/parameters/query.ts";
import { assertSpelling } from "@/lib/parameters/spelling.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { type AddressOptions, publicOrigin } from "@/lib/http/request_url.ts";
import { LOOP_HEADER } from "@/lib/sources/loop_header.ts";
import { ownServiceError } from "@/lib/sources/source_errors.ts";
import { TRANSFER_BYTES } from "@/lib/workers/work.ts";
import { type MadePicture, makeAndSend, sendPicture, type WorkServices } from "@/lib/workers/send.ts";

/** How often the URL of a request is in memory while it waits: twice in V8, twice in Deno. */
const URL_COPIES = 4;

/** What a waiting request and its connection take besides. */
const CONNECTION_BYTES = 65_536;

/** The services that {@linkcode respondWithFilter} uses. */
export interface FilterServices extends WorkServices {
  readonly config: AddressOptions & Pick<Config, "maxSourceBytes">;
  readonly filters: Filters;
}

/**
 * Responds with the filtered image, in either API version; `chain` is one filter, or several in version 2.
 *
 * @throws {ApiError} an error of the request, its limits, the source, the image or the pool.
 */
export async function respondWithFilter(ctx: HttpContext, services: FilterServices, chain: string): Promise<Response> {
  if (ctx.req.headers.has(LOOP_HEADER)) throw ownServiceError();
  if (isLongUrl(ctx.req.url)) return await respondToLongUrl(ctx, services, chain);
  const { filters, memory } = services;
  const asked = parse(ctx, services, chain);
  const { key } = asked;
  const cached = filters.getCached(key);
  if (cached !== undefined) {
    return await sendPicture(ctx, withCallerHeaders(cached, services, asked), { kind: "filter", memory });
  }
  const askedAt = performance.now();
  return await makeAndSend(ctx, services, {
    kind: "filter",
    key,
    findResult() {
      const found = filters.getCached(key);
      return found && withCallerHeaders(withWait(found, performance.now() - askedAt), services, asked);
    },
    make: async (work) => withCallerHeaders(await filters.filter(asked, work), services, asked),
  });
}

/** A long URL is parsed in the slot of its client and in turn, because that takes the main thread milliseconds. */
async function respondToLongUrl(ctx: HttpContext, services: FilterServices, chain: string): Promise<Response> {
  const { filters } = services;
  return await makeAndSend(ctx, services, {
    kind: "filter",
    waitingBytes: CONNECTION_BYTES + URL_COPIES * ctx.req.url.length,
    findResult: () => undefined,
    async make(work) {
      await work.takeTurn();
      const asked = parse(ctx, services, chain);
      const cached = filters.getCached(asked.key);
      if (cached === undefined) return withCallerHeaders(await filters.filter(asked, work), services, asked);
      work.giveBack();
      return withCallerHeaders(withWait(cached, work.waitedMs), services, asked);
    },
  });
}

/** What a caller asked for. */
interface AskedFilter extends KeyedRequest {
  /** Whether it is the URL of a picture of this service, which means something else under another host. */
  readonly hasOrigin: boolean;
  /** Whether the format of the result depends on what the caller accepts. */
  readonly isAuto: boolean;
}

function parse(ctx: HttpContext, { config }: FilterServices, chain: string): AskedFilter {
  const query = readQuery(ctx.req);
  assertSpelling(query, FILTER_PARAMETERS);
  assertImage(chain, { url: ctx.req.url, query });
  const asked = parseFilterRequest(chain, query, publicOrigin(ctx, config));
  const hasOrigin = asked.imageRef !== readParameter(query, "image");
  return { ...withKey(negotiateFormat(asked, ctx.req)), hasOrigin, isAuto: asked.values.format === "auto" };
}

/** Returns a cached picture for a request that had to wait before it found it. */
function withWait(picture: MadePicture, waitedMs: number): MadePicture {
  return { ...picture, headers: { ...picture.headers, ...toFoundHeaders(waitedMs) } };
}

/** Returns the picture with the headers that depend on how the caller asked for it. */
function withCallerHeaders(
  picture: MadePicture,
  { config }: FilterServices,
  { hasOrigin, isAuto }: AskedFilter,
): MadePicture {
  const { response, cache = response.options.cache, headers } = picture;
  return {
    response,
    cache: hasOrigin ? cacheWithOrigin(cache, config) : cache,
    headers: isAuto ? { ...headers, vary: "accept" } : headers,
  };
}

/**
 * Responds with the image in the body of the request, filtered; `chain` is one filter, or several in version 2. Query
 * and body are read in the slot of its client.
 *
 * @throws {ApiError} `payload_too_large`, `request_timeout`, or another error of the request, its limits, the image or
 * the pool.
 */
export async function respondWithFilteredUpload(
  ctx: HttpContext,
  services: FilterServices,
  chain: string,
): Promise<Response> {
  const { req } = ctx;
  assertDeclaredSize(req, services.config.maxSourceBytes);
  return await makeAndSend(ctx, services, {
    kind: "filter",
    waitingBytes: TRANSFER_BYTES + URL_COPIES * req.url.length,
    findResult: () => undefined,
    async make(work) {
      if (isLongUrl(req.url)) await work.takeTurn();
      const query = readQuery(req);
      assertSpelling(query, FILTER_PARAMETERS);
      assertOperation(chain, query);
      return await services.filters.filterUpload(chain, { req, query, work });
    },
  });
}

/** Checks what the query says before the body is read, so that nobody sends a large file in vain. */
function assertOperation(chain: string, query: URLSearchParams): void {
  try {
    parseOperation(chain, query);
  } catch (error) {
    // What is missing may be in a form.
    if (!(error instanceof ApiError && error.code === "missing_parameter")) throw error;
  }
}
