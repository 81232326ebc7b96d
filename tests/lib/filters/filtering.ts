import { MemoryBudget } from "@/lib/workers/memory_budget.ts";
import { createFilterCaller, type FilterCaller } from "@/lib/filters/filter_caller.ts";
import { type FilteredImage, Filters, type FiltersOptions } from "@/lib/filters/filters.ts";
import { Pool, type PoolOptions } from "@/lib/workers/pool.ts";
import { type FilterRequest, parseFilterRequest } from "@/lib/filters/request.ts";
import { createWorkerStarter, type WorkerStarterOptions } from "@/lib/workers/start_worker.ts";
import { type Caller, SERVICE } from "@/lib/http/caller.ts";
import { LIMITS } from "@/lib/images/tests/pictures.ts";
import { createContext } from "../http/context.ts";

/** The default of MEMORY_BUDGET. */
export const MEMORY_BYTES = 512 * 1024 * 1024;

/** Filters with a pool of their own, which ends with them. */
export interface FiltersSetup extends Disposable {
  readonly filters: Filters;
  readonly pool: Pool;
  readonly memory: MemoryBudget;
  /** Filters an image that is not cached for a caller without limits, or with those that are given. */
  filter(request: FilterRequest, caller?: Partial<Caller>): Promise<FilteredImage>;
}

/** The options that a test can replace. */
export type SetupOptions = Partial<FiltersOptions & WorkerStarterOptions & Pick<PoolOptions, "memory">>;

/** Creates filters that may fetch from loopback. This service has no picture unless a test says so. */
export function createFilters(options: SetupOptions = {}): FiltersSetup {
  const workers = { filterWorkers: 1, ...options };
  const limits = { ...LIMITS, filterTimeoutMs: 300_000, maxJobBytes: MEMORY_BYTES, uploadTimeoutMs: 300_000 };
  const sources = { allowPrivateHosts: ["127.0.0.1"], maxSourceBytes: 20_000_000, maxRedirects: 5 };
  const { memory = new MemoryBudget(MEMORY_BYTES) } = options;
  const pool = new Pool({ ...limits, ...workers, memory, startWorker: createWorkerStarter(workers) });
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
    filter: async (request, caller = {}) => {
      return filters.getCached(request) ??
        await withCaller(memory, caller, (filterCaller) => filters.filter(request, filterCaller));
    },
    [Symbol.dispose]: () => filters.close(),
  };
}

/** Does work for a caller without limits, or with those that are given, whose bill and reservation end with the work. */
export async function withCaller<T>(
  memory: MemoryBudget,
  caller: Partial<Caller>,
  work: (caller: FilterCaller) => Promise<T>,
): Promise<T> {
  const filterCaller = createFilterCaller(
    createContext(new Request("http://paw.example/")),
    { ...SERVICE, ...caller },
    memory,
  );
  using _reservation = filterCaller.reservation;
  try {
    return await work(filterCaller);
  } finally {
    filterCaller.bill.endRequest();
  }
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
export function headersOf({ response: { options }, headers }: FilteredImage): Record<string, string> {
  return { ...options.headers, "cache-control": options.cache, ...headers };
}

/** Returns where a response comes from and how long it may be cached. */
export function cacheOf(image: FilteredImage): [status: string | undefined, control: string | undefined] {
  const headers = headersOf(image);
  return [headers["cache-status"], headers["cache-control"]];
}
