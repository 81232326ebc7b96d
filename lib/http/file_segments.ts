import { Buffer } from "node:buffer";
import { type ByteRange, readAt } from "@/lib/fs/read_at.ts";

/** A part of a response body: bytes, or a range of the file. */
export type Segment = Uint8Array<ArrayBuffer> | ByteRange;

/** The size of one read: large enough to keep the disk busy, small enough for a thousand downloads at once. */
const CHUNK_BYTES = 64 * 1024;

/** Returns the total length of segments in bytes. */
export function segmentsLength(segments: readonly Segment[]): number {
  return segments.reduce((sum, each) => sum + (each instanceof Uint8Array ? each.length : each.end - each.start), 0);
}

/**
 * Streams segments of a file and closes it at the end, after an error, and when the reader cancels.
 *
 * If the file has become shorter, the stream fails: a body that ends early must not look complete.
 */
export function streamSegments(file: Deno.FsFile, segments: readonly Segment[]): ReadableStream<Uint8Array> {
  const chunks = readChunks(file, segments);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) return controller.close();
      controller.enqueue(value);
    },
    // A generator that has not started would not close the file.
    cancel: () => file[Symbol.dispose](),
  }, { highWaterMark: 0 });
}

/** Reads small segments into one array and closes the file. @throws {Deno.errors.UnexpectedEof} if it is shorter. */
export async function readSegments(file: Deno.FsFile, segments: readonly Segment[]): Promise<Uint8Array<ArrayBuffer>> {
  return Buffer.concat(await Array.fromAsync(readChunks(file, segments)));
}

// Disposes of the file instead of closing it, which would throw if the reader has cancelled in the meantime.
async function* readChunks(file: Deno.FsFile, segments: readonly Segment[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  using _ = file;
  for (const segment of segments) {
    if (segment instanceof Uint8Array) {
      yield segment;
      continue;
    }
    for (let start = segment.start; start < segment.end; start += CHUNK_BYTES) {
      const bytes = new Uint8Array(Math.min(CHUNK_BYTES, segment.end - start));
      if (await readAt(file, bytes, start) < bytes.length) {
        throw new Deno.errors.UnexpectedEof("Cannot send the rest of the file: it has become shorter");
      }
      yield bytes;
    }
  }
}
