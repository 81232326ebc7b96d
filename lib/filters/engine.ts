import { toFilteredImage } from "@/lib/filters/filtered_image.ts";
import { toApiError } from "@/lib/filters/image_errors.ts";
import type { Job, JobResult } from "@/lib/filters/job.ts";
import { ResultCache } from "@/lib/filters/result_cache.ts";
import { createLaneOpener, type Lane, openLaneHere } from "@/lib/filters/job_runner.ts";
import { Pool, type PoolStatus } from "@/lib/filters/pool.ts";
import type { ProbeLimits } from "@/lib/images/probe.ts";
import { type FilterRequest, toOperationKey } from "@/lib/filters/request.ts";
import { SingleFlight } from "@/lib/async/single_flight.ts";
import type { Source } from "@/lib/filters/source.ts";
import { PHASES } from "@/lib/filters/stopwatch.ts";
import { type CachedResponse, NO_STORE } from "@/lib/http/responses.ts";
import { NO_TELEMETRY, type Telemetry } from "@/lib/metrics/telemetry.ts";

/** What an uncached filter costs beyond the point of every request. */
const EXTRA_POINTS = 9;

/** Options of {@linkcode FilterEngine}. */
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

/** Filters pictures. Nothing is started or loaded before the first one comes. */
export class FilterEngine {
  readonly #options: FilterEngineOptions;
  readonly #telemetry: Telemetry;
  readonly #pool: Pool;
  readonly #kept: ResultCache;
  readonly #flights = new SingleFlight<CachedResponse>();
  #hits = 0;
  #misses = 0;

  /** Makes the engine. */
  constructor(options: FilterEngineOptions) {
    this.#options = options;
    this.#telemetry = options.telemetry ?? NO_TELEMETRY;
    this.#kept = new ResultCache(options.filterCacheBytes);
    this.#pool = new Pool({
      workers: Math.max(options.filterWorkers, 1),
      queue: options.filterQueue,
      timeoutMs: options.filterTimeoutMs,
      maxPixels: options.maxPixels,
      open: options.openLane ?? (options.filterWorkers === 0 ? openLaneHere : createLaneOpener(options)),
    });
  }

  /** Yields the filtered picture if it is at hand. */
  peek(request: FilterRequest): CachedResponse | undefined {
    const image = this.#kept.find(toName(request));
    if (image !== undefined) this.#hits++;
    return image;
  }

  /**
   * Yields the filtered picture: from memory, from a job that is under way for the same request, or from a new one.
   *
   * @throws {ApiError} What the source, the probe or the pool refuse; the reason of the caller's signal.
   */
  async filter(request: FilterRequest, caller: Caller): Promise<CachedResponse> {
    const image = this.peek(request);
    if (image !== undefined) return image;
    this.#misses++;
    await caller.charge?.(EXTRA_POINTS);
    return await this.#flights.run(toName(request), (signal) => this.#make(request, signal), caller.signal);
  }

  /** Tells what it is doing. */
  status(): FilterStatus {
    const cache = { ...this.#kept.size, hits: this.#hits, misses: this.#misses };
    return { pool: this.#pool.status, cache, isExhausted: this.#pool.isExhausted };
  }

  /** Ends all threads. */
  close(): void {
    this.#pool.close();
  }

  async #make(request: FilterRequest, signal: AbortSignal): Promise<CachedResponse> {
    const started = performance.now();
    const source = await this.#telemetry.trace("filter.fetch", () => this.#options.loadSource(request.image, signal));
    const fetchMs = performance.now() - started;
    if (source.noStore) {
      return toFilteredImage(request, await this.#run(request, source, signal), { fetchMs, cache: NO_STORE });
    }
    const key = `${source.key} ${toOperationKey(request)}`;
    const kept = this.#kept.name(toName(request), key);
    if (kept !== undefined) return kept;
    const result = await this.#run(request, source, signal);
    this.#kept.keep(key, toFilteredImage(request, result));
    return toFilteredImage(request, result, { fetchMs });
  }

  async #run(request: FilterRequest, { bytes }: Source, signal: AbortSignal): Promise<JobResult> {
    const { filter } = request;
    try {
      const job = await toJob(request, bytes, this.#options);
      const result = await this.#telemetry.trace("filter.run", () => this.#pool.run(job, signal), { filter });
      for (const phase of PHASES) this.#telemetry.time(`filter.${phase}`, result.timings[phase], { filter });
      return result;
    } catch (error) {
      throw toApiError(error);
    }
  }
}

/** Looks at the picture, and makes the job if nothing is to be refused. */
async function toJob(request: FilterRequest, bytes: Job["bytes"], limits: ProbeLimits): Promise<Job> {
  const { filter, strength, format } = request;
  // Loaded with the first picture, as everything that knows formats is.
  const { assertStorable, probe } = await import("@/lib/images/probe.ts");
  const header = probe(bytes, limits);
  if (format !== "auto") assertStorable(header, format);
  return { filter, strength, format, bytes, header };
}

function toName(request: FilterRequest): string {
  return `${toOperationKey(request)} ${request.image}`;
}
