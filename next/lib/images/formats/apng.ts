import { viewOf } from "../bytes.ts";
import type { Size, StoredFrame } from "../pixels.ts";

// Animated PNG: PNG specification (third edition), 11.3.6. acTL has the number of frames, each frame has a control
// chunk (fcTL), and its data is in fdAT chunks, or in IDAT if the still image is the first frame.

const ACTL_BYTES = 8;
const FCTL_BYTES = 26;

/** The largest number of a PNG (7.1). With a larger one, acTL is invalid, and browsers show the still image. */
const MAX_NUMBER = 2 ** 31 - 1;

/** A chunk of a PNG. */
type Chunk = Readonly<{ type: string; content: Uint8Array }>;

/** A frame of an animation. */
export interface ApngFrame extends StoredFrame {
  /** A zlib stream in pieces. */
  readonly data: readonly Uint8Array[];
}

/** The animation of a PNG. */
export interface Apng {
  /** Empty if there is no animation. */
  readonly frames: readonly ApngFrame[];
  /** How often the animation is played; 0 is forever. */
  readonly loop: number;
  /** Whether frames are missing. */
  readonly isTruncated: boolean;
}

/** Reads the animation of a PNG up to the first chunk that contradicts the specification, like browsers. */
export function readApng(chunks: Iterable<Chunk>, canvas: Size): Apng {
  const frames: (ApngFrame & { readonly data: Uint8Array[] })[] = [];
  let count = 0;
  let loop = 0;
  let sequence = 0;
  let hasData = false;
  for (const { type, content } of chunks) {
    // acTL comes before the data. Most files have none, but hundreds of chunks of data.
    if (type === "IDAT" && count === 0) break;
    const frame = frames.at(-1);
    const view = viewOf(content);
    if (type === "IDAT") {
      hasData = true;
      // Without a control chunk before it, the still image is not a part of the animation.
      frame?.data.push(content);
    }
    if (type === "acTL" && !hasData && content.length === ACTL_BYTES) {
      [count, loop] = [view.getUint32(0), view.getUint32(4)];
      if (Math.max(count, loop) > MAX_NUMBER) count = 0;
    }
    if (type !== "fcTL" && type !== "fdAT") continue;
    const isNext = content.length >= 4 && view.getUint32(0) === sequence++;
    if (type === "fcTL") {
      const next = isNext && content.length === FCTL_BYTES ? readControl(view, canvas) : undefined;
      // The frame before must have data.
      if (next === undefined || frame?.data.length === 0) break;
      // IDAT is always as large as the canvas.
      if (!hasData && (next.width !== canvas.width || next.height !== canvas.height)) break;
      frames.push(next);
    } else if (!isNext || !hasData || frame === undefined) break;
    else frame.data.push(content.subarray(4));
  }
  if (frames.at(-1)?.data.length === 0) frames.pop();
  return { frames: frames.slice(0, count), loop, isTruncated: frames.length < count };
}

/** Reads a control chunk; `undefined` if it is invalid. */
function readControl(view: DataView, canvas: Size) {
  const [width, height, left, top] = [view.getUint32(4), view.getUint32(8), view.getUint32(12), view.getUint32(16)];
  const disposal = DISPOSALS[view.getUint8(24)];
  const blend = view.getUint8(25);
  const isInside = width > 0 && height > 0 && left + width <= canvas.width && top + height <= canvas.height;
  if (!isInside || disposal === undefined || blend > 1) return undefined;
  // A fraction of a second; the denominator 0 means 100.
  const delay = 1000 * view.getUint16(20) / (view.getUint16(22) || 100);
  return { left, top, width, height, delay, disposal, isBlended: blend === 1, data: [] as Uint8Array[] };
}

const DISPOSALS = ["none", "background", "previous"] as const;
