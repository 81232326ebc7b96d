import { createPixels, type Pixels, toWords } from "@/lib/images/picture.ts";

const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
const EXIF_PREFIX = "Exif\0\0";

/** What is turned on its side at once. In a large picture every step would lead to memory that is not at hand. */
const TILE = 64;

/** Reads the orientation from an EXIF block: 1 to 8, or 1 when there is none or it makes no sense. */
export function readOrientation(exif: Uint8Array): number {
  const hasPrefix = EXIF_PREFIX === String.fromCharCode(...exif.subarray(0, EXIF_PREFIX.length));
  const tiff = hasPrefix ? exif.subarray(EXIF_PREFIX.length) : exif;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (view.byteLength < 8) return 1;
  const littleEndian = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, littleEndian);
  if (directory + 2 > view.byteLength) return 1;
  const entries = view.getUint16(directory, littleEndian);
  for (let i = 0, at = directory + 2; i < entries && at + ENTRY_BYTES <= view.byteLength; i++, at += ENTRY_BYTES) {
    if (view.getUint16(at, littleEndian) === ORIENTATION_TAG) return toKnown(view.getUint16(at + 8, littleEndian));
  }
  return 1;
}

/** Turns and mirrors pixels the way an EXIF orientation asks for, so that they are upright. */
export function applyOrientation(pixels: Pixels, orientation: number): Pixels {
  if (orientation === 1) return pixels;
  const swapped = orientation >= 5;
  const target = swapped ? createPixels(pixels.height, pixels.width) : createPixels(pixels.width, pixels.height);
  const walk = toWalk(pixels, orientation);
  const side = swapped ? TILE : Math.max(target.width, target.height);
  for (let top = 0; top < target.height; top += side) {
    for (let left = 0; left < target.width; left += side) copyTile(pixels, target, { ...walk, left, top, side });
  }
  return target;
}

function copyTile(pixels: Pixels, target: Pixels, { first, right, down, left, top, side }: Walk & Tile): void {
  const from = toWords(pixels), to = toWords(target);
  const bottom = Math.min(top + side, target.height), count = Math.min(side, target.width - left);
  for (let y = top; y < bottom; y++) {
    const start = y * target.width + left;
    // A plain product could be -0, and then all that is counted from it would be no whole number to the compiler.
    const origin = first + Math.imul(y, down) + Math.imul(left, right);
    for (let i = start, j = origin; i < start + count; i++, j += right) to[i] = from[j]!;
  }
}

/** A square of the picture as it is shown. */
interface Tile {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** The walk over the stored pixels that meets them in the order they are shown in. */
interface Walk {
  readonly first: number;
  /** How far a step to the right leads in storage. */
  readonly right: number;
  /** How far a step down leads in storage. */
  readonly down: number;
}

function toWalk({ width, height }: Pixels, orientation: number): Walk {
  const last = width * height - 1, lastRow = width * (height - 1), lastColumn = width - 1;
  switch (orientation) {
    case 2:
      return { first: lastColumn, right: -1, down: width };
    case 3:
      return { first: last, right: -1, down: -width };
    case 4:
      return { first: lastRow, right: 1, down: -width };
    case 5:
      return { first: 0, right: width, down: 1 };
    case 6:
      return { first: lastRow, right: -width, down: 1 };
    case 7:
      return { first: last, right: -width, down: -1 };
    default:
      return { first: lastColumn, right: width, down: -1 };
  }
}

function toKnown(orientation: number): number {
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
}
