import { constants, crc32, deflateSync } from "node:zlib";
import { isOpaque, type Pixels } from "@/lib/filters/picture.ts";

// Deno's own zlib and a fixed filter: a third less time and a fifth fewer bytes than the encoder of @jsquash/png.

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Filter 1: each byte less the one of the pixel to its left. */
const SUB = 1;

/** Runs and Huffman codes alone: what is left after the filter is noise or zeros, and a search for more finds little. */
const COMPRESSION = { level: 1, strategy: constants.Z_RLE, chunkSize: 1 << 20 };

/** Packs pixels as PNG, without the alpha channel where nothing shows through. */
export function encodePng(pixels: Pixels): Uint8Array<ArrayBuffer> {
  const { width, height } = pixels;
  const hasAlpha = !isOpaque(pixels);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint16(8, hasAlpha ? 0x0806 : 0x0802);
  const data = deflateSync(hasAlpha ? filterAlpha(pixels) : filterOpaque(pixels), COMPRESSION);
  return join([
    Uint8Array.from(SIGNATURE),
    ...createChunk("IHDR", new Uint8Array(header.buffer)),
    ...createChunk("IDAT", data),
    ...createChunk("IEND", new Uint8Array()),
  ]);
}

function filterAlpha({ width, height, data }: Pixels): Uint8Array {
  const rows = new Uint8Array((width * 4 + 1) * height);
  for (let y = 0, from = 0, to = 0; y < height; y++) {
    rows[to++] = SUB;
    for (const end = from + 4; from < end;) rows[to++] = data[from++]!;
    for (const end = (y + 1) * width * 4; from < end; from++) rows[to++] = data[from]! - data[from - 4]!;
  }
  return rows;
}

function filterOpaque({ width, height, data }: Pixels): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height);
  for (let y = 0, from = 0, to = 0; y < height; y++) {
    rows[to++] = SUB;
    let red = 0, green = 0, blue = 0;
    for (let x = 0; x < width; x++, from += 4, to += 3) {
      const nextRed = data[from]!, nextGreen = data[from + 1]!, nextBlue = data[from + 2]!;
      rows[to] = nextRed - red;
      rows[to + 1] = nextGreen - green;
      rows[to + 2] = nextBlue - blue;
      red = nextRed;
      green = nextGreen;
      blue = nextBlue;
    }
  }
  return rows;
}

/** A chunk in parts: length and type, data, checksum. */
function createChunk(type: string, data: Uint8Array): Uint8Array[] {
  const head = new Uint8Array(8);
  const name = new TextEncoder().encode(type);
  new DataView(head.buffer).setUint32(0, data.length);
  head.set(name, 4);
  const tail = new Uint8Array(4);
  new DataView(tail.buffer).setUint32(0, crc32(data, crc32(name)));
  return [head, data, tail];
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let length = 0;
  for (const part of parts) {
    file.set(part, length);
    length += part.length;
  }
  return file;
}
