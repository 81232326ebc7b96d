import { Buffer } from "node:buffer";
import { type ByteRange, readAt } from "@/lib/fs/read_at.ts";
import { PIECE_BYTES } from "@/lib/http/reserved_body.ts";

/** A part of a response body: bytes, or a range of the file. */
export type Segment = Uint8Array<ArrayBuffer> | ByteRange;

/** Returns the total length of segments in bytes. */
export function segmentsLength(segments: readonly Segment[]): number {
  return segments.reduce((sum, each) => sum + (each instanceof Uint8Array ? each.length : each.end - each.start), 0);
}

/** Reads small segments into one array and closes the file. @throws {Deno.errors.UnexpectedEof} if it is shorter. */
export async function readSegments(file: Deno.FsFile, segments: readonly Segment[]): Promise<Uint8Array<ArrayBuffer>> {
  return Buffer.concat(await Array.fromAsync(readPieces(file, segments)));
}

/**
 * Reads segments of a file piece by piece and closes it at the end, and after an error.
 *
 * @throws {Deno.errors.UnexpectedEof} if the file has become shorter: a body that ends early must not look complete.
 */
export async function* readPieces(
  file: Deno.FsFile,
  segments: readonly Segment[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Disposes of the file instead of closing it, which would throw if the reader has cancelled in the meantime.
  using _ = file;
  for (const segment of segments) {
    if (segment instanceof Uint8Array) {
      yield segment;
      continue;
    }
    for (let start = segment.start; start < segment.end; start += PIECE_BYTES) {
      const bytes = new Uint8Array(Math.min(PIECE_BYTES, segment.end - start));
      if (await readAt(file, bytes, start) < bytes.length) {
        throw new Deno.errors.UnexpectedEof("Cannot send the rest of the file: it has become shorter");
      }
      yield bytes;
    }
  }
}
