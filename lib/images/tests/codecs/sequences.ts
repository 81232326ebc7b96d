import type { Pixels } from "../../pixels.ts";
import { animate, convertFile, paint } from "../pictures.ts";

/** Joins frames to a lossless animation, which our encoder reads. */
export function joinFrames(frames: readonly Pixels[], delay = frames.map(() => 100)): Promise<Uint8Array<ArrayBuffer>> {
  return animate(frames, "webp", { lossless: true, exact: true, effort: 0, delay, loop: 0 });
}

/** The formats of animations. */
export type Animated = "gif" | "webp";

/** Encodes frames with our encoder. */
export async function encodeFrames(frames: readonly Pixels[], format: Animated): Promise<Uint8Array<ArrayBuffer>> {
  return (await convertFile(await joinFrames(frames), format)).bytes;
}

/** The size of the frames. */
export const SIZE = { width: 40, height: 30 };

/** A square on a background; both may be transparent. */
export function paintSquare(left: number, top: number, background: readonly [number, number, number, number]): Pixels {
  return paint(
    SIZE.width,
    SIZE.height,
    (x, y) => x >= left && x < left + 8 && y >= top && y < top + 8 ? [200, x * 4, y * 4, 255] : background,
  );
}

/** Backgrounds. */
export const GREEN = [20, 200, 20, 255] as const, NOTHING = [0, 0, 0, 0] as const;

/** Animations whose frames differ in what is transparent. */
export const SEQUENCES: Readonly<Record<string, Pixels[]>> = {
  "a transparent frame after an opaque one": [
    paintSquare(0, 0, GREEN),
    paintSquare(9, 5, NOTHING),
    paintSquare(0, 0, GREEN),
  ],
  "a square that moves over nothing": [3, 10, 17, 31].map((left) => paintSquare(left, left % 20, NOTHING)),
  "a square that moves over a colour": [3, 10, 17, 31].map((left) => paintSquare(left, left % 20, GREEN)),
  "frames without a change": [
    paintSquare(3, 3, GREEN),
    paintSquare(3, 3, [20, 200, 20, 250]),
    paintSquare(9, 3, GREEN),
  ],
  "an empty frame": [paintSquare(3, 3, GREEN), paint(40, 30, () => NOTHING), paintSquare(9, 3, NOTHING)],
};

/** What a format can show of a frame: visible pixels of a GIF are opaque. */
export function toShown(frame: Pixels, format: Animated): Pixels {
  const isSolid = (i: number) => format === "gif" && i % 4 === 3 && frame.data[i]! > 0;
  return { ...frame, data: frame.data.map((value, i) => isSolid(i) ? 255 : value) };
}
