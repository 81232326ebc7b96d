import { REPORTED_PARAMETERS } from "@/lib/filters/parameters.ts";
import type { Operation } from "@/lib/filters/request.ts";
import type { Step } from "@pawkit/images";

/** Returns `x-filter`: the steps, then the values for all of them: `greyscale, blur; strength=2; quality=80`. */
export function describeOperation({ steps, values }: Operation): string {
  const reported = REPORTED_PARAMETERS.flatMap((name) => values[name] === undefined ? [] : `${name}=${values[name]}`);
  return [steps.map(describeStep).join(", "), ...reported].join("; ");
}

function describeStep({ filter, values }: Step): string {
  return [filter, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join("; ");
}

/** The `server-timing` of a cached result. */
export const CACHE_HIT_TIMING = "cache;desc=hit";

/** Options of {@linkcode toUncachedHeaders}. */
export interface UncachedOptions {
  /** The milliseconds of each stage. */
  readonly timings: Readonly<Record<string, number>>;
  /** Whether the cache had no result, or one whose source had to be asked (RFC 9211). */
  readonly reason: "miss" | "stale";
}

/** Returns the headers of a request for which a source was asked or the job was run. */
export function toUncachedHeaders({ timings, reason }: UncachedOptions): Record<string, string> {
  return { "cache-status": `pawkit; fwd=${reason}`, "server-timing": toServerTiming(timings) };
}

/** Returns the headers of a request that has waited for its slot and then found its result in the cache. */
export function toFoundHeaders(queue: number): Record<string, string> {
  return { "server-timing": `${CACHE_HIT_TIMING}, ${toServerTiming({ queue })}` };
}

function toServerTiming(timings: UncachedOptions["timings"]): string {
  return Object.entries(timings).map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`).join(", ");
}
