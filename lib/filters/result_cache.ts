import { LRUCache } from "lru-cache";
import type { CachedResponse } from "@/lib/http/responses.ts";

/** How long a request is linked to a result before its source is loaded again. */
const FRESH_MS = 60_000;

/** The maximum number of links, and of characters in all of them: a `data:` URL may have tens of thousands. */
const MAX_LINKS = 10_000;
const MAX_LINK_CHARACTERS = 8 * 1024 * 1024;

/** Memory that a result takes in addition to its bytes. */
const ENTRY_BYTES = 1024;

/**
 * Caches filtered images by the content that they were made from (result key), and links requests to them for a minute
 * (request key). The same image under another URL, or one that has not changed after the minute, is not filtered again.
 *
 * The links are needed although sources are cached, too: 48 images of 0.7 MB do not fit into that cache, and every
 * request would download its image again and take 3.5 ms instead of 0.008. A response may thereby be two minutes old:
 * one minute for the link, and one for the source.
 */
export class ResultCache {
  readonly #results: LRUCache<string, CachedResponse>;
  readonly #links: LRUCache<string, string>;

  /** Creates a cache of `maxBytes`; 0 stores nothing. */
  constructor(maxBytes: number) {
    this.#results = new LRUCache({
      // LRUCache requires at least 1, and every entry is larger.
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: ({ length }) => length + ENTRY_BYTES,
    });
    this.#links = new LRUCache({
      max: MAX_LINKS,
      maxSize: MAX_LINK_CHARACTERS,
      sizeCalculation: (resultKey, requestKey) => resultKey.length + requestKey.length,
      ttl: FRESH_MS,
      ttlResolution: 0,
    });
  }

  /** The number of results and their bytes. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#results.size, bytes: this.#results.calculatedSize };
  }

  /** Returns the result of a request that was linked less than a minute ago. */
  get(requestKey: string): CachedResponse | undefined {
    const resultKey = this.#links.get(requestKey);
    return resultKey === undefined ? undefined : this.#results.get(resultKey);
  }

  /** Links a request to a result, which may still have to be made. Returns the result if it is cached. */
  link(requestKey: string, resultKey: string): CachedResponse | undefined {
    this.#links.set(requestKey, resultKey);
    return this.#results.get(resultKey);
  }

  /** Stores a result. */
  set(resultKey: string, result: CachedResponse): void {
    this.#results.set(resultKey, result);
  }
}
