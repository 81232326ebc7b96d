import { LRUCache } from "lru-cache";
import { getOrCreate } from "@/lib/async/lazy.ts";
import type { FoundFile } from "@/lib/files/served_folder.ts";
import { fileVersion, isSettled } from "@/lib/fs/file_version.ts";
import { readBlocks } from "@/lib/fs/read_at.ts";

/** The checksums of a file, computed in one pass. */
export interface Digest {
  readonly sha256: string;
  /** The checksum that a gzip variant contains. */
  readonly crc32: number;
}

/** Maximum number of cached checksums: more than there are lists and logs, and at most a megabyte of memory. */
const MAX_DIGESTS = 4096;

/**
 * Computes checksums by streaming, and caches them until size, time or inode change. Concurrent callers share one pass.
 *
 * node:crypto hashes 200 MB in 0.24 s, block by block; WebCrypto would need the whole file in memory.
 */
export class Checksums {
  readonly #digests = new LRUCache<string, Promise<Digest>>({ max: MAX_DIGESTS });

  /** Returns the checksums of an open file, up to the size that it had when it was opened. @throws if it is shorter. */
  async of(found: FoundFile): Promise<Digest> {
    const key = toKey(found);
    const digest = await getOrCreate(this.#digests, key, () => digestOf(found));
    // It could change again within the same timestamp.
    if (!isSettled(found.info)) this.#digests.delete(key);
    return digest;
  }

  /** Returns the checksums of a file without opening it, or `undefined` if they are not cached. */
  getCached(file: Pick<FoundFile, "path" | "info">): Promise<Digest> | undefined {
    return isSettled(file.info) ? this.#digests.get(toKey(file)) : undefined;
  }
}

function toKey({ path, info }: Pick<FoundFile, "path" | "info">): string {
  return `${fileVersion(info)} ${path}`;
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
  if (length < info.size) {
    throw new Deno.errors.UnexpectedEof(`Cannot hash a file: must have ${info.size} bytes, got ${length}`);
  }
  return { sha256: hash.digest("hex"), crc32: sum };
}
