import { LRUCache } from "lru-cache";
import { readBlocks } from "@/lib/files/blocks.ts";
import type { FoundFile } from "@/lib/files/root.ts";

/** What one pass over a file yields. */
export interface Digest {
  readonly sha256: string;
  /** What a gzip twin states about its content. */
  readonly crc32: number;
}

/** Options of {@linkcode Checksums}. */
export interface ChecksumsOptions {
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** Files whose checksum is kept: more than a folder of lists and logs has, a megabyte of memory at most. */
const MAX_KEPT = 4096;

/** A file younger than this can change again without its time showing it: its checksum is not kept. */
const SETTLED_MS = 1000;

/**
 * Checksums by streaming, remembered by path, size, time and inode. Callers that ask at the same time share one pass.
 *
 * node:crypto hashes 200 MB in 0.24 s here and takes blocks; WebCrypto would want the whole file in memory.
 */
export class Checksums {
  readonly #kept = new LRUCache<string, Promise<Digest>>({ max: MAX_KEPT });
  readonly #now: () => number;

  /** Starts with nothing remembered. */
  constructor(options: ChecksumsOptions = {}) {
    this.#now = options.now ?? Date.now;
  }

  /**
   * Yields the checksums of an open file, as long as it was when it was opened.
   *
   * @throws {Error} when it cannot be read to its end.
   */
  of(found: FoundFile): Promise<Digest> {
    const key = toKey(found);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const digest = digestOf(found);
    this.#kept.set(key, digest);
    digest.then(() => this.#isSettled(found.info) || this.#kept.delete(key), () => this.#kept.delete(key));
    return digest;
  }

  #isSettled(info: Deno.FileInfo): boolean {
    return this.#now() - (info.mtime?.getTime() ?? 0) >= SETTLED_MS;
  }
}

function toKey({ path, info }: FoundFile): string {
  return `${path}\n${info.size}\n${info.mtime?.getTime()}\n${info.dev}:${info.ino}`;
}

async function digestOf({ file, info }: FoundFile): Promise<Digest> {
  const { createHash } = await import("node:crypto");
  const { crc32 } = await import("node:zlib");
  const hash = createHash("sha256");
  let sum = 0;
  let length = 0;
  for await (const block of readBlocks(file, { start: 0, end: info.size })) {
    hash.update(block);
    sum = crc32(block, sum);
    length += block.length;
  }
  if (length < info.size) throw new Deno.errors.UnexpectedEof("Cannot sum up a file as it became shorter meanwhile");
  return { sha256: hash.digest("hex"), crc32: sum };
}
