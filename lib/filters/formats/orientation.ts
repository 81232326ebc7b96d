import { createPixels, type Pixels, toWords } from "@/lib/filters/picture.ts";

const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
const EXIF_PREFIX = "Exif\0\0";

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
  const { first, right, down } = toWalk(pixels, orientation);
  const from = toWords(pixels), to = toWords(target);
  for (let y = 0, i = 0; y < target.height; y++) {
    for (let x = 0, j = first + y * down; x < target.width; x++, i++, j += right) to[i] = from[j]!;
  }
  return target;
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
