/** Read at a time when a whole file is walked through. */
const BLOCK_BYTES = 256 * 1024;

/** A stretch of a file. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Yields a stretch of a file block by block, always in the same buffer. A file that became shorter ends early.
 */
export async function* readBlocks(file: Deno.FsFile, { start, end }: Stretch): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const buffer = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(0, end - start)));
  for (let at = start; at < end;) {
    const got = await readAt(file, buffer.subarray(0, Math.min(buffer.length, end - at)), at);
    if (got === 0) return;
    yield buffer.subarray(0, got);
    at += got;
  }
}

/** Fills a buffer from a place in a file and yields how many bytes there were. */
export async function readAt(file: Deno.FsFile, buffer: Uint8Array<ArrayBuffer>, at: number): Promise<number> {
  await file.seek(at, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < buffer.length) {
    const got = await file.read(buffer.subarray(filled));
    if (got === null) break;
    filled += got;
  }
  return filled;
}
