import { crc32 } from "node:zlib";
import { concat } from "../../bytes.ts";

/** Writes a PNG chunk. */
export function writeChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const content = concat([new TextEncoder().encode(type), data]);
  const numbers = new Uint8Array(8);
  new DataView(numbers.buffer).setUint32(0, data.length);
  new DataView(numbers.buffer).setUint32(4, crc32(content));
  return concat([numbers.subarray(0, 4), content, numbers.subarray(4)]);
}

/** Writes a PNG from its header and the chunks between IHDR and IEND. */
export function writePng(header: readonly number[], ...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
  return concat([
    signature,
    writeChunk("IHDR", Uint8Array.from(header)),
    ...chunks,
    writeChunk("IEND", new Uint8Array()),
  ]);
}
