import { LRUCache } from "lru-cache";
import { type FilteredImage, toCacheControl } from "@/lib/filters/filtered_image.ts";
import type { RequestKey, ResultKey } from "@/lib/filters/keys.ts";
import type { Source } from "@/lib/filters/source.ts";
import type { ReusableResponse } from "@/lib/http/responses.ts";

/** The maximum number of links, and of characters in all of them: a `data:` URL may have tens of thousands. */
const MAX_LINKS = 10_000;
const MAX_LINK_CHARACTERS = 8 * 1024 * 1024;

/** Memory that a result takes in addition to its bytes. */
const ENTRY_BYTES = 1024;

/**
 * The result of a request, until its source must be loaded again, and what the source says about caching. Sources with
 * the same content may differ in that.
 */
export interface Link extends Pick<Source, "freshUntil" | "askedAt" | "maxAgeSeconds"> {
  readonly resultKey: ResultKey;
}

/**
 * Caches filtered images by the content that they were made from, and links requests to them as long as their source is
 * fresh. The same image under another URL, or one that has not changed since, is not filtered again.
 *
 * The links are needed although sources are cached, too: 48 images of 0.7 MB do not fit into that cache, and every
 * request would download its image again and take 3.5 ms instead of 0.008.
 */
export class ResultCache {
  readonly #results: LRUCache<ResultKey, ReusableResponse>;
  readonly #links: LRUCache<RequestKey, Link>;
  readonly #now: () => number;

  /** Creates a cache of `maxBytes`; 0 stores nothing. `now` is the clock of the sources. */
  constructor(maxBytes: number, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#results = new LRUCache({
      // LRUCache requires at least 1, and every entry is larger.
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: ({ length }) => length + ENTRY_BYTES,
    });
    this.#links = new LRUCache({
      max: MAX_LINKS,
      maxSize: MAX_LINK_CHARACTERS,
      sizeCalculation: ({ resultKey }, requestKey) => resultKey.length + requestKey.length,
    });
  }

  /** The number of results and their bytes. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#results.size, bytes: this.#results.calculatedSize };
  }

  /** Returns the result of a request whose source is still fresh. */
  get(requestKey: RequestKey): FilteredImage | undefined {
    const link = this.#links.get(requestKey);
    return link === undefined || this.#now() >= link.freshUntil ? undefined : this.#find(link);
  }

  /** Returns whether a request has a result that must not be used before its source was asked again. */
  isStale(requestKey: RequestKey): boolean {
    const link = this.#links.get(requestKey);
    return link !== undefined && this.#now() >= link.freshUntil && this.#results.has(link.resultKey);
  }

  /** Links a request to a result, which may still have to be made. Returns the result if it is cached. */
  link(requestKey: RequestKey, link: Link): FilteredImage | undefined {
    this.#links.set(requestKey, link);
    return this.#find(link);
  }

  /** Stores a result. */
  set(resultKey: ResultKey, result: ReusableResponse): void {
    this.#results.set(resultKey, result);
  }

  #find(link: Link): FilteredImage | undefined {
    const response = this.#results.get(link.resultKey);
    if (response === undefined) return undefined;
    const cache = toCacheControl(link, this.#now());
    return cache === response.options.cache ? { response } : { response, headers: { "cache-control": cache } };
  }
}
