/** Pixels in rows: red, green, blue and alpha, a byte each, not premultiplied. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** Whether its format knows no transparency, so that nobody need look for it. */
  readonly isOpaque?: boolean | undefined;
}

/** One picture of an animation, as large as the whole; a still picture is an animation of one. */
export interface Frame extends Pixels {
  /** How long it is shown, in milliseconds. */
  readonly delay: number;
}

/** Allocates transparent black pixels. */
export function createPixels(width: number, height: number): Pixels {
  return { width, height, data: new Uint8ClampedArray(width * height * 4) };
}

/** Shows pixels as one 32-bit number each, alpha in the top byte (every platform Deno runs on is little-endian). */
export function toWords({ data }: Pixels): Uint32Array<ArrayBuffer> {
  return new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
}

/** Tells whether no pixel lets anything shine through. */
export function isOpaque(pixels: Pixels): boolean {
  if (pixels.isOpaque) return true;
  const words = toWords(pixels);
  for (let i = 0; i < words.length; i++) {
    if (words[i]! < 0xff000000) return false;
  }
  return true;
}

/** Lays pixels on white, for formats that know no transparency. */
export function flattenOnWhite(pixels: Pixels): void {
  const { data } = pixels;
  if (isOpaque(pixels)) return;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!;
    if (alpha === 255) continue;
    const white = 255 * (255 - alpha);
    data[i] = (data[i]! * alpha + white) / 255;
    data[i + 1] = (data[i + 1]! * alpha + white) / 255;
    data[i + 2] = (data[i + 2]! * alpha + white) / 255;
    data[i + 3] = 255;
  }
}
