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
      try {
        const { value, done } = await chunks.next();
        if (!done) return controller.enqueue(value);
        file.close();
        controller.close();
      } catch (error) {
        closeOnce(file);
        controller.error(error);
      }
    },
    cancel: () => closeOnce(file),
  }, { highWaterMark: 0 });
}

/** Reads small segments into one array. @throws {Deno.errors.UnexpectedEof} if the file has become shorter. */
export async function readSegments(file: Deno.FsFile, segments: readonly Segment[]): Promise<Uint8Array<ArrayBuffer>> {
  return Buffer.concat(await Array.fromAsync(readChunks(file, segments)));
}

async function* readChunks(file: Deno.FsFile, segments: readonly Segment[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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

// If the reader cancels during a read, both sides close the file, and the second attempt is a BadResource.
function closeOnce(file: Deno.FsFile): void {
  try {
    file.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
