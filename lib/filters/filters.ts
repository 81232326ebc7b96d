// The path of a filter request from the cache to its result; filter_response.ts lists the steps.

import { ReusableResponse } from "@/lib/http/reusable_response.ts";
import { getLogger } from "@logtape/logtape";
import { type CacheEntry, FilterCache, toCachePolicy } from "@/lib/filters/cache.ts";
import type { CostLimits } from "@/lib/workers/cost.ts";
import { toCallerError } from "@/lib/filters/filter_errors.ts";
import {
  CACHE_HIT_TIMING,
  describeOperation,
  toUncachedHeaders,
  type UncachedOptions,
} from "@/lib/filters/filter_headers.ts";
import type { JobResult } from "@/lib/workers/job.ts";
import type { Pool, PoolStatus } from "@/lib/workers/pool.ts";
import type { MadePicture } from "@/lib/workers/send.ts";
import type { Work } from "@/lib/workers/work.ts";
import {
  assertComplete,
  type FilterRequest,
  negotiateFormat,
  type Operation,
  parseOperation,
  toOperationKey,
} from "@/lib/filters/request.ts";
import type { Source, SourceOptions } from "@/lib/filters/source.ts";
import { readUpload, type UploadOptions, type UploadRequest } from "@/lib/filters/upload.ts";
import { PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import { NO_STORE, ONE_DAY } from "@/lib/http/cache_control.ts";
import { type Header, IMAGE_FORMATS, ImageError, type WritableFormat } from "@pawkit/images";
import type { ProbeLimits } from "@pawkit/images/probe";
import { FilterCounters } from "@/lib/metrics/filter_counters.ts";
import type { Percentiles } from "@/lib/metrics/histogram.ts";

const log = getLogger(["pawkit", "filters"]);

/** Options of {@linkcode Filters}. */
export interface FiltersOptions extends ProbeLimits, CostLimits, SourceOptions, UploadOptions {
  /** Runs the jobs. */
  readonly pool: Pool;
  /** Bytes of cached results; 0 caches none. */
  readonly filterCacheBytes: number;
}

/** The load of the filters, for the operator. */
export interface FilterStatus {
  readonly pool: PoolStatus;
  readonly cache: { readonly entries: number; readonly bytes: number; readonly hits: number; readonly misses: number };
  /** The milliseconds of each stage. */
  readonly stages: Readonly<Record<string, Percentiles>>;
  /** The number of sources by outcome: `loaded`, `aborted` or the code of the error. */
  readonly sources: Readonly<Record<string, number>>;
}

/** Filters images. It loads nothing before the first image. */
export class Filters {
  /** The times of the stages and the outcomes of the sources. */
  readonly counters: FilterCounters = new FilterCounters();
  readonly pool: Pool;
  readonly #options: FiltersOptions;
  readonly #cache: FilterCache;
  readonly #now: () => number;
  #hits = 0;
  #misses = 0;

  constructor(options: FiltersOptions) {
    this.#options = options;
    this.pool = options.pool;
    this.#now = options.now ?? (() => performance.now());
    this.#cache = new FilterCache(options.filterCacheBytes, this.#now);
  }

  /** Returns the filtered image of a key if it is cached and its source is still fresh. */
  getCached(key: string): MadePicture | undefined {
    const entry = this.#cache.getFresh(key);
    if (entry === undefined) return undefined;
    this.#hits++;
    return this.#toHit(entry);
  }

  /**
   * Returns the filtered image. Nothing is shared with other callers but the cache, which is asked again when the turn
   * of its job comes.
   *
   * @throws {ApiError} an error of the source, the image or the pool; the reason of the signal of the work.
   */
  async filter({ request, key }: KeyedRequest, work: Work): Promise<MadePicture> {
    this.#misses++;
    const { source: { image, ...info }, stale, fetchMs } = await this.#load(request, key, work);
    const reason = stale === undefined ? "miss" : "stale";
    if (image === undefined) {
      // Only a source with a stale result has no image: its server has confirmed that the result is still right. The
      // cache may have dropped it meanwhile.
      const timings = { fetch: fetchMs, queue: work.waitedMs };
      return this.#store(key, { ...info, response: stale!.response }, { timings, reason });
    }
    if (image instanceof Uint8Array) work.reservation.source = image;
    const findResult = () => info.noStore ? undefined : this.#cache.getFresh(key);
    const result = await this.#run(image, request, work, findResult);
    // Another request has stored this result while ours loaded its source or waited for a worker.
    if ("response" in result) {
      return this.#toMiss(result, { timings: { fetch: fetchMs, queue: work.waitedMs }, reason });
    }
    const timings = { fetch: fetchMs, ...result.timings };
    return this.#store(key, { ...info, response: this.#toResponse(request, result) }, { timings, reason });
  }

  /**
   * Returns the image in the body of a request, filtered. Nothing is cached.
   *
   * @throws {ApiError} an error of the body, the image or the pool; the reason of the signal of the work.
   */
  async filterUpload(chain: string, upload: UploadRequest): Promise<MadePicture> {
    const startedAt = performance.now();
    const { bytes, parameters } = await readUpload(upload, this.#options);
    const fetchMs = performance.now() - startedAt;
    this.counters.addTime("fetch", fetchMs);
    const operation = negotiateFormat(assertComplete(parseOperation(chain, parameters)), upload.req);
    const result = await this.#run<never>(bytes, operation, upload.work, () => undefined);
    const timings = { fetch: fetchMs, ...result.timings };
    const headers = toUncachedHeaders({ timings, reason: "miss" });
    return { response: this.#toResponse(operation, result), cache: NO_STORE, headers };
  }

  /** Returns the load. */
  status(): FilterStatus {
    const { stages, outcomes } = this.counters;
    return {
      pool: this.pool.status,
      cache: { ...this.#cache.size, hits: this.#hits, misses: this.#misses },
      stages: Object.fromEntries(Array.from(stages, ([stage, times]) => [stage, times.percentiles()])),
      sources: Object.fromEntries(outcomes),
    };
  }

  /** Loads the source, or asks whether it has changed since its cached result was made. */
  async #load({ imageRef }: FilterRequest, key: string, work: Work): Promise<LoadedSource> {
    const startedAt = performance.now();
    const stale = this.#cache.get(key);
    // Imported with the first image, because the network code slows down the start of the service.
    const { loadSource } = await import("@/lib/filters/source.ts");
    const sourceRequest = { imageRef, work, previous: stale };
    const source = await this.counters.countSource(() => loadSource(sourceRequest, this.#options));
    return { source, stale, fetchMs: performance.now() - startedAt };
  }

  /** Checks an image by its header and plans it, once. Runs the job when its turn comes, unless its result is found. */
  async #run<Found>(
    source: NonNullable<Source["image"]>,
    operation: Operation,
    work: Work,
    findResult: () => Found | undefined,
  ): Promise<JobResult | Found> {
    try {
      const { prepareJob, readSourceHeader } = await import("@/lib/filters/prepare_job.ts");
      // Large files take milliseconds here, and many may arrive at once.
      const turn = source instanceof Uint8Array ? work.takeTurn() : undefined;
      if (turn !== undefined) await turn;
      // Throws if the memory of the source was taken away meanwhile, and with it the source.
      work.reservation.growTo(0);
      const header = readSourceHeader(source, this.#options);
      const prepared = prepareJob(source, header, operation, this.#options);
      return await this.pool.run({ ...prepared, work, findResult }).catch((error: unknown) => {
        if (error instanceof ImageError) this.#countBroken(header.format, error);
        throw error;
      });
    } catch (error) {
      throw toCallerError(error);
    }
  }

  #countBroken(format: Header["format"], { cause }: ImageError): void {
    this.counters.addBroken(format);
    log.debug("Cannot decode a file of the format {format}: {cause}", { format, cause });
  }

  /** Counts the stages of a job, and creates the response of its result, with the headers of a cache hit. */
  #toResponse(operation: Operation, { bytes, format, etag, isTruncated, timings }: JobResult): ReusableResponse {
    for (const [stage, ms] of Object.entries(timings)) this.counters.addTime(stage, ms);
    return new ReusableResponse(bytes, {
      // Only a drawing can be text.
      type: IMAGE_FORMATS[format as WritableFormat].mediaType,
      cache: ONE_DAY,
      etag,
      headers: {
        ...PICTURE_HEADERS,
        "x-filter": describeOperation(operation),
        ...(isTruncated && { "x-image": "truncated" }),
        "cache-status": "pawkit; hit",
        "server-timing": CACHE_HIT_TIMING,
      },
    });
  }

  /** Stores a result for others, and returns it with the headers of the request that made or confirmed it. */
  #store(key: string, entry: CacheEntry, uncached: UncachedOptions): MadePicture {
    this.#cache.set(key, entry);
    return this.#toMiss(entry, uncached);
  }

  #toMiss(entry: CacheEntry, uncached: UncachedOptions): MadePicture {
    return { ...this.#toHit(entry), headers: toUncachedHeaders(uncached) };
  }

  #toHit(entry: CacheEntry): MadePicture {
    return { response: entry.response, cache: toCachePolicy(entry, this.#now()) };
  }
}

/** A source, and the cached result of an earlier version of it. */
interface LoadedSource {
  readonly source: Source;
  readonly stale: CacheEntry | undefined;
  readonly fetchMs: number;
}

/** A request, and its key in the cache: a text that is equal for equal requests only. */
export interface KeyedRequest {
  readonly request: FilterRequest;
  readonly key: string;
}

/** Makes the key of a request, once: one that waits may look for its result many times. */
export function withKey(request: FilterRequest): KeyedRequest {
  return { request, key: `${toOperationKey(request)} ${request.imageRef}` };
}
