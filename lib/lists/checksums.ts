import { LRUCache } from "lru-cache";
import type { Entry, ServedFolder } from "@/lib/util/served_folder.ts";

/** How many checksums are cached: more than there are files, in about a megabyte. */
const MAX_FILES = 4096;

/** Folders below this depth have no checksums, because a link to a folder above itself has no end. */
const MAX_DEPTH = 8;

/** SHA-256 checksums of files, computed again when the size or the time of a file changes. */
export class Checksums {
  readonly #sums = new LRUCache<string, Promise<string>>({ max: MAX_FILES });

  /** Returns the checksum of a file. */
  async of({ file, size, modified }: Entry): Promise<string> {
    const key = `${file} ${size} ${modified.getTime()}`;
    const sum = this.#sums.get(key) ?? hash(file);
    this.#sums.set(key, sum);
    // An error is not cached.
    return await sum.catch((error) => {
      this.#sums.delete(key);
      throw error;
    });
  }

  /** Returns the checksums of all files in a folder and its folders, by path. */
  async ofFolder(folder: ServedFolder, path: string, depth = 0): Promise<Record<string, string>> {
    const sums: Record<string, string> = {};
    // One file after the other, because other requests need the disk, too.
    for (const entry of await folder.list(path)) {
      if (entry.type === "file") sums[entry.path] = await this.of(entry);
      else if (depth < MAX_DEPTH) Object.assign(sums, await this.ofFolder(folder, entry.path, depth + 1));
    }
    return sums;
  }
}

async function hash(file: string): Promise<string> {
  const { createHash } = await import("node:crypto");
  const sum = createHash("sha256");
  for await (const block of (await Deno.open(file)).readable) sum.update(block);
  return sum.digest("hex");
}
