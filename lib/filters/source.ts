import { LRUCache } from "lru-cache";
import { createAllowList } from "@/lib/sources/allow_list.ts";
import { Budget } from "@/lib/sources/budget.ts";
import { type Connect, connect as connectPinned } from "@/lib/sources/connection.ts";
import { parseDataUrl } from "@/lib/sources/data_url.ts";
import { withDeadline } from "@/lib/async/deadline.ts";
import { type Download, download } from "@/lib/sources/download.ts";
import { parseImageUrl } from "@/lib/sources/image_url.ts";
import { assertLookupHook } from "@/lib/sources/lookup_hook.ts";
import { loadOwnPicture, type OperatorPictures } from "@/lib/filters/service_picture.ts";
import { createResolver, type Resolve } from "@/lib/sources/resolver.ts";
import { sourceTimeoutError } from "@/lib/sources/source_errors.ts";
import { SingleFlight } from "@/lib/async/single_flight.ts";

/** Bytes of sources kept, so that six filters of one picture download it once. */
const DEFAULT_CACHE_BYTES = 33_554_432;

/** What an entry of the cache costs besides its bytes. */
const ENTRY_BYTES = 1024;

/** How long a kept source is used without asking its server again. */
const FRESH_MS = 60_000;

/** Bytes all downloads under way may hold together: a small machine has 768 MB for everything. */
const DEFAULT_BUDGET_BYTES = 134_217_728;

/** A caller's image before it is looked at. */
export interface Source {
  /** Shared with other callers: copy before transferring or writing. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Names these very bytes: their SHA-256, or the tag of one of our own pictures. */
  readonly key: string;
  /** Whether its server forbids to keep it: what is made of it should not be kept either. */
  readonly noStore?: boolean;
}

/** Options of {@linkcode createSourceLoader}. */
export interface SourceOptions {
  /** `host[:port]` entries that are let through although they are private. */
  readonly allowPrivateHosts: readonly string[];
  readonly maxSourceBytes: number;
  readonly maxRedirects: number;
  /** Time for everything from asking for the name to the last byte. */
  readonly sourceTimeoutMs: number;
  /** Hands out the picture at a path of this service (`/images/…`), if there is one. */
  readonly ownPicture: OperatorPictures;
  readonly cacheBytes?: number;
  readonly budgetBytes?: number;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  readonly now?: () => number;
}

/** Loads callers' images. */
export interface SourceLoader {
  /**
   * Loads the image a caller named: a web address, a `data:` address, or a path of this service.
   *
   * @throws {ApiError} `invalid_parameter`, `unsupported_format`, `forbidden_address`, `source_rejected`,
   * `source_failed`, `source_timeout`, `source_too_large` or `overloaded`; the reason of `signal` when it aborts.
   */
  load(image: string, signal: AbortSignal): Promise<Source>;
}

type Kept = Source & Partial<Download>;

/**
 * Makes the loader. Sources are kept for a minute, then their server is asked whether they have changed.
 *
 * @throws {TypeError} when an entry of `allowPrivateHosts` has a wrong form.
 */
export function createSourceLoader(options: SourceOptions): SourceLoader {
  const cache = createCache(options);
  const flights = new SingleFlight<Source>();
  const fetchFrom = createFetcher(options);

  async function loadAnew(image: string, signal: AbortSignal): Promise<Source> {
    const earlier = cache.get(image, { allowStale: true });
    const kept = await loadKept(image, earlier, signal);
    if (!kept.noStore) cache.set(image, kept);
    return kept;
  }

  async function loadKept(image: string, earlier: Kept | undefined, signal: AbortSignal): Promise<Kept> {
    if (image.startsWith("/")) return await loadOwnPicture(image, options.ownPicture);
    if (/^data:/i.test(image)) return await toSource(parseDataUrl(image, options.maxSourceBytes));
    const found = await fetchFrom(parseImageUrl(image), earlier, signal);
    return found.bytes === earlier?.bytes ? { ...earlier } : { ...found, ...await toSource(found.bytes) };
  }

  return {
    async load(image, signal) {
      return cache.get(image) ?? await flights.run(image, (shared) => loadAnew(image, shared), signal);
    },
  };
}

function createCache({ cacheBytes = DEFAULT_CACHE_BYTES, now }: SourceOptions): LRUCache<string, Kept> {
  return new LRUCache<string, Kept>({
    maxSize: cacheBytes,
    // A million sources of one byte are no megabyte, and a data: address weighs as much as its bytes.
    sizeCalculation: ({ bytes }, image) => bytes.length + image.length + ENTRY_BYTES,
    ttl: FRESH_MS,
    ttlResolution: 0,
    noDeleteOnStaleGet: true,
    ...(now && { perf: { now } }),
  });
}

type FetchFrom = (url: URL, earlier: Kept | undefined, signal: AbortSignal) => Promise<Download>;

function createFetcher(options: SourceOptions): FetchFrom {
  const { resolve = createResolver(), connect = connectPinned, maxRedirects, sourceTimeoutMs: ms } = options;
  const isAllowed = createAllowList(options.allowPrivateHosts);
  const budget = new Budget(options.budgetBytes ?? DEFAULT_BUDGET_BYTES);
  const fixed = { isAllowed, resolve, connect, budget, maxBytes: options.maxSourceBytes, maxRedirects };
  let checked: Promise<void> | undefined;
  return (url, earlier, signal) =>
    withDeadline({ ms, signal, onTimeout: () => sourceTimeoutError(ms) }, async (signal) => {
      if (connect === connectPinned) await (checked ??= assertLookupHook());
      return await download(url, { ...fixed, signal, earlier: isDownload(earlier) ? earlier : undefined });
    });
}

function isDownload(kept: Kept | undefined): kept is Kept & Download {
  return kept?.href !== undefined;
}

async function toSource(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return { bytes, key: `sha256-${hash.toHex()}` };
}
