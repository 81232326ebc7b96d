import { Buffer } from "node:buffer";
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
  readonly isTruncated: boolean;
}

/**
 * Reads the last lines of the first `size` bytes of a file, backwards from there, without reading the rest. Text that is
 * appended in the meantime is ignored; if the file is truncated, the text ends early.
 */
export async function readTail(file: Deno.FsFile, size: number, count: number): Promise<Tail> {
  const end = Math.min(size, (await file.stat()).size);
  const lines: ByteRange[] = [];
  let bytes = 0;
  for await (const line of findLines(file, end)) {
    bytes += Math.min(line.end - line.start, MAX_LINE_BYTES);
    if (bytes > MAX_TAIL_BYTES) break;
    lines.push(line);
    if (lines.length === count) break;
  }
  const read = createBufferedRead(file);
  const texts: string[] = [];
  for (const line of lines.toReversed()) texts.push(await readLine(read, line));
  // Truncated in the meantime: the offsets that were found are invalid.
  if ((await file.stat()).size < end) return await readTail(file, size, count);
  return { lines: texts, isTruncated: bytes > MAX_TAIL_BYTES };
}

/** Yields the offsets of the lines without their newlines, the last line first. It reads blocks from the end. */
async function* findLines(file: Deno.FsFile, size: number): AsyncGenerator<ByteRange> {
  const block = new Uint8Array(BLOCK_BYTES);
  let end = size;
  for (let blockEnd = size; blockEnd > 0; blockEnd -= BLOCK_BYTES) {
    const blockStart = Math.max(0, blockEnd - BLOCK_BYTES);
    const got = await readAt(file, block.subarray(0, blockEnd - blockStart), blockStart);
    let at = block.subarray(0, got).lastIndexOf(NEWLINE);
    while (at !== -1) {
      const offset = blockStart + at;
      // The newline at the very end closes the last line and does not start another.
      if (offset < size - 1) yield { start: offset + 1, end };
      end = offset;
      at = block.subarray(0, at).lastIndexOf(NEWLINE);
    }
  }
  if (size > 0) yield { start: 0, end };
}

async function readLine(read: Read, { start, end }: ByteRange): Promise<string> {
  const found = await read(start, Math.min(end - start, MAX_LINE_BYTES));
  // A newline within a line was written after the search: the file was truncated and has been filled again.
  const newline = found.indexOf(NEWLINE);
  const bytes = newline === -1 ? found : found.subarray(0, newline);
  const isTooLong = end - start > MAX_LINE_BYTES;
  if (!isTooLong) return new TextDecoder().decode(bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes);
  // As in a stream, an incomplete character at the end is left out.
  const shown = new TextDecoder().decode(bytes, { stream: true });
  return `${shown}… [cut: ${end - start - Buffer.byteLength(shown)} more bytes]`;
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
