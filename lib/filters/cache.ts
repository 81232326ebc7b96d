import { LRUCache } from "lru-cache";
import type { SourceInfo } from "@/lib/filters/source.ts";
import { CachePolicy, NO_STORE, ONE_DAY_SECONDS } from "@/lib/http/cache_control.ts";
import { type ReusableResponse } from "@/lib/http/reusable_response.ts";

/** Memory that an entry takes in addition to its bytes and its texts. */
const ENTRY_BYTES = 1024;

/** A filtered image, and what its source says about caching. */
export interface CacheEntry extends SourceInfo {
  readonly response: ReusableResponse;
}

/**
 * Caches filtered images by operation and image URL. One whose source is no longer fresh stays until it is replaced,
 * because the server of the source may confirm it.
 */
export class FilterCache {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #now: () => number;

  /** Creates a cache of `maxBytes`; 0 stores nothing. `now` is the clock of the sources. */
  constructor(maxBytes: number, now: () => number) {
    this.#now = now;
    this.#entries = new LRUCache({
      // LRUCache requires at least 1, and every entry is larger.
      maxSize: Math.max(maxBytes, 1),
      // The texts count, because a `data:` URL may have tens of thousands of characters. One that is not Latin makes V8
      // store all of them with two bytes.
      sizeCalculation: ({ response, finalUrl }, key) => {
        return response.length + 2 * (key.length + finalUrl.length) + ENTRY_BYTES;
      },
    });
  }

  /** The number of entries and their bytes. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  /** Returns an entry, also if its source must be asked before it is used. */
  get(key: string): CacheEntry | undefined {
    return this.#entries.get(key);
  }

  /** Returns an entry whose source is still fresh. */
  getFresh(key: string): CacheEntry | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#now() < entry.freshUntil ? entry : undefined;
  }

  /** Stores an entry, or removes the one of this key if its source forbids storing it. */
  set(key: string, entry: CacheEntry): void {
    if (entry.noStore) this.#entries.delete(key);
    else this.#entries.set(key, entry);
  }
}

/** Returns how a result may be cached: for the lifetime of its source, at most a day, minus its age. */
export function toCachePolicy(
  { noStore, maxAgeSeconds, askedAt }: Pick<
    SourceInfo,
    "noStore" | "maxAgeSeconds" | "askedAt"
  >,
  now: number,
): CachePolicy {
  if (noStore) return NO_STORE;
  const ageSeconds = Math.floor((now - askedAt) / 1000);
  const seconds = Math.min(maxAgeSeconds, ONE_DAY_SECONDS) - ageSeconds;
  return new CachePolicy({ scope: "public", maxAgeSeconds: Math.max(0, seconds) });
}
