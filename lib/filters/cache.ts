import { LRUCache } from "lru-cache";
import type { FilterResult } from "@/lib/work/job.ts";
import type { SourceInfo } from "@/lib/sources/source.ts";

/** The memory of an entry without the bytes of its image. */
const ENTRY_BYTES = 2048;

/** A filtered image, and what is known about its source. */
export interface CachedResult extends Pick<FilterResult, "bytes" | "format" | "truncated"> {
  readonly etag: string;
  readonly source: SourceInfo;
  /** Until then, the source need not be asked again. The time is from the clock of the cache. */
  readonly freshUntil: number;
}

/** Stores filtered images. An image that is no longer fresh stays, because its source may confirm it. */
export class FilterCache {
  readonly #entries: LRUCache<string, CachedResult>;
  readonly #now: () => number;

  /** `now` returns milliseconds. */
  constructor(maxBytes: number, now: () => number) {
    this.#now = now;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes, source }, key) =>
        bytes.length + 2 * (key.length + source.finalUrl.length) + ENTRY_BYTES,
    });
  }

  /** How full it is. */
  get status(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  /** Returns a result, even if its source must be asked again before the result is used. */
  get(key: string): CachedResult | undefined {
    return this.#entries.get(key);
  }

  /** Returns a result whose source is fresh. */
  getFresh(key: string): CachedResult | undefined {
    const found = this.#entries.get(key);
    return found !== undefined && this.#now() < found.freshUntil ? found : undefined;
  }

  /** Stores a result, unless its source forbids it. */
  set(key: string, result: CachedResult): void {
    if (result.source.freshness.isStorable) this.#entries.set(key, result);
    else this.#entries.delete(key);
  }
}
