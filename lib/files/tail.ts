import { type ByteRange, readAt } from "@/lib/fs/read_at.ts";

/** Maximum length of a line. A longer one is cut, so that a line without an end cannot fill the response. */
export const MAX_LINE_BYTES = 64 * 1024;

/** Maximum text in a response, so that 5000 long lines cannot exhaust memory. The oldest lines are left out. */
export const MAX_TAIL_BYTES = 8 * 1024 * 1024;

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The end of a log. */
export interface Tail {
  readonly lines: string[];
  /** Whether requested lines were left out because of {@linkcode MAX_TAIL_BYTES}. */
  readonly truncated: boolean;
}

/**
 * Reads the last lines of the first `size` bytes of a file, backwards from there, without reading the rest. Text that is
 * appended in the meantime is ignored; if the file is truncated, the text ends early.
 */
export async function readTail(file: Deno.FsFile, size: number, count: number): Promise<Tail> {
  const end = Math.min(size, (await file.stat()).size);
  const lines = await findLines(file, end, count);
  const fitting = takeNewest(lines);
  const read = createBufferedRead(file);
  const texts: string[] = [];
  for (const line of fitting) texts.push(await readLine(read, line));
  // Truncated in the meantime: the offsets that were found are invalid.
  if ((await file.stat()).size < end) return await readTail(file, size, count);
  return { lines: texts, truncated: fitting.length < lines.length };
}

// Searches for newlines in blocks from the end. Only the offsets of the lines are stored, without their newlines.
async function findLines(file: Deno.FsFile, size: number, count: number): Promise<ByteRange[]> {
  const lines: ByteRange[] = [];
  const block = new Uint8Array(BLOCK_BYTES);
  let end = size;
  for (let blockEnd = size; blockEnd > 0 && lines.length < count;) {
    const blockStart = Math.max(0, blockEnd - BLOCK_BYTES);
    const got = await readAt(file, block.subarray(0, blockEnd - blockStart), blockStart);
    for (let at = got; (at = block.subarray(0, at).lastIndexOf(NEWLINE)) !== -1 && lines.length < count;) {
      const offset = blockStart + at;
      // The newline at the very end closes the last line and does not start another.
      if (offset < size - 1) lines.push({ start: offset + 1, end });
      end = offset;
    }
    blockEnd = blockStart;
  }
  if (lines.length < count && size > 0) lines.push({ start: 0, end });
  return lines.reverse();
}

function takeNewest(lines: readonly ByteRange[]): readonly ByteRange[] {
  let bytes = 0;
  const lastLeftOut = lines.findLastIndex(({ start, end }) => {
    bytes += Math.min(end - start, MAX_LINE_BYTES);
    return bytes > MAX_TAIL_BYTES;
  });
  return lines.slice(lastLeftOut + 1);
}

const DECODER = new TextDecoder();

async function readLine(read: Read, { start, end }: ByteRange): Promise<string> {
  const found = await read(start, Math.min(end - start, MAX_LINE_BYTES));
  // A newline within a line was written after the search: the file was truncated and has been filled again.
  const newline = found.indexOf(NEWLINE);
  const bytes = newline === -1 ? found : found.subarray(0, newline);
  if (end - start > MAX_LINE_BYTES) {
    const shown = toCharacterEnd(bytes);
    return `${DECODER.decode(bytes.subarray(0, shown))}… [cut: ${end - start - shown} more bytes]`;
  }
  return DECODER.decode(bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes);
}

// Goes back over the bytes of an incomplete UTF-8 character at the end.
function toCharacterEnd(bytes: Uint8Array): number {
  let last = bytes.length - 1;
  while (last > bytes.length - 4 && (bytes[last]! & 0xc0) === 0x80) last--;
  const lead = bytes[last]!;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return last + length > bytes.length ? last : bytes.length;
}

type Read = (start: number, length: number) => Promise<Uint8Array>;

// Reads from a buffered part of the file, so that thousands of short lines take one read.
function createBufferedRead(file: Deno.FsFile): Read {
  const buffer = new Uint8Array(2 * MAX_LINE_BYTES);
  let bufferStart = 0;
  let buffered = 0;
  return async (start, length) => {
    if (start < bufferStart || start + length > bufferStart + buffered) {
      buffered = await readAt(file, buffer, start);
      bufferStart = start;
    }
    return buffer.subarray(start - bufferStart, Math.min(start - bufferStart + length, buffered));
  };
}
