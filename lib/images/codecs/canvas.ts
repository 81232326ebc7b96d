import { forEachRow } from "./rectangle.ts";
import {
  createPixels,
  type Frame,
  freePixels,
  type Pixels,
  type Rectangle,
  type Size,
  type StoredFrame,
  toWords,
} from "../pixels.ts";

/** The canvas of an animation. Each frame is drawn over the earlier frames. */
export class Canvas {
  readonly #pixels: Pixels;
  #dispose: (() => void) | undefined;

  /** How many frames are still to come. */
  #left: number;

  /** Creates a transparent canvas. */
  constructor({ width, height }: Size, frames: number) {
    this.#pixels = createPixels(width, height);
    this.#left = frames;
  }

  /** Draws a frame with `paint`. Returns a copy of the canvas, or the canvas itself for the last frame. */
  draw(frame: StoredFrame, paint: (canvas: Pixels) => void): Frame {
    const { width, height, data } = this.#pixels;
    const { delay } = frame;
    this.#dispose?.();
    this.#left--;
    const previous = frame.disposal === "previous" && this.#left > 0 ? data.slice() : undefined;
    paint(this.#pixels);
    if (this.#left === 0) return { width, height, data, delay };
    if (previous !== undefined) this.#dispose = () => data.set(previous);
    else this.#dispose = frame.disposal === "background" ? () => this.#clear(frame) : undefined;
    return { width, height, data: data.slice(), delay };
  }

  /**
   * Draws pixels at the position of a frame that is within the canvas: over what is there, or instead of it. Then the
   * pixels are freed.
   */
  drawPixels(frame: StoredFrame, pixels: Pixels): Frame {
    return this.draw(frame, (canvas) => {
      const { data } = pixels;
      let at = 0;
      forEachRow(frame, canvas.width, (start, end) => {
        const row = data.subarray(at, at + 4 * frame.width);
        at += 4 * frame.width;
        if (frame.isBlended) blendRow(canvas.data.subarray(4 * start, 4 * end), row);
        else canvas.data.set(row, 4 * start);
      });
      freePixels(pixels);
    });
  }

  #clear({ left, top, width, height }: Rectangle): void {
    const canvas = this.#pixels;
    const words = toWords(canvas);
    const right = Math.min(left + width, canvas.width), bottom = Math.min(top + height, canvas.height);
    const visible = { left, top, width: Math.max(right - left, 0), height: bottom - top };
    forEachRow(visible, canvas.width, (start, end) => words.fill(0, start, end));
  }
}

/** Alpha-blends a row over another one; the colours are not premultiplied. */
function blendRow(below: Uint8ClampedArray, above: Uint8ClampedArray): void {
  for (let i = 0; i < above.length; i += 4) {
    const alpha = above[i + 3]!;
    if (alpha === 0) continue;
    const rest = below[i + 3]! * (255 - alpha) / 255;
    const sum = alpha + rest;
    for (let j = i; j < i + 3; j++) below[j] = (above[j]! * alpha + below[j]! * rest) / sum;
    below[i + 3] = sum;
  }
}
