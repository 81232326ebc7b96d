// docs/filters.md draws the path of a filter request through these files.

import { getLogger } from "@logtape/logtape";
import { SingleFlight } from "@/lib/async/single_flight.ts";
import {
  assertAffordable,
  type CostLimits,
  estimateFilter,
  estimateReceiving,
  type Payment,
  startPayment,
} from "@/lib/filters/cost.ts";
import { FilterCounters } from "@/lib/metrics/filter_counters.ts";
import {
  type FilteredImage,
  toCacheControl,
  toFilterResponse,
  toForwardedHeaders,
} from "@/lib/filters/filtered_image.ts";
import { toCallerError } from "@/lib/filters/errors.ts";
import type { FilterJob, JobResult } from "@/lib/filters/job.ts";
import type { RequestKey, ResultKey } from "@/lib/filters/keys.ts";
import type { Pool, PoolStatus } from "@/lib/filters/pool.ts";
import { assertComplete, type FilterRequest, parseOperation, toOperationKey } from "@/lib/filters/request.ts";
import { ResultCache } from "@/lib/filters/result_cache.ts";
import type { LoadSource } from "@/lib/filters/source.ts";
import type { ReadUpload } from "@/lib/filters/upload.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { concernsOnlyCaller } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { NO_STORE } from "@/lib/http/responses.ts";
import { planResize } from "@/lib/images/resize_plan.ts";
import { ImageError } from "@/lib/images/image_error.ts";
import type { ProbeLimits } from "@/lib/images/probe.ts";
import type { Percentiles } from "@/lib/metrics/histogram.ts";

const log = getLogger(["pawkit", "filters"]);

/** Options of {@linkcode FilterEngine}. */
export interface FilterEngineOptions extends ProbeLimits, CostLimits {
  /** Runs the filters. The engine closes it. */
  readonly pool: Pool;
  readonly loadSource: LoadSource;
  readonly readUpload: ReadUpload;
  /** Bytes of cached results; 0 caches none. */
  readonly filterCacheBytes: number;
  /** The clock of `loadSource`; by default `performance.now()`. */
  readonly now?: () => number;
}

/** The load of the engine, for the operator. */
export interface FilterStatus {
  readonly pool: PoolStatus;
  readonly cache: { readonly entries: number; readonly bytes: number; readonly hits: number; readonly misses: number };
  /** The milliseconds of each stage. */
  readonly stages: Readonly<Record<string, Percentiles>>;
  /** The number of sources by outcome: `loaded`, `aborted` or the code of the error. */
  readonly sources: Readonly<Record<string, number>>;
}

/** Filters images. It loads nothing before the first image. */
export class FilterEngine {
  readonly #options: FilterEngineOptions;
  /** The times of the stages and the outcomes of the sources. */
  readonly counters: FilterCounters = new FilterCounters();
  readonly #cache: ResultCache;
  // The limits of one caller do not concern the others that sent the same request.
  readonly #flights = new SingleFlight<FilteredImage>(concernsOnlyCaller);
  readonly #now: () => number;
  #hits = 0;
  #misses = 0;

  constructor(options: FilterEngineOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#cache = new ResultCache(options.filterCacheBytes, this.#now);
  }

  /** Returns the filtered image if it is cached. */
  getCached(request: FilterRequest): FilteredImage | undefined {
    const result = this.#cache.get(toRequestKey(request));
    if (result !== undefined) this.#hits++;
    return result;
  }

  /**
   * Returns the filtered image: from the cache, from a running job for an equal request, or from a new job.
   *
   * @throws {ApiError} an error of `take`, the source, the image or the pool; the reason of the caller's signal.
   */
  async filter(request: FilterRequest, caller: Caller): Promise<FilteredImage> {
    const cached = this.getCached(request);
    if (cached !== undefined) return cached;
    this.#misses++;
    const payment = startPayment(caller);
    const produce = (sharedSignal: AbortSignal) => this.#produce(request, { ...caller, signal: sharedSignal }, payment);
    return await this.#flights.run(toRequestKey(request), produce, caller.signal);
  }

  /**
   * Returns the image in the body of a request, filtered. Nothing is cached. The caller pays before the body is read,
   * so that a client without points cannot send images.
   *
   * @throws {ApiError} an error of `take`, the body, the image or the pool; the reason of the caller's signal.
   */
  async filterUpload(chain: string, { req, url }: HttpContext, caller: Caller): Promise<FilteredImage> {
    const payment = startPayment(caller);
    const startedAt = performance.now();
    const uploader = { ...caller, onReceived: (length: number) => payment.payAfter(estimateReceiving(length)) };
    const { bytes, parameters } = await this.#options.readUpload(req, url.searchParams, uploader);
    const fetchMs = performance.now() - startedAt;
    const operation = assertComplete(parseOperation(chain, parameters));
    const result = await this.#run({ ...operation, bytes, isExclusive: true }, caller, payment);
    const timings = { fetch: fetchMs, ...result.timings };
    const headers = toForwardedHeaders({ timings, cache: NO_STORE, reason: "miss" });
    return { response: toFilterResponse(operation, result), headers };
  }

  /** Returns the load. */
  status(): FilterStatus {
    const cache = { ...this.#cache.size, hits: this.#hits, misses: this.#misses };
    const { stages, outcomes } = this.counters;
    return {
      pool: this.#options.pool.status,
      cache,
      stages: Object.fromEntries(Array.from(stages, ([stage, times]) => [stage, times.percentiles()])),
      sources: Object.fromEntries(outcomes),
    };
  }

  /** Whether nothing could be filtered for a minute, so that the service should be restarted. */
  get isStalled(): boolean {
    return this.#options.pool.isStalled;
  }

  /** Ends all workers. */
  close(): void {
    this.#options.pool.close();
  }

  async #produce(request: FilterRequest, caller: Caller, payment: Payment): Promise<FilteredImage> {
    const requestKey = toRequestKey(request);
    const reason = this.#cache.isStale(requestKey) ? "stale" : "miss";
    const startedAt = performance.now();
    const load = () => this.#options.loadSource(request.imageRef, caller);
    const source = await this.counters.countSource(load);
    const fetchMs = performance.now() - startedAt;
    payment.payAfter(estimateReceiving(source.receivedBytes ?? 0));
    const toHeaders = (timings: JobResult["timings"] = {}) => {
      const cache = toCacheControl(source, this.#now());
      return toForwardedHeaders({ timings: { fetch: fetchMs, ...timings }, cache, reason });
    };
    const { bytes, contentKey, freshUntil, askedAt, maxAgeSeconds, isExclusive } = source;
    const resultKey = contentKey && `${contentKey} ${toOperationKey(request)}` as ResultKey;
    const cached = resultKey && this.#cache.link(requestKey, { resultKey, freshUntil, askedAt, maxAgeSeconds });
    if (cached !== undefined) return source.isForwarded ? { ...cached, headers: toHeaders() } : cached;
    const result = await this.#run({ ...request, bytes, isExclusive }, caller, payment);
    const response = toFilterResponse(request, result);
    if (resultKey !== undefined) this.#cache.set(resultKey, response);
    return { response, headers: toHeaders(result.timings) };
  }

  async #run(image: Omit<FilterJob, "header">, caller: Caller, payment: Payment): Promise<JobResult> {
    const { bytes, size, format } = image;
    try {
      // Loaded with the first image, because the readers of all formats slow down the start of the service.
      const { assertStorable, probe } = await import("@/lib/images/probe.ts");
      const header = probe(bytes, this.#options);
      if (format !== "auto") assertStorable(planResize(header, size) ?? header, format);
      return await this.#runJob({ ...image, header }, caller, payment);
    } catch (error) {
      throw toCallerError(error);
    }
  }

  async #runJob(job: FilterJob, caller: Caller, payment: Payment): Promise<JobResult> {
    const { header } = job;
    const cost = estimateFilter(job);
    assertAffordable(cost, this.#options);
    payment.payBefore(cost);
    const result = await this.#options.pool.run(job, cost, caller).catch((error: unknown) => {
      if (error instanceof ImageError) {
        this.counters.addBroken(header.format);
        log.debug("Cannot decode a file of the format {format}: {cause}", {
          format: header.format,
          cause: error.cause,
        });
      }
      throw error;
    });
    for (const [stage, ms] of Object.entries(result.timings)) this.counters.addTime(stage, ms);
    return result;
  }
}

function toRequestKey(request: FilterRequest): RequestKey {
  return `${toOperationKey(request)} ${request.imageRef}` as RequestKey;
}
