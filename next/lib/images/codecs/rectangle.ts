import type { Rectangle } from "../pixels.ts";

/**
 * Finds the smallest rectangle that contains all marked pixels of a canvas: those that are not 0. If there is none, it
 * is one pixel, because a frame must not be empty.
 */
export function findRectangle(isMarked: Uint8Array, width: number): Rectangle {
  let first = 0, last = isMarked.length - 1;
  while (first <= last && isMarked[first] === 0) first++;
  if (first > last) return { left: 0, top: 0, width: 1, height: 1 };
  while (isMarked[last] === 0) last--;
  const top = Math.floor(first / width), bottom = Math.floor(last / width);
  let left = width - 1, right = 0;
  // Each row is searched only outside of the columns that are known to belong to the rectangle.
  for (let start = top * width; start <= bottom * width; start += width) {
    for (let x = 0; x < left; x++) if (isMarked[start + x] !== 0) left = x;
    for (let x = width - 1; x > right; x--) if (isMarked[start + x] !== 0) right = x;
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Calls `use` with the start and the end of each row of a rectangle, as positions in the canvas. */
export function forEachRow(
  { left, top, width, height }: Rectangle,
  canvasWidth: number,
  use: (start: number, end: number) => void,
): void {
  for (let y = top; y < top + height; y++) use(y * canvasWidth + left, y * canvasWidth + left + width);
}

/** Copies a rectangle of a canvas. */
export function crop<T extends Uint8Array | Uint32Array>(canvas: T, rectangle: Rectangle, canvasWidth: number): T {
  // The copy has the type of the canvas, and every pixel of it is overwritten.
  const part = canvas.slice(0, rectangle.width * rectangle.height) as T;
  let at = 0;
  forEachRow(rectangle, canvasWidth, (start, end) => {
    part.set(canvas.subarray(start, end), at);
    at += rectangle.width;
  });
  return part;
}
