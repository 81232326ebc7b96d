/** The variable fields of IHDR; the bit depth is 8, and nothing is interlaced. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** 2 is RGB, 6 is RGBA. */
  readonly colourType: 2 | 6;
}

/** Continues the CRC-32 checksum `sum`, which is 0 at first. */
export type Crc32 = (bytes: Uint8Array, sum?: number) => number;

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * Creates a PNG file from its zlib stream, in one piece or several. The checksum function is a parameter, because
 * importing `node:zlib` for it takes longer than drawing a small image.
 */
export function toPngFile(header: PngHeader, data: readonly Uint8Array[], crc32: Crc32): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(13));
  view.setUint32(0, header.width);
  view.setUint32(4, header.height);
  view.setUint8(8, 8);
  view.setUint8(9, header.colourType);
  const parts = [
    SIGNATURE,
    ...toChunk("IHDR", [new Uint8Array(view.buffer)], crc32),
    ...toChunk("IDAT", data, crc32),
    ...toChunk("IEND", [], crc32),
  ];
  const file = new Uint8Array(toLength(parts));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** Returns the parts of a chunk: length and type, data, checksum. */
function toChunk(type: string, data: readonly Uint8Array[], crc32: Crc32): Uint8Array[] {
  const head = new Uint8Array(8), tail = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, toLength(data));
  new TextEncoder().encodeInto(type, head.subarray(4));
  const sum = data.reduce((sum, part) => crc32(part, sum), crc32(head.subarray(4)));
  new DataView(tail.buffer).setUint32(0, sum);
  return [head, ...data, tail];
}

function toLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
