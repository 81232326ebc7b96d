import { LRUCache } from "lru-cache";
import type { CachedResponse } from "@/lib/http/responses.ts";

/** How long an address answers from memory before its picture is asked for again. */
const FRESH_MS = 60_000;

/** Addresses remembered, and the characters of all of them: a `data:` address may have tens of thousands. */
const MAX_NAMES = 10_000;
const MAX_NAME_CHARACTERS = 8 * 1024 * 1024;

/** What a picture takes besides its bytes. */
const ENTRY_BYTES = 1024;

/**
 * Keeps filtered pictures under a key that tells what they were made of, and for a minute the names that they were asked
 * for by. What was asked for by another name, or has not changed after the minute, is not made again.
 */
export class ResultCache {
  readonly #images: LRUCache<string, CachedResponse>;
  readonly #keys: LRUCache<string, string>;

  /** Makes room for `maxBytes`; 0 keeps nothing. */
  constructor(maxBytes: number) {
    this.#images = new LRUCache({
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: ({ length }) => length + ENTRY_BYTES,
    });
    this.#keys = new LRUCache({
      max: MAX_NAMES,
      maxSize: MAX_NAME_CHARACTERS,
      sizeCalculation: (key, name) => key.length + name.length,
      ttl: FRESH_MS,
      ttlResolution: 0,
    });
  }

  /** How many there are, and their bytes. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#images.size, bytes: this.#images.calculatedSize };
  }

  /** Yields the picture of a name that was given to it less than a minute ago. */
  find(name: string): CachedResponse | undefined {
    const key = this.#keys.get(name);
    return key === undefined ? undefined : this.#images.get(key);
  }

  /** Gives the name to the picture of a key, kept or still to be made, and yields the kept one. */
  name(name: string, key: string): CachedResponse | undefined {
    this.#keys.set(name, key);
    return this.#images.get(key);
  }

  /** Keeps a picture. */
  keep(key: string, image: CachedResponse): void {
    this.#images.set(key, image);
  }
}
