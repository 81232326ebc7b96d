import { LRUCache } from "lru-cache";
import type { Job } from "@/lib/filters/job.ts";
import { createLaneOpener, type Lane, openLaneHere } from "@/lib/filters/lane.ts";
import { Pool, type PoolStatus } from "@/lib/filters/pool.ts";
import type { ProbeLimits } from "@/lib/filters/probe.ts";
import { type FilterRequest, toOperationKey } from "@/lib/filters/request.ts";
import { Sharing } from "@/lib/filters/sharing.ts";
import type { Source } from "@/lib/filters/source.ts";
import { PHASES } from "@/lib/filters/stopwatch.ts";
import { toFilteredImage } from "@/lib/filters/filtered_image.ts";
import { NO_STORE, type PreparedAnswer } from "@/lib/http/answers.ts";
import { NO_TELEMETRY, type Telemetry } from "@/lib/http/telemetry.ts";

/** How long an address answers from memory before its picture is asked for again. */
const FRESH_MS = 60_000;

/** Addresses remembered, and the characters of all of them: a `data:` address may have tens of thousands. */
const MAX_NAMES = 10_000;
const MAX_NAME_CHARACTERS = 8 * 1024 * 1024;

/** What an uncached filter costs beyond the point of every request. */
const EXTRA_POINTS = 9;

/** Options of {@linkcode createFilterEngine}. */
export interface FilterEngineOptions extends ProbeLimits {
  /** Loads the picture at a caller's address. */
  readonly loadSource: (image: string, signal: AbortSignal) => Promise<Source>;
  /** How long a picture may be worked on. */
  readonly filterTimeoutMs: number;
  /** Threads that work at once; 0 works in this one. */
  readonly filterWorkers: number;
  /** Pictures that may wait for a worker. */
  readonly filterQueue: number;
  /** Bytes of answers kept; 0 keeps none. */
  readonly filterCacheBytes: number;
  readonly openLane?: () => Promise<Lane>;
  /** Takes what the operator should know: that threads cannot be started. */
  readonly warn?: (message: string) => void;
  readonly telemetry?: Telemetry;
}

/** Who asks: read only when the answer is not at hand. */
export interface Caller {
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  /** Takes points for an answer that is not at hand; throws when the caller has too few. */
  readonly charge?: (points: number) => void | Promise<void>;
}

/** What the engine is doing, for the operator. */
export interface FilterStatus {
  readonly pool: PoolStatus;
  readonly cache: { readonly entries: number; readonly bytes: number; readonly hits: number; readonly misses: number };
  /** Whether so many threads are stuck that the service should be restarted. */
  readonly isExhausted: boolean;
}

/** Filters pictures. */
export interface FilterEngine {
  /**
   * Yields the filtered picture: from memory, from a job that is under way for the same request, or from a new one.
   *
   * @throws {ApiError} What the source, the probe or the pool refuse; the reason of the caller's signal.
   */
  filter(request: FilterRequest, caller: Caller): Promise<PreparedAnswer>;
  /** Yields the filtered picture if it is at hand. */
  peek(request: FilterRequest): PreparedAnswer | undefined;
  status(): FilterStatus;
  /** Ends all threads. */
  close(): void;
}

/** Makes the engine. Nothing is started or loaded before the first picture comes. */
export function createFilterEngine(options: FilterEngineOptions): FilterEngine {
  const pool = new Pool({
    workers: Math.max(options.filterWorkers, 1),
    queue: options.filterQueue,
    timeoutMs: options.filterTimeoutMs,
    maxPixels: options.maxPixels,
    open: options.openLane ?? (options.filterWorkers === 0 ? openLaneHere : createLaneOpener(options)),
  });
  const images = new LRUCache<string, PreparedAnswer>({
    maxSize: Math.max(options.filterCacheBytes, 1),
    sizeCalculation: ({ length }) => length + 1024,
  });
  const names = new LRUCache<string, string>({
    max: MAX_NAMES,
    maxSize: MAX_NAME_CHARACTERS,
    sizeCalculation: (key, name) => key.length + name.length,
    ttl: FRESH_MS,
    ttlResolution: 0,
  });
  const sharing = new Sharing<PreparedAnswer>();
  const { telemetry = NO_TELEMETRY } = options;
  let hits = 0, misses = 0;

  async function work(request: FilterRequest, name: string, signal: AbortSignal): Promise<PreparedAnswer> {
    const started = performance.now();
    const source = await telemetry.trace("filter.fetch", () => options.loadSource(request.image, signal));
    const fetchMs = performance.now() - started;
    const key = `${source.key} ${toOperationKey(request)}`;
    if (!source.noStore) names.set(name, key);
    const kept = source.noStore ? undefined : images.get(key);
    if (kept !== undefined) return kept;
    const { filter } = request;
    const job = await toJob(request, source.bytes, options);
    const result = await telemetry.trace("filter.run", () => pool.run(job, signal), { filter });
    for (const phase of PHASES) telemetry.time(`filter.${phase}`, result.timings[phase], { filter });
    if (source.noStore) return toFilteredImage(request, result, { fetchMs, cache: NO_STORE });
    images.set(key, toFilteredImage(request, result));
    return toFilteredImage(request, result, { fetchMs });
  }

  function peek(request: FilterRequest): PreparedAnswer | undefined {
    const key = names.get(toName(request));
    const image = key === undefined ? undefined : images.get(key);
    if (image !== undefined) hits++;
    return image;
  }

  return {
    peek,
    async filter(request, caller) {
      const image = peek(request);
      if (image !== undefined) return image;
      misses++;
      await caller.charge?.(EXTRA_POINTS);
      const name = toName(request);
      return await sharing.join(name, caller.signal, (signal) => work(request, name, signal));
    },
    status: () => ({
      pool: pool.status,
      cache: { entries: images.size, bytes: images.calculatedSize, hits, misses },
      isExhausted: pool.isExhausted,
    }),
    close: () => pool.close(),
  };
}

/** Looks at the picture, and makes the job if nothing is to be refused. */
async function toJob(request: FilterRequest, bytes: Job["bytes"], limits: ProbeLimits): Promise<Job> {
  const { filter, strength, format } = request;
  // Loaded with the first picture, as everything that knows formats is.
  const { assertStorable, probe } = await import("@/lib/filters/probe.ts");
  const header = probe(bytes, limits);
  if (format !== "auto") assertStorable(header, format);
  return { filter, strength, format, bytes, header };
}

function toName(request: FilterRequest): string {
  return `${toOperationKey(request)} ${request.image}`;
}
