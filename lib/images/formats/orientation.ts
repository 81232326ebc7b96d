import { startsWith, viewOf } from "../bytes.ts";
import { createPixels, type Pixels, toWords } from "../pixels.ts";

const EXIF_PREFIX = "Exif\0\0";
const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;

/** The first directory of a camera has about 20 entries. */
const MAX_ENTRIES = 1000;

/**
 * The columns that are written at once. With whole rows, each step down a column would miss the CPU cache.
 */
const STRIP = 64;

/** Reads the orientation from EXIF data: 1 to 8, or 1 if it is missing or invalid. */
export function readOrientation(exif: Uint8Array): number {
  const tiff = startsWith(exif, EXIF_PREFIX) ? exif.subarray(EXIF_PREFIX.length) : exif;
  const view = viewOf(tiff);
  if (view.byteLength < 8) return 1;
  const littleEndian = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, littleEndian);
  if (directory + 2 > view.byteLength) return 1;
  const entries = Math.min(view.getUint16(directory, littleEndian), MAX_ENTRIES);
  for (let i = 0, at = directory + 2; i < entries && at + ENTRY_BYTES <= view.byteLength; i++, at += ENTRY_BYTES) {
    if (view.getUint16(at, littleEndian) !== ORIENTATION_TAG) continue;
    const orientation = view.getUint16(at + 8, littleEndian);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** How the stored pixels of an EXIF orientation are read to be upright. */
interface Directions {
  /** Whether the rows of the upright image are the stored columns. */
  readonly isSwapped: boolean;
  readonly isRightToLeft: boolean;
  readonly isBottomUp: boolean;
}

/** Returns how to read the stored pixels. */
export function toDirections(orientation: number): Directions {
  return {
    isSwapped: orientation >= 5,
    isRightToLeft: [2, 3, 7, 8].includes(orientation),
    isBottomUp: [3, 4, 6, 7].includes(orientation),
  };
}

/**
 * Rotates and mirrors pixels according to their EXIF orientation, so that they are upright.
 */
export function applyOrientation(pixels: Pixels, orientation: number): Pixels {
  if (orientation === 1) return pixels;
  const directions = toDirections(orientation);
  return directions.isSwapped ? swapAxes(pixels, directions) : mirror(pixels, directions);
}

// A loop over the pixels takes two to four times as long as these built-in functions, depending on what V8 has made of
// it so far.
function mirror(pixels: Pixels, { isRightToLeft, isBottomUp }: Directions): Pixels {
  const { width, height } = pixels;
  const target = createPixels(width, height);
  const from = toWords(pixels), to = toWords(target);
  for (let y = 0; y < height; y++) {
    const start = (isBottomUp ? height - 1 - y : y) * width;
    const row = to.subarray(y * width, (y + 1) * width);
    row.set(from.subarray(start, start + width));
    if (isRightToLeft) row.reverse();
  }
  return target;
}

/** Turns rows into columns. */
function swapAxes(pixels: Pixels, { isRightToLeft, isBottomUp }: Directions): Pixels {
  const { width, height } = pixels;
  const target = createPixels(height, width);
  // How to read the stored pixels in the order of the upright image: the first one, and the steps to the neighbours.
  const first = (isRightToLeft ? width - 1 : 0) + (isBottomUp ? width * (height - 1) : 0);
  const right = isBottomUp ? -width : width, down = isRightToLeft ? -1 : 1;
  const from = toWords(pixels), to = toWords(target);
  for (let left = 0; left < target.width; left += STRIP) {
    const count = Math.min(STRIP, target.width - left);
    for (let y = 0; y < target.height; y++) {
      const start = y * target.width + left;
      // The result of `*` could be -0, and then the compiler would treat the index as a floating-point number.
      const origin = first + Math.imul(y, down) + Math.imul(left, right);
      copyColumn(from, origin, right, to, start, start + count);
    }
  }
  return target;
}

// A function of its own, which V8 compiles as a whole: see toStrips().
function copyColumn(
  from: Uint32Array,
  origin: number,
  step: number,
  to: Uint32Array,
  start: number,
  end: number,
): void {
  for (let i = start, j = origin; i < end; i++, j += step) to[i] = from[j]!;
}
