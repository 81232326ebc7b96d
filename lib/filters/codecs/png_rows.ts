import { brokenImage } from "@/lib/filters/formats/header.ts";

/** What a byte is counted from: nothing, the pixel to its left, the one above, the mean of both, or the best of three. */
const SUB = 1, UP = 2, AVERAGE = 3, PAETH = 4;

/**
 * Undoes the filter of each row, in place, and closes the gaps where the filters' names stood.
 *
 * @throws {ApiError} `broken_image` on an unknown filter.
 */
export function unfilter(rows: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  for (let from = 0, to = 0; from < rows.length; from += rowBytes + 1, to += rowBytes) {
    const filter = rows[from]!;
    // The row moves to its place first: from then on it stands right behind the one above.
    rows.copyWithin(to, from + 1, from + 1 + rowBytes);
    if (filter > PAETH) throw brokenImage("it has an unknown filter");
    if (filter === SUB) undoSub(rows, to, rowBytes, pixelBytes);
    // Above the first row there is nothing, which makes two filters simpler.
    if (filter === UP && to > 0) undoUp(rows, to, rowBytes);
    if (filter === AVERAGE) undoAverage(rows, to, rowBytes, pixelBytes);
    if (filter === PAETH) (to > 0 ? undoPaeth : undoSub)(rows, to, rowBytes, pixelBytes);
  }
  return rows;
}

function undoSub(rows: Uint8Array, start: number, rowBytes: number, pixelBytes: number): void {
  for (let i = start + pixelBytes; i < start + rowBytes; i++) rows[i] = rows[i]! + rows[i - pixelBytes]!;
}

function undoUp(rows: Uint8Array, start: number, rowBytes: number): void {
  for (let i = start; i < start + rowBytes; i++) rows[i] = rows[i]! + rows[i - rowBytes]!;
}

function undoAverage(rows: Uint8Array, start: number, rowBytes: number, pixelBytes: number): void {
  const isFirst = start === 0;
  for (let i = start; i < start + rowBytes; i++) {
    const left = i < start + pixelBytes ? 0 : rows[i - pixelBytes]!;
    const above = isFirst ? 0 : rows[i - rowBytes]!;
    rows[i] = rows[i]! + ((left + above) >> 1);
  }
}

/** Counted from whichever of left, above and between comes closest to left + above - between. */
function undoPaeth(rows: Uint8Array, start: number, rowBytes: number, pixelBytes: number): void {
  for (let i = start; i < start + pixelBytes; i++) rows[i] = rows[i]! + rows[i - rowBytes]!;
  for (let i = start + pixelBytes; i < start + rowBytes; i++) {
    const left = rows[i - pixelBytes]!, above = rows[i - rowBytes]!, between = rows[i - rowBytes - pixelBytes]!;
    const toLeft = Math.abs(above - between), toAbove = Math.abs(left - between);
    const toBetween = Math.abs(left + above - 2 * between);
    const best = toLeft <= toAbove && toLeft <= toBetween ? left : toAbove <= toBetween ? above : between;
    rows[i] = rows[i]! + best;
  }
}
