import { LRUCache } from "lru-cache";
import type { FoundFile } from "@/lib/files/served_folder.ts";
import { readAt, readBlocks } from "@/lib/fs/read_at.ts";

/** The lines of a file, counted up to a size. */
interface Count {
  readonly size: number;
  readonly newlines: number;
  /** The last bytes before `size`, in hexadecimal. If the file still has them there, it has only been appended to. */
  readonly mark: string;
}

const MAX_FILES = 1024;
const MARK_BYTES = 64;
const NEWLINE = 0x0a;

/** Counts the lines of growing files. Each byte is read once: a later count reads only what was appended. */
export class LineCounts {
  readonly #counts = new LRUCache<string, Promise<Count | undefined>>({ max: MAX_FILES });

  /** Returns how many lines an open file has, including a last one without a newline. @throws if it cannot be read. */
  async of({ path, file }: FoundFile): Promise<number> {
    // Calls for one file run one after the other: those that arrive at the same time have nothing left to count.
    const previous = this.#counts.get(path) ?? Promise.resolve(undefined);
    const count = previous.then((known) => countFrom(file, known));
    this.#counts.set(path, count.catch(() => undefined));
    const { newlines, size, mark } = await count;
    return newlines + (size > 0 && !mark.endsWith("0a") ? 1 : 0);
  }
}

async function countFrom(file: Deno.FsFile, previous: Count | undefined): Promise<Count> {
  // Read here and not taken from the caller: after a long wait the caller's values would be those of an older, shorter
  // file, which would be counted again from the start.
  const { size } = await file.stat();
  const isAppended = previous !== undefined && previous.size <= size &&
    await readMark(file, previous.size) === previous.mark;
  const start = isAppended ? previous.size : 0;
  let newlines = isAppended ? previous.newlines : 0;
  for await (const block of readBlocks(file, { start, end: size })) newlines += countNewlines(block);
  return { size, newlines, mark: await readMark(file, size) };
}

async function readMark(file: Deno.FsFile, end: number): Promise<string> {
  const start = Math.max(0, end - MARK_BYTES);
  const bytes = new Uint8Array(end - start);
  return bytes.subarray(0, await readAt(file, bytes, start)).toHex();
}

function countNewlines(block: Uint8Array): number {
  let count = 0;
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
