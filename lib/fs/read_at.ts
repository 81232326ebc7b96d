/** A range of bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Fills a buffer from an offset in a file and returns how many bytes were read, fewer only at the end of the file. */
export async function readAt(file: Deno.FsFile, buffer: Uint8Array<ArrayBuffer>, offset: number): Promise<number> {
  await file.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < buffer.length) {
    const got = await file.read(buffer.subarray(filled));
    if (got === null) break;
    filled += got;
  }
  return filled;
}

/** Reads a part of a file as text, less only at the end of the file. */
export async function readTextAt(file: Deno.FsFile, { start, end }: ByteRange): Promise<string> {
  const buffer = new Uint8Array(end - start);
  return new TextDecoder().decode(buffer.subarray(0, await readAt(file, buffer, start)));
}

/** Bytes per read when a whole file is streamed. */
const BLOCK_BYTES = 256 * 1024;

/** Yields a part of a file block by block, always in the same buffer. If the file became shorter, it stops early. */
export async function* readBlocks(
  file: Deno.FsFile,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const buffer = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(0, end - start)));
  for (let at = start; at < end;) {
    const got = await readAt(file, buffer.subarray(0, Math.min(buffer.length, end - at)), at);
    if (got === 0) return;
    yield buffer.subarray(0, got);
    at += got;
  }
}
