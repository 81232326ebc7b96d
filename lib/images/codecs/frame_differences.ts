import { crop, findRectangle, forEachRow } from "./rectangle.ts";
import { type Pixels, type Rectangle, type Size, toWords } from "../pixels.ts";

/** The part of a frame that has to be stored. */
export interface FramePart extends Rectangle, Pixels {
  /** Whether it is drawn over the frame before. Its transparent pixels do not change then. */
  readonly isBlended: boolean;
}

/**
 * A rectangle with fewer unchanged pixels than this is stored without holes, because their outlines take bytes, too.
 */
const MIN_UNCHANGED = 0.1;

/** Lossy formats compress blocks, so that only whole blocks are left out. */
const BLOCK_SIDE = 8;

/** The position of a rectangle in a WebP is a multiple of this. */
const STEP = 2;

/**
 * Creates the function that finds what changes from frame to frame: all of the first frame, and at least one pixel of
 * the others. In a lossy file, the channels of unchanged pixels may differ by the tolerance.
 */
export function createFrameDiffer({ width, height }: Size, tolerance: number): (frame: Pixels) => FramePart {
  /** What a viewer displays. */
  let shown: Uint32Array<ArrayBuffer> | undefined;
  return (frame) => {
    const words = toWords(frame);
    shown ??= words;
    const last = shown;
    if (last === words) return { left: 0, top: 0, width, height, data: frame.data, isBlended: false };
    const isDifferent = new Uint8Array(words.length);
    for (let i = 0; i < words.length; i++) {
      isDifferent[i] = isSimilar(words[i]!, last[i]!, tolerance) ? 0 : 1;
    }
    const rectangle = align(findRectangle(isDifferent, width));
    const target = crop(words, rectangle, width);
    const isChanged = crop(isDifferent, rectangle, width);
    if (tolerance > 0) extendToBlocks(isChanged, rectangle.width);
    let unchanged = 0;
    let isOpaque = true;
    for (let i = 0; i < target.length; i++) {
      if (!isChanged[i]) unchanged++;
      else if (target[i]! < 0xff000000) isOpaque = false;
    }
    // A translucent pixel would be mixed with the one below it.
    const isBlended = unchanged > MIN_UNCHANGED * target.length && isOpaque;
    let inTarget = 0;
    forEachRow(rectangle, width, (start, end) => {
      for (let at = start; at < end; at++, inTarget++) {
        if (!isBlended || isChanged[inTarget]) last[at] = target[inTarget]!;
        // A lossy encoder compresses the edges better if there is still a colour, which nobody sees.
        else target[inTarget] = tolerance === 0 ? 0 : target[inTarget]! & 0xffffff;
      }
    });
    return { ...rectangle, data: new Uint8ClampedArray(target.buffer), isBlended };
  };
}

/** Extends a rectangle to the left and top, so that its position is possible. */
function align({ left, top, width, height }: Rectangle): Rectangle {
  const x = left % STEP, y = top % STEP;
  return { left: left - x, top: top - y, width: width + x, height: height + y };
}

function isSimilar(one: number, other: number, tolerance: number): boolean {
  if (one === other) return true;
  const isNear = (shift: number) => Math.abs((one >> shift & 255) - (other >> shift & 255)) <= tolerance;
  return tolerance > 0 && one >>> 24 === other >>> 24 && isNear(0) && isNear(8) && isNear(16);
}

/** Marks every block that contains a marked pixel. */
function extendToBlocks(isMarked: Uint8Array, width: number): void {
  const toBlock = (i: number) => Math.floor(i / width / BLOCK_SIDE) * width + Math.floor(i % width / BLOCK_SIDE);
  const blocks = new Uint8Array(isMarked.length);
  for (let i = 0; i < isMarked.length; i++) if (isMarked[i]) blocks[toBlock(i)] = 1;
  for (let i = 0; i < isMarked.length; i++) isMarked[i] = blocks[toBlock(i)]!;
}
