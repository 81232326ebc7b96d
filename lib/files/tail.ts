import { readAt } from "@/lib/files/blocks.ts";

/** A longer line is cut: one without an end must not fill the answer. */
export const MAX_LINE_BYTES = 64 * 1024;

/** Most text of one answer, so that 5000 long lines cannot exhaust memory; the oldest are left out. */
export const MAX_TAIL_BYTES = 8 * 1024 * 1024;

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The end of a log. */
export interface Tail {
  readonly lines: string[];
  /** Whether older lines among those asked for were left out because of {@linkcode MAX_TAIL_BYTES}. */
  readonly truncated: boolean;
}

/** Where a line begins and ends, its newline not included. */
interface Line {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the last lines of the first `size` bytes of a file, backwards from there: the rest is not touched. What is
 * appended meanwhile is not seen, and what is cut off ends the text early.
 */
export async function readTail(file: Deno.FsFile, size: number, count: number): Promise<Tail> {
  const end = Math.min(size, (await file.stat()).size);
  const lines = await findLines(file, end, count);
  const fitting = keepNewest(lines);
  const reader = new Window(file);
  const texts: string[] = [];
  for (const line of fitting) texts.push(await readLine(reader, line));
  // Emptied in mid-read: the places that were found mean nothing any more.
  if ((await file.stat()).size < end) return await readTail(file, size, count);
  return { lines: texts, truncated: fitting.length < lines.length };
}

// Newlines are looked for in blocks from the end; only their places are kept.
async function findLines(file: Deno.FsFile, size: number, count: number): Promise<Line[]> {
  const lines: Line[] = [];
  const block = new Uint8Array(BLOCK_BYTES);
  let end = size;
  for (let blockEnd = size; blockEnd > 0 && lines.length < count;) {
    const blockStart = Math.max(0, blockEnd - BLOCK_BYTES);
    const got = await readAt(file, block.subarray(0, blockEnd - blockStart), blockStart);
    for (let at = got; (at = block.subarray(0, at).lastIndexOf(NEWLINE)) !== -1 && lines.length < count;) {
      const place = blockStart + at;
      // The newline at the very end closes the last line and opens none.
      if (place < size - 1) lines.push({ start: place + 1, end });
      end = place;
    }
    blockEnd = blockStart;
  }
  if (lines.length < count && size > 0) lines.push({ start: 0, end });
  return lines.reverse();
}

function keepNewest(lines: readonly Line[]): readonly Line[] {
  let bytes = 0;
  for (let index = lines.length - 1; index >= 0; index--) {
    const { start, end } = lines[index]!;
    bytes += Math.min(end - start, MAX_LINE_BYTES);
    if (bytes > MAX_TAIL_BYTES) return lines.slice(index + 1);
  }
  return lines;
}

const DECODER = new TextDecoder();

async function readLine(reader: Window, { start, end }: Line): Promise<string> {
  const bytes = toFirstLine(await reader.read(start, Math.min(end - start, MAX_LINE_BYTES)));
  if (end - start > MAX_LINE_BYTES) {
    const kept = toCharacterEnd(bytes);
    return `${DECODER.decode(bytes.subarray(0, kept))}… [cut: ${end - start - kept} more bytes]`;
  }
  return DECODER.decode(bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes);
}

// A newline within a line was not there when it was looked for: the file was emptied and has been filled again.
function toFirstLine(bytes: Uint8Array): Uint8Array {
  const newline = bytes.indexOf(NEWLINE);
  return newline === -1 ? bytes : bytes.subarray(0, newline);
}

// Steps back over the bytes of a UTF-8 character that the cut went through.
function toCharacterEnd(bytes: Uint8Array): number {
  let last = bytes.length - 1;
  while (last > bytes.length - 4 && (bytes[last]! & 0xc0) === 0x80) last--;
  const lead = bytes[last]!;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return last + length > bytes.length ? last : bytes.length;
}

/** A stretch of the file that is kept, so that thousands of short lines are one read. */
class Window {
  readonly #file: Deno.FsFile;
  readonly #buffer = new Uint8Array(2 * MAX_LINE_BYTES);
  #start = 0;
  #length = 0;

  constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  async read(start: number, length: number): Promise<Uint8Array> {
    if (start < this.#start || start + length > this.#start + this.#length) {
      this.#length = await readAt(this.#file, this.#buffer, start);
      this.#start = start;
    }
    return this.#buffer.subarray(start - this.#start, Math.min(start - this.#start + length, this.#length));
  }
}
