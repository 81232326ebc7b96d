import { FileResults } from "@/lib/files/file_results.ts";
import type { FoundFile } from "@/lib/files/root.ts";
import { readAt, readBlocks } from "@/lib/fs/read_at.ts";

/** The lines of a file, counted up to a size. */
interface Count {
  readonly inode: string;
  readonly size: number;
  readonly modified: number;
  readonly newlines: number;
  /** The last bytes before `size`. If the file still has them there, it has only been appended to. */
  readonly mark: Uint8Array;
}

const MAX_FILES = 1024;
const MARK_BYTES = 64;
const NEWLINE = 0x0a;

/** Counts the lines of growing files. Each byte is read once: a later count reads only what was appended. */
export class LineCounts {
  readonly #counts = new FileResults<Count>(MAX_FILES);

  /**
   * Returns how many lines an open file has, including a last one without a newline.
   *
   * @throws {Error} if it cannot be read.
   */
  async of({ path, file }: FoundFile): Promise<number> {
    const { newlines, size, mark } = await this.#counts.update(path, (previous) => countFrom(file, previous));
    return newlines + (size > 0 && mark.at(-1) !== NEWLINE ? 1 : 0);
  }
}

async function countFrom(file: Deno.FsFile, previous: Count | undefined): Promise<Count> {
  // Read here and not taken from the caller: after a long wait the caller's values would be those of an older, shorter
  // file, which would be counted again from the start.
  const { size, dev, ino, mtime } = await file.stat();
  const inode = `${dev}:${ino}`;
  const modified = mtime?.getTime() ?? 0;
  const isSameFile = previous?.inode === inode;
  if (isSameFile && previous.size === size && previous.modified === modified) return previous;
  const isAppended = isSameFile && previous.size <= size && await hasMark(file, previous);
  let newlines = isAppended ? previous.newlines : 0;
  const start = isAppended ? previous.size : 0;
  for await (const block of readBlocks(file, { start, end: size })) newlines += countNewlines(block);
  return { inode, size, modified, newlines, mark: await readMark(file, size) };
}

async function hasMark(file: Deno.FsFile, previous: Count): Promise<boolean> {
  const mark = await readMark(file, previous.size);
  return mark.length === previous.mark.length && mark.every((byte, index) => byte === previous.mark[index]);
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
