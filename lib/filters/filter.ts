import type { Config } from "@/fresh.config.ts";
import { type CachedResult, FilterCache } from "@/lib/filters/cache.ts";
import { planJob } from "@/lib/filters/plan.ts";
import type { ImageRef, Operation } from "@/lib/filters/request.ts";
import { type FindServicePicture, type LoadedImage, toLoader } from "@/lib/filters/service_picture.ts";
import { readUpload } from "@/lib/filters/upload.ts";
import { toEtag } from "@/lib/http/respond.ts";
import { download, downloadWithFetch } from "@/lib/sources/download.ts";
import { createResolver } from "@/lib/sources/resolve.ts";
import { MAX_SECONDS } from "@/lib/sources/freshness.ts";
import { Sources } from "@/lib/sources/source.ts";
import type { FilterResult } from "@/lib/work/job.ts";
import type { Work } from "@/lib/work/work.ts";

const MIB = 2 ** 20;

/** Options of {@linkcode Filters}. */
export interface FiltersOptions {
  readonly config: Pick<Config, "sourceHosts" | "privateHosts" | "port" | "memoryBudget" | "isDenoDeploy">;
  readonly work: Pick<Work, "filter">;
  readonly isSmallMachine: boolean;
  readonly findServicePicture: FindServicePicture;
  /** Returns milliseconds. */
  readonly now?: () => number;
}

/** An image at an address, what to do with it, and the caller. */
export interface FilterRequest {
  readonly image: ImageRef;
  readonly operation: Operation;
  readonly client: string;
  /** The signal of the HTTP request. */
  readonly signal: AbortSignal;
}

/** An image in the body of an HTTP request. */
export interface UploadRequest extends Omit<FilterRequest, "image" | "signal"> {
  readonly req: Request;
}

/** A filtered image, and how the service made it. */
export interface Filtered extends Pick<FilterResult, "bytes" | "format" | "truncated"> {
  /** The tag of the image, and how long it may be used; missing if nobody may store it. */
  readonly storing?: { readonly etag: string; readonly freshSeconds: number };
  readonly isHit: boolean;
  /** Milliseconds. */
  readonly timings: Readonly<Record<"fetch" | "queue" | "job", number>>;
}

/** Filters images: cache, gate, source, plan, gate, job, cache. */
export class Filters {
  readonly #options: FiltersOptions;
  readonly #sources: Sources;
  readonly #cache: FilterCache;
  readonly #now: () => number;
  #hits = 0;
  #misses = 0;

  constructor(options: FiltersOptions) {
    const { config, isSmallMachine, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#cache = new FilterCache(isSmallMachine ? 24 * MIB : 48 * MIB, now);
    this.#sources = new Sources({
      sourceHosts: config.sourceHosts,
      privateHosts: config.privateHosts,
      resolve: createResolver(),
      download: config.isDenoDeploy ? downloadWithFetch : download,
      isOwnPort: (port) => port === config.port,
    });
  }

  /** What the operator sees of the cache. */
  get status(): Readonly<Record<"entries" | "bytes" | "hits" | "misses", number>> {
    return { ...this.#cache.status, hits: this.#hits, misses: this.#misses };
  }

  /**
   * Filters the image at an address.
   *
   * @throws {ApiError} an error of the source, the image or the gates; the reason of the signal.
   */
  async filter({ image: { url, isOwn }, operation, client, signal }: FilterRequest): Promise<Filtered> {
    const key = JSON.stringify([isOwn, url.href.replace(/#.*/s, ""), operation]);
    const find = () => this.#cache.getFresh(key);
    const cached = find();
    if (cached !== undefined) {
      this.#hits++;
      return this.#toFiltered(cached, { isHit: true });
    }
    this.#misses++;
    const { work, findServicePicture, config: { memoryBudget } } = this.#options;
    const load = isOwn ? toLoader(url, findServicePicture) : this.#sources.load.bind(this.#sources, url, signal);
    const stale = this.#cache.get(key);
    let [askedAt, fetch] = [0, 0];
    let loaded = undefined as LoadedImage | undefined;
    const outcome = await work.filter<CachedResult>(client, signal, async () => {
      const found = find();
      if (found !== undefined) return { found };
      askedAt = this.#now();
      loaded = await load(stale?.source);
      fetch = this.#now() - askedAt;
      // A source without bytes was loaded before, and has not changed since.
      if (loaded.bytes === undefined) return { found: this.#store(key, { ...stale!, ...toSource(loaded, askedAt) }) };
      return { ...planJob(loaded.bytes, operation, memoryBudget), find };
    });
    if ("found" in outcome) return this.#toFiltered(outcome.found, { isHit: loaded === undefined, fetch });
    const { result, queueMs } = outcome;
    const { bytes, format, truncated } = result;
    const made = { bytes, format, truncated, etag: await hashBytes(bytes), ...toSource(loaded!, askedAt) };
    return this.#toFiltered(this.#store(key, made), { fetch, queue: queueMs, job: result.jobMs });
  }

  /** Filters the image in the body of a request. Nobody stores it. @throws {ApiError} like {@linkcode filter}. */
  async filterUpload({ req, operation, client }: UploadRequest): Promise<Filtered> {
    const { work, config } = this.#options;
    let fetch = 0;
    const outcome = await work.filter<never>(client, req.signal, async () => {
      const startedAt = this.#now();
      const image = await readUpload(req);
      fetch = this.#now() - startedAt;
      return { ...planJob(image, operation, config.memoryBudget), find: () => undefined };
    });
    if ("found" in outcome) return outcome.found;
    const { result, queueMs } = outcome;
    return { ...result, isHit: false, timings: { fetch, queue: queueMs, job: result.jobMs } };
  }

  #store(key: string, result: CachedResult): CachedResult {
    this.#cache.set(key, result);
    return result;
  }

  #toFiltered(
    { source, freshUntil, etag, ...result }: CachedResult,
    { isHit = false, ...timings }: Partial<Filtered["timings"]> & { readonly isHit?: boolean },
  ): Filtered {
    const freshSeconds = Math.min(MAX_SECONDS, Math.max(0, Math.ceil((freshUntil - this.#now()) / 1000)));
    const common = { ...result, isHit, timings: { fetch: 0, queue: 0, job: 0, ...timings } };
    return source.freshness.isStorable ? { ...common, storing: { etag, freshSeconds } } : common;
  }
}

/** Returns what the cache stores about a source. Its bytes are left out, because they belong to the job. */
function toSource({ bytes: _, ...source }: LoadedImage, askedAt: number): Pick<CachedResult, "source" | "freshUntil"> {
  return { source, freshUntil: askedAt + source.freshness.seconds * 1000 };
}

/** Returns the entity tag of a result. The digest is computed in another thread, because a result may have 32 MiB. */
async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toEtag(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
