import type { JobResult } from "@/lib/filters/job.ts";
import type { Operation, Step } from "@/lib/filters/request.ts";
import { CachedResponse, NO_STORE, ONE_DAY } from "@/lib/http/responses.ts";
import { STRENGTHS } from "@/lib/images/filters/mod.ts";
import type { Freshness } from "@/lib/sources/freshness.ts";

/** Options of {@linkcode toFilterResponse}. */
export interface FilterResponseOptions {
  /** How long the source took to load. Without it the headers report a cache hit. */
  readonly fetchMs?: number;
  /** `cache-control`; one day by default. */
  readonly cache?: string;
}

/** Returns the `cache-control` of what was made of a source: a day, or less if its server says so. */
export function toCacheControl({ noStore, maxAgeSeconds }: Partial<Freshness>): string {
  if (noStore) return NO_STORE;
  if (maxAgeSeconds === undefined || maxAgeSeconds >= 86_400) return ONE_DAY;
  return maxAgeSeconds === 0 ? "public, no-cache" : `public, max-age=${maxAgeSeconds}`;
}

/** Creates the response for the result of a job. */
export function toFilterResponse(
  { steps }: Operation,
  { bytes, format, etag, isTruncated, timings }: JobResult,
  { fetchMs, cache = ONE_DAY }: FilterResponseOptions = {},
): CachedResponse {
  const stages = Object.entries({ fetch: fetchMs ?? 0, ...timings });
  const serverTiming = stages.map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`).join(", ");
  return new CachedResponse(bytes, {
    type: `image/${format}`,
    cache,
    etag,
    headers: {
      "cross-origin-resource-policy": "cross-origin",
      "x-filter": steps.map(describeStep).join(", "),
      ...(isTruncated && { "x-image": "truncated" }),
      "cache-status": fetchMs === undefined ? "pawkit; hit" : "pawkit; fwd=miss",
      "server-timing": fetchMs === undefined ? "cache;desc=hit" : serverTiming,
    },
  });
}

function describeStep({ filter, strength }: Step): string {
  return STRENGTHS[filter] === undefined ? filter : `${filter}; strength=${strength}`;
}
