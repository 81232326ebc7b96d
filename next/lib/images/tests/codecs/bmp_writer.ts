import type { Pixels } from "../../pixels.ts";

/** Options of {@linkcode writeBmp}. */
export interface BmpOptions {
  /** The bits per pixel; up to 8 bits are an index of the colour table. */
  readonly bits: 1 | 2 | 4 | 8 | 16 | 24 | 32;
  readonly topDown?: boolean;
  /** The size of the DIB header: 12, 16, 40, 64, 108 or 124. */
  readonly headerBytes?: number;
  /** The masks of red, green, blue and alpha; without them the default ones. */
  readonly masks?: readonly [number, number, number, number];
  /** A colour profile behind the pixels, for a header of 124 bytes. */
  readonly profile?: Uint8Array;
}

/** Writes a BMP file, independently of the code under test. */
export function writeBmp({ width, height, data }: Pixels, options: BmpOptions): Uint8Array<ArrayBuffer> {
  const { bits, topDown = false, headerBytes = 40, masks, profile = new Uint8Array() } = options;
  const colours = toColours(data);
  const paletteBytes = bits <= 8
    ? 2 ** bits * (headerBytes === 12 ? 3 : 4)
    : masks !== undefined && headerBytes === 40
    ? 16
    : 0;
  const start = 14 + headerBytes + paletteBytes;
  const rowBytes = Math.floor((width * bits + 31) / 32) * 4;
  const end = start + rowBytes * height;
  const file = new Uint8Array(end + profile.length);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(10, start, true);
  view.setUint32(14, headerBytes, true);
  if (headerBytes === 12) [width, height, 1, bits].forEach((value, i) => view.setUint16(18 + 2 * i, value, true));
  else {
    view.setInt32(18, width, true);
    view.setInt32(22, topDown ? -height : height, true);
    view.setUint16(28, bits, true);
    if (masks !== undefined) view.setUint32(30, headerBytes === 40 ? 6 : 3, true);
    masks?.forEach((mask, i) => view.setUint32(54 + 4 * i, mask, true));
  }
  if (profile.length > 0) {
    // bV5CSType is PROFILE_EMBEDDED; the offset counts from the DIB header.
    [[70, 0x4d424544], [126, end - 14], [130, profile.length]].forEach(([at, value]) =>
      view.setUint32(at!, value!, true)
    );
    file.set(profile, end);
  }
  if (bits <= 8) {
    const bytes = headerBytes === 12 ? 3 : 4;
    colours.forEach((colour, i) =>
      file.set([colour >> 16 & 255, colour >> 8 & 255, colour & 255], 14 + headerBytes + i * bytes)
    );
  }
  for (let y = 0; y < height; y++) {
    const row = start + rowBytes * (topDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha] = data.subarray((y * width + x) * 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      if (bits <= 8) {
        const place = colours.indexOf(red | green << 8 | blue << 16);
        file[row + Math.floor(x * bits / 8)]! |= place << (8 - bits - x * bits % 8);
      } else if (bits === 24) file.set([blue, green, red], row + 3 * x);
      else {
        const fields = masks ?? (bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0]);
        const value = [red, green, blue, alpha].reduce((sum, level, i) => sum + toField(level, fields[i]!), 0);
        if (bits === 16) view.setUint16(row + 2 * x, value, true);
        else view.setUint32(row + 4 * x, value, true);
      }
    }
  }
  return file;
}

function toColours(data: Uint8ClampedArray): number[] {
  const colours = new Set<number>();
  for (let i = 0; i < data.length; i += 4) colours.add(data[i]! | data[i + 1]! << 8 | data[i + 2]! << 16);
  return [...colours].slice(0, 256);
}

/** Scales a level of 0 to 255 to the bits of a mask. */
function toField(level: number, mask: number): number {
  if (mask === 0) return 0;
  const lowest = mask & -mask;
  return Math.round(level * ((mask / (lowest >>> 0)) >>> 0) / 255) * (lowest >>> 0);
}
