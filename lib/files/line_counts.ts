import { readBlocks } from "@/lib/files/blocks.ts";
import { FileResults } from "@/lib/files/file_results.ts";
import type { FoundFile } from "@/lib/files/root.ts";
import { readAt } from "@/lib/http/read_at.ts";

/** The lines of a file, counted up to a size. */
interface Count {
  readonly inode: string;
  readonly size: number;
  readonly modified: number;
  readonly newlines: number;
  /** The last bytes before that size: they differ if the file was truncated and written again. */
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
  const known = previous?.inode === inode && size >= previous.size ? previous : undefined;
  if (known?.size === size && known.modified === modified) return known;
  const isAppended = known !== undefined && await isMarked(file, known);
  let newlines = isAppended ? known.newlines : 0;
  const start = isAppended ? known.size : 0;
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
