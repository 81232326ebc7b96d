import type { JobResult } from "@/lib/filters/job.ts";
import type { Operation, Step } from "@/lib/filters/request.ts";
import type { Source } from "@/lib/filters/source.ts";
import { NO_STORE, ONE_DAY, type ResponseOptions, ReusableResponse } from "@/lib/http/responses.ts";
import { STRENGTHS } from "@/lib/images/filters/mod.ts";

/** How long others may cache a response if its source allows that. */
const ONE_DAY_SECONDS = 86_400;

/** A filtered image: the response that can be cached, and the headers that one request gets instead of its. */
export interface FilteredImage {
  readonly response: ReusableResponse;
  readonly headers?: ResponseOptions["headers"];
}

/** Returns the `cache-control` of what was made of a source: a day, or less if its server says so, less its age. */
export function toCacheControl(
  { noStore, maxAgeSeconds = ONE_DAY_SECONDS, askedAt }: Pick<Source, "noStore" | "maxAgeSeconds" | "askedAt">,
  now: number,
): string {
  if (noStore) return NO_STORE;
  const ageSeconds = askedAt === undefined ? 0 : Math.floor((now - askedAt) / 1000);
  const seconds = Math.min(maxAgeSeconds, ONE_DAY_SECONDS) - ageSeconds;
  return seconds <= 0 ? "public, no-cache" : `public, max-age=${seconds}`;
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

/** Options of {@linkcode toForwardedHeaders}. */
export interface ForwardedOptions {
  /** The milliseconds of each stage. */
  readonly timings: Readonly<Record<string, number>>;
  readonly cache: string;
  /** Whether the cache had no result, or one whose source had to be asked (RFC 9211). */
  readonly reason: "miss" | "stale";
}

/** Returns the headers of a request for which a source was asked or the job was run. */
export function toForwardedHeaders({ timings, cache, reason }: ForwardedOptions): Record<string, string> {
  const serverTiming = Object.entries(timings).map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`).join(", ");
  return { "cache-control": cache, "cache-status": `pawkit; fwd=${reason}`, "server-timing": serverTiming };
}

function describeStep({ filter, strength }: Step): string {
  return STRENGTHS[filter] === undefined ? filter : `${filter}; strength=${strength}`;
}
