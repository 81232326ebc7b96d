import { Buffer } from "node:buffer";
import { readAt } from "@/lib/fs/read_at.ts";

/** Maximum length of a line. A longer one is cut, so that a line without an end cannot fill the response. */
export const MAX_LINE_BYTES = 64 * 1024;

/** Maximum text in a response, so that 5000 long lines cannot exhaust memory. The oldest lines are left out. */
export const MAX_TAIL_BYTES = 8 * 1024 * 1024;

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** One for all lines, because a new one for each took a quarter of the time. */
const DECODER = new TextDecoder();

/** The end of a log. */
export interface Tail {
  readonly lines: string[];
  /** Whether requested lines were left out because of {@linkcode MAX_TAIL_BYTES}. */
  readonly isTruncated: boolean;
}

/** The first bytes of a line without its newline, at most {@linkcode MAX_LINE_BYTES}, and the length of all of it. */
interface Line {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/**
 * Reads the last lines of the first `size` bytes of a file, backwards from there, without reading the rest. Text that
 * is appended in the meantime is ignored; if the file is truncated, the text ends early.
 */
export async function readTail(file: Deno.FsFile, size: number, count: number): Promise<Tail> {
  const end = Math.min(size, (await file.stat()).size);
  const lines: string[] = [];
  let bytes = 0;
  blocks: for await (const block of readLinesBackwards(file, end)) {
    for (const line of block) {
      bytes += line.bytes.length;
      if (bytes > MAX_TAIL_BYTES) break blocks;
      lines.push(toText(line));
      if (lines.length === count) break blocks;
    }
  }
  // Truncated in the meantime: some lines are those of the old content.
  if ((await file.stat()).size < end) return await readTail(file, size, count);
  return { lines: lines.reverse(), isTruncated: bytes > MAX_TAIL_BYTES };
}

// Reads blocks from the end and yields the lines that start in each, the last one first. Not line by line, because to
// wait for each would double the time. The bytes of the lines are valid until the next ones are requested.
async function* readLinesBackwards(file: Deno.FsFile, size: number): AsyncGenerator<Line[]> {
  const buffer = new Uint8Array(BLOCK_BYTES);
  let end = size;
  for (let blockEnd = size; blockEnd > 0; blockEnd -= BLOCK_BYTES) {
    const blockStart = Math.max(0, blockEnd - BLOCK_BYTES);
    const block = buffer.subarray(0, blockEnd - blockStart);
    if (await readAt(file, block, blockStart) < block.length) return;
    const lines: Line[] = [];
    for (const at of findLineStarts(block, blockStart === 0)) {
      const start = blockStart + at;
      // The newline at the very end closes the last line and does not start another.
      if (start < size) {
        const isInBlock = end <= blockEnd;
        const bytes = isInBlock ? block.subarray(at, end - blockStart) : await readStart(file, start, end);
        lines.push({ bytes, length: end - start });
      }
      end = start - 1;
    }
    yield lines;
  }
}

function findLineStarts(block: Uint8Array, isStartOfFile: boolean): number[] {
  const starts = isStartOfFile ? [0] : [];
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) starts.push(at + 1);
  return starts.reverse();
}

async function readStart(file: Deno.FsFile, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(end - start, MAX_LINE_BYTES));
  const found = bytes.subarray(0, await readAt(file, bytes, start));
  // A newline within a line was written after the search: the file was truncated and has been filled again.
  const newline = found.indexOf(NEWLINE);
  return newline === -1 ? found : found.subarray(0, newline);
}

function toText({ bytes, length }: Line): string {
  const isTooLong = length > MAX_LINE_BYTES;
  if (!isTooLong) return DECODER.decode(bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes);
  // As in a stream, an incomplete character at the end is left out.
  const shown = new TextDecoder().decode(bytes, { stream: true });
  return `${shown}… [cut: ${length - Buffer.byteLength(shown)} more bytes]`;
}
