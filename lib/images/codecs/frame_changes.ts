import type { Rectangle } from "@/lib/images/formats/stored_frame.ts";

/**
 * Finds the smallest rectangle that contains all pixels for which `includes` returns true; it is called with their
 * positions in the canvas. Returns `undefined` if there is none.
 */
export function findRectangle(
  { width, height }: Pick<Rectangle, "width" | "height">,
  includes: (index: number) => boolean,
): Rectangle | undefined {
  let first = 0, last = width * height - 1;
  while (first <= last && !includes(first)) first++;
  if (first > last) return undefined;
  while (!includes(last)) last--;
  const top = Math.floor(first / width), bottom = Math.floor(last / width);
  let left = width - 1, right = 0;
  // Each row is searched only outside of the columns that are known to belong to the rectangle.
  for (let start = top * width; start <= bottom * width; start += width) {
    for (let x = 0; x < left; x++) if (includes(start + x)) left = x;
    for (let x = width - 1; x > right; x--) if (includes(start + x)) right = x;
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Returns the smallest rectangle that contains both. */
export function unite(one: Rectangle, other: Rectangle): Rectangle {
  const left = Math.min(one.left, other.left), top = Math.min(one.top, other.top);
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
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
export function crop<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  canvas: T,
  rectangle: Rectangle,
  canvasWidth: number,
): T {
  // The copy has the type of the canvas, and every pixel of it is overwritten.
  const part = canvas.slice(0, rectangle.width * rectangle.height) as T;
  let at = 0;
  forEachRow(rectangle, canvasWidth, (start, end) => {
    part.set(canvas.subarray(start, end), at);
    at += rectangle.width;
  });
  return part;
}
