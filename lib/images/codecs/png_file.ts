/** What stands at the head of a PNG file of 8 bits a sample. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** 2 is colours, 6 colours with alpha. */
  readonly colourType: 2 | 6;
}

/** Goes on from the checksum of what came before, 0 at first. */
export type Crc32 = (bytes: Uint8Array, sum?: number) => number;

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * Puts packed rows, in one piece or several, into a PNG file. The checksum is handed in: importing `node:zlib` for it
 * takes longer than drawing a small picture.
 */
export function toPngFile(header: PngHeader, data: readonly Uint8Array[], crc32: Crc32): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(13));
  view.setUint32(0, header.width);
  view.setUint32(4, header.height);
  view.setUint8(8, 8);
  view.setUint8(9, header.colourType);
  return join([
    SIGNATURE,
    ...toChunk("IHDR", [new Uint8Array(view.buffer)], crc32),
    ...toChunk("IDAT", data, crc32),
    ...toChunk("IEND", [], crc32),
  ]);
}

/** A chunk in parts: length and type, data, checksum. */
function toChunk(type: string, data: readonly Uint8Array[], crc32: Crc32): Uint8Array[] {
  const head = new Uint8Array(8), tail = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, data.reduce((sum, { length }) => sum + length, 0));
  new TextEncoder().encodeInto(type, head.subarray(4));
  const sum = data.reduce((sum, part) => crc32(part, sum), crc32(head.subarray(4)));
  new DataView(tail.buffer).setUint32(0, sum);
  return [head, ...data, tail];
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
