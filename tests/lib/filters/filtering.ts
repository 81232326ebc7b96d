import type { MemoryBudget } from "@/lib/workers/memory.ts";
import { Filters, type FiltersOptions, withKey } from "@/lib/filters/filters.ts";
import type { Pool, PoolOptions } from "@/lib/workers/pool.ts";
import { type FilterRequest, parseFilterRequest } from "@/lib/filters/request.ts";
import type { MadePicture } from "@/lib/workers/send.ts";
import { createMemory, createPool, createWork, MEMORY_BYTES, type TestClient } from "../workers/working.ts";
import { LIMITS } from "@/lib/images/tests/pictures.ts";

/** Filters with a pool of their own, which ends with them. */
export interface FiltersSetup extends Disposable {
  readonly filters: Filters;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  /** Filters an image, if it is not cached, for a client without limits, or with those that are given. */
  filter(request: FilterRequest, client?: TestClient): Promise<MadePicture>;
}

/** The options that a test can replace. */
export type SetupOptions = Partial<FiltersOptions & Pick<PoolOptions, "memory" | "filterWorkers">>;

/** Creates filters that may fetch from loopback. This service has no picture unless a test says so. */
export function createFilters(options: SetupOptions = {}): FiltersSetup {
  const limits = { ...LIMITS, filterTimeoutMs: 300_000, maxJobBytes: MEMORY_BYTES, uploadTimeoutMs: 300_000 };
  const sources = { allowPrivateHosts: ["127.0.0.1"], maxSourceBytes: 20_000_000, maxRedirects: 5 };
  const { memory = createMemory(), filterWorkers = 1 } = options;
  const pool = createPool({ memory, filterWorkers });
  const filters = new Filters({
    ...limits,
    ...sources,
    sourceTimeoutMs: 300_000,
    pool,
    filterCacheBytes: 1_000_000,
    findServicePicture: () => Promise.resolve(undefined),
    ...options,
  });
  return {
    filters,
    pool,
    memory,
    filter: async (request, client) => {
      using work = createWork(memory, client);
      const keyed = withKey(request);
      return filters.getCached(keyed.key) ?? await filters.filter(keyed, work);
    },
    [Symbol.dispose]: () => filters.pool.close(),
  };
}

/** Parses a filter of an image. */
export function parse(filter: string, image = "/a.png", query = ""): FilterRequest {
  return parseFilterRequest(
    filter,
    new URLSearchParams(`image=${encodeURIComponent(image)}&${query}`),
    "http://paw.example",
  );
}

/** Returns the headers that a request gets. */
export function headersOf(
  { response: { options }, cache = options.cache, headers }: MadePicture,
): Record<string, string> {
  return { ...options.headers, "cache-control": cache.text, ...headers };
}

/** Returns where a response comes from and how long it may be cached. */
export function cacheOf(image: MadePicture): [status: string | undefined, control: string | undefined] {
  const headers = headersOf(image);
  return [headers["cache-status"], headers["cache-control"]];
}
