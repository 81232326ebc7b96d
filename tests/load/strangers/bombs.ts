import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

/** Returns a black PNG with one bit per pixel as a `data:` URL. 25 million pixels take about 4 KB. */
export function createPngBomb(width: number, height: number): string {
  const rows = new Uint8Array((1 + Math.ceil(width / 8)) * height);
  return `data:image/png;base64,${toPng(width, height, GREY_1_BIT, deflateSync(rows, { level: 9 })).toBase64()}`;
}

/** Returns a PNG of random pixels, which no encoder can make smaller: 3 bytes per pixel. */
export function createNoise(side: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((1 + 3 * side) * side);
  for (let row = 0; row < side; row++) {
    crypto.getRandomValues(rows.subarray(row * (1 + 3 * side) + 1, (row + 1) * (1 + 3 * side)));
  }
  return toPng(side, side, RGB_8_BITS, deflateSync(rows, { level: 0 }));
}

/** Bit depth and colour type of a PNG. */
const GREY_1_BIT = [1, 0] as const;
const RGB_8_BITS = [8, 2] as const;

function toPng(width: number, height: number, colours: readonly number[], data: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set(colours, 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const parts = [signature, toChunk("IHDR", header), toChunk("IDAT", data), toChunk("IEND", new Uint8Array())];
  return new Uint8Array(Buffer.concat(parts));
}

/** Returns a grey lossless WebP of 5000 × 5000 pixels in 1,022 bytes as a `data:` URL. An encoder made it. */
export function createWebpBomb(): string {
  const head =
    "UklGRvYDAABXRUJQVlA4TOkDAAAvh9PhBAfQhCY0of9hLCFBgv/HWyMidaEgbQNm/uXfQkT/JwBIkv//gxARIb/Ff/7jP//9999///3333/85z/+8";
  return `data:image/webp;base64,${head}${"99///3333///ffff//99".repeat(62)}99///2HHAA=`;
}

/** Returns a black animated GIF. A frame of a megapixel takes about 2 KB. */
export function createGifBomb(width: number, height: number, frames: number): Uint8Array<ArrayBuffer> {
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  const screen = [...new TextEncoder().encode("GIF89a"), ...size, 0x80, 0, 0, ...[0, 0, 0], ...[255, 255, 255]];
  const frame = [0x2c, 0, 0, 0, 0, ...size, 0, 2, ...toBlocks(toLzw(width * height)), 0];
  return Uint8Array.from([...screen, ...Array.from({ length: frames }, () => frame).flat(), 0x3b]);
}

/**
 * Returns an animated GIF of random pixels, each frame with 256 colours of its own. Filters make more colours of them,
 * so that every frame needs a new palette, however small it is.
 */
export function createNoiseGif(side: number, frames: number): Uint8Array<ArrayBuffer> {
  const screen = [...new TextEncoder().encode("GIF89a"), side, 0, side, 0, 0, 0, 0];
  const createFrame = () => {
    const colours = crypto.getRandomValues(new Uint8Array(3 * 256));
    const data = toUncompressedLzw(crypto.getRandomValues(new Uint8Array(side * side)));
    return [0x2c, 0, 0, 0, 0, side, 0, side, 0, 0x87, ...colours, 8, ...toBlocks(data), 0];
  };
  return Uint8Array.from([...screen, ...Array.from({ length: frames }, createFrame).flat(), 0x3b]);
}

/** Splits the data of a GIF into blocks, each after its length. */
function toBlocks(data: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(data.length / 255) }, (_, block) => {
    const bytes = data.slice(block * 255, (block + 1) * 255);
    return [bytes.length, ...bytes];
  }).flat();
}

/** Writes one LZW code of 9 bits for each pixel. The table is cleared before its codes would need 10 bits. */
function toUncompressedLzw(pixels: Uint8Array): number[] {
  const clear = 256;
  const end = 257;
  const codes = [...pixels].flatMap((pixel, index) => index % 250 === 0 ? [clear, pixel] : [pixel]);
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const code of [...codes, end]) {
    buffer |= code << bits;
    for (bits += 9; bits >= 8; bits -= 8, buffer >>= 8) bytes.push(buffer & 255);
  }
  return bits > 0 ? [...bytes, buffer & 255] : bytes;
}

/** Compresses pixels of colour 0 with LZW: the first code is one pixel, each further code one more than the last. */
function toLzw(pixels: number): number[] {
  const clear = 4;
  const end = 5;
  const maxCode = 4095;
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  let width = 3;
  const write = (code: number) => {
    buffer |= code << bits;
    for (bits += width; bits >= 8; bits -= 8, buffer >>= 8) bytes.push(buffer & 255);
  };
  for (let left = pixels; left > 0;) {
    write(clear);
    width = 3;
    for (let code = end, run = 1; left > 0 && code < maxCode; code++, run++) {
      if (code >= 1 << width) width++;
      // The last run may be too long: then single pixels follow.
      if (run > left) {
        write(0);
        left--;
      } else {
        write(run === 1 ? 0 : code);
        left -= run;
      }
    }
  }
  write(end);
  if (bits > 0) bytes.push(buffer & 255);
  return bytes;
}

function toChunk(type: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(content, 8);
  view.setUint32(content.length + 8, crc32(chunk.subarray(4, content.length + 8)));
  return chunk;
}
