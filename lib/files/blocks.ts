import type { ByteRange } from "@/lib/http/byte_ranges.ts";
import { readAt } from "@/lib/fs/read_at.ts";

/** Bytes per read when a whole file is streamed. */
const BLOCK_BYTES = 256 * 1024;

/** Yields a part of a file block by block, always in the same buffer. If the file has become shorter, it stops early. */
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
