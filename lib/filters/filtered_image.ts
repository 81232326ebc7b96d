import type { JobResult } from "@/lib/filters/job.ts";
import type { Operation, Step } from "@/lib/filters/request.ts";
import { NO_STORE, ONE_DAY, type ResponseOptions, ReusableResponse } from "@/lib/http/responses.ts";
import { STRENGTHS } from "@/lib/images/filters/mod.ts";
import type { Freshness } from "@/lib/sources/freshness.ts";

/** A filtered image: the response that can be cached, and the headers that one request gets instead of its. */
export interface FilteredImage {
  readonly response: ReusableResponse;
  readonly headers?: ResponseOptions["headers"];
}

/** Returns the `cache-control` of what was made of a source: a day, or less if its server says so. */
export function toCacheControl({ noStore, maxAgeSeconds }: Partial<Freshness>): string {
  if (noStore) return NO_STORE;
  if (maxAgeSeconds === undefined || maxAgeSeconds >= 86_400) return ONE_DAY;
  return maxAgeSeconds === 0 ? "public, no-cache" : `public, max-age=${maxAgeSeconds}`;
}

/** Creates the response for the result of a job, with the headers of a cache hit. */
export function toFilterResponse(
  { steps }: Operation,
  { bytes, format, etag, isTruncated }: JobResult,
): ReusableResponse {
  return new ReusableResponse(bytes, {
    type: `image/${format}`,
    cache: ONE_DAY,
    etag,
    headers: {
      "cross-origin-resource-policy": "cross-origin",
      "x-filter": steps.map(describeStep).join(", "),
      ...(isTruncated && { "x-image": "truncated" }),
      "cache-status": "pawkit; hit",
      "server-timing": "cache;desc=hit",
    },
  });
}

/** Returns the headers of a request for which the job was run, after its source was loaded in `fetchMs`. */
export function toMissHeaders({ timings }: JobResult, fetchMs: number, cache: string): Record<string, string> {
  const stages = Object.entries({ fetch: fetchMs, ...timings });
  const serverTiming = stages.map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`).join(", ");
  return { "cache-control": cache, "cache-status": "pawkit; fwd=miss", "server-timing": serverTiming };
}

function describeStep({ filter, strength }: Step): string {
  return STRENGTHS[filter] === undefined ? filter : `${filter}; strength=${strength}`;
}
