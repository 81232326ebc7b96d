import { LRUCache } from "lru-cache";
import { readAt, readBlocks } from "@/lib/files/blocks.ts";
import type { FoundFile } from "@/lib/files/root.ts";

/** What was counted of a file, up to a place. */
interface Count {
  readonly inode: string;
  readonly size: number;
  readonly modified: number;
  readonly newlines: number;
  /** The last bytes before that place: a file that was emptied and filled again has others there. */
  readonly mark: Uint8Array;
}

const MAX_KEPT = 1024;
const MARK_BYTES = 64;
const NEWLINE = 0x0a;

/** Counts the lines of growing files: each byte is looked at once, in blocks, and only what was added since the last time. */
export class LineCounts {
  readonly #kept = new LRUCache<string, Promise<Count>>({ max: MAX_KEPT });

  /**
   * Yields how many lines an open file has; a last one without a newline counts.
   *
   * @throws {Error} when it cannot be read.
   */
  async of(found: FoundFile): Promise<number> {
    const before = this.#kept.get(found.path);
    const counting = countFrom(found, before);
    this.#kept.set(found.path, counting);
    try {
      const count = await counting;
      return count.newlines + (count.size > 0 && count.mark.at(-1) !== NEWLINE ? 1 : 0);
    } catch (error) {
      this.#kept.delete(found.path);
      throw error;
    }
  }
}

// Callers at the same time queue up behind each other's count, so each waits for one pass and adds nothing to it.
async function countFrom({ file }: FoundFile, before: Promise<Count> | undefined): Promise<Count> {
  const known = await before?.catch(() => undefined);
  // Asked again, not taken from the caller: one who waited long would count an older, shorter file anew.
  const { size, dev, ino, mtime } = await file.stat();
  const inode = `${dev}:${ino}`;
  const modified = mtime?.getTime() ?? 0;
  if (known?.inode === inode && known.size === size && known.modified === modified) return known;
  const start = known?.inode === inode && size >= known.size && await isMarked(file, known) ? known.size : 0;
  let newlines = start === 0 ? 0 : known?.newlines ?? 0;
  for await (const block of readBlocks(file, { start, end: size })) newlines += countNewlines(block);
  return { inode, size, modified, newlines, mark: await readMark(file, size) };
}

async function isMarked(file: Deno.FsFile, known: Count): Promise<boolean> {
  const mark = await readMark(file, known.size);
  return mark.length === known.mark.length && mark.every((byte, index) => byte === known.mark[index]);
}

async function readMark(file: Deno.FsFile, end: number): Promise<Uint8Array> {
  const start = Math.max(0, end - MARK_BYTES);
  const bytes = new Uint8Array(end - start);
  return bytes.subarray(0, await readAt(file, bytes, start));
}

function countNewlines(block: Uint8Array): number {
  let count = 0;
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
