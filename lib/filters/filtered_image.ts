import type { JobResult } from "@/lib/filters/job.ts";
import type { Operation, Step } from "@/lib/filters/request.ts";
import { CachedResponse, ONE_DAY } from "@/lib/http/responses.ts";
import { STRENGTHS } from "@/lib/images/filters/mod.ts";

/** Options of {@linkcode toFilteredImage}. */
export interface FilteredImageOptions {
  /** How long the source took to load. Without it the headers report a cache hit. */
  readonly fetchMs?: number;
  /** `cache-control`; one day by default. */
  readonly cache?: string;
}

/** Creates the response for the result of a job. */
export function toFilteredImage(
  { steps }: Operation,
  { bytes, format, etag, isTruncated, timings }: JobResult,
  { fetchMs, cache = ONE_DAY }: FilteredImageOptions = {},
): CachedResponse {
  const phases = Object.entries({ fetch: fetchMs ?? 0, ...timings });
  const serverTiming = phases.map(([phase, ms]) => `${phase};dur=${ms.toFixed(1)}`).join(", ");
  return new CachedResponse(bytes, {
    type: `image/${format}`,
    cache,
    etag,
    headers: {
      "cross-origin-resource-policy": "cross-origin",
      "x-filter": steps.map(describeStep).join(", "),
      ...(isTruncated && { "x-image": "truncated" }),
      "x-cache": fetchMs === undefined ? "hit" : "miss",
      "server-timing": fetchMs === undefined ? "cache;desc=hit" : serverTiming,
    },
  });
}

function describeStep({ filter, strength }: Step): string {
  return STRENGTHS[filter] === undefined ? filter : `${filter}; strength=${strength}`;
}
