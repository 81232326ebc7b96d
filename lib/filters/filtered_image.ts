import type { Format } from "@/lib/images/format.ts";
import { STRENGTHS } from "@/lib/filters/strengths.ts";
import type { JobResult } from "@/lib/filters/job.ts";
import type { Operation } from "@/lib/filters/request.ts";
import { PHASES } from "@/lib/filters/stopwatch.ts";
import { CachedResponse, ONE_DAY } from "@/lib/http/responses.ts";

const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
};

/** Options of {@linkcode toFilteredImage}. */
export interface FilteredImageOptions {
  /** What it took to fetch the source of an answer that is no kept one. */
  readonly fetchMs?: number;
  /** By default whoever gets it may keep it for a day. */
  readonly cache?: string;
}

/** Prepares the answer to a job. */
export function toFilteredImage(
  operation: Operation,
  result: JobResult,
  { fetchMs, cache = ONE_DAY }: FilteredImageOptions = {},
): CachedResponse {
  return new CachedResponse(result.bytes, {
    type: MEDIA_TYPES[result.format],
    cache,
    etag: result.etag,
    headers: {
      "cross-origin-resource-policy": "cross-origin",
      "x-filter": toFilterHeader(operation),
      "x-cache": fetchMs === undefined ? "hit" : "miss",
      "server-timing": fetchMs === undefined ? "cache;desc=hit" : toServerTiming(result, fetchMs),
    },
  });
}

function toFilterHeader({ filter, strength }: Operation): string {
  return STRENGTHS[filter] === undefined ? filter : `${filter}; strength=${strength}`;
}

function toServerTiming({ timings }: JobResult, fetchMs: number): string {
  const phases = PHASES.map((phase) => `${phase};dur=${timings[phase].toFixed(1)}`);
  return [`fetch;dur=${fetchMs.toFixed(1)}`, ...phases].join(", ");
}
