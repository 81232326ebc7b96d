// Packs a picture as the zlib stream of a PNG, one strip of rows at a time.

import { growTo } from "./memory.as";
import { adler32 } from "./png_adler.as";
import { aim, aimed, align, put, startBits } from "./png_bits.as";
import { packBlock, toMaxPacked } from "./png_deflate.as";
import { dropAlpha, filterFromLeft, filterRow } from "./png_filter.as";

/** Zeros before and behind a row, where the filters look over its edge. */
const MARGIN: usize = 32;

let width: usize = 0;
let pixelBytes: usize = 0;
let strip: usize = 0;
let row: usize = 0;
let above: usize = 0;
let filtered: usize = 0;
let output: usize = 0;
/** How long the last part of a row was. */
let partBytes: usize = 0;
let sum: u32 = 1;
let isFirst: bool = true;

/** Starts a picture that comes in strips of so many rows, and keeps its alpha or not. Returns where pixels come in. */
export function beginPacking(pictureWidth: i32, hasAlpha: bool, stripRows: i32): usize {
  width = <usize>pictureWidth;
  pixelBytes = hasAlpha ? 4 : 3;
  const rowBytes = width * pixelBytes, stripBytes = (rowBytes + 1) * <usize>stripRows;
  const stride = (rowBytes + 2 * MARGIN + 15) & ~15;
  strip = (__heap_base + 15) & ~15;
  row = strip + width * 4 * <usize>stripRows + 2 * MARGIN;
  above = row + stride;
  filtered = above + stride;
  output = filtered + stripBytes + 2 * MARGIN;
  growTo(output + toMaxPacked(stripBytes));
  memory.fill(row - MARGIN, 0, 2 * stride);
  sum = 1;
  isFirst = true;
  startBits();
  return strip;
}

/** Where packed bytes are found. */
export function packedAddress(): usize {
  return output;
}

/** Packs the rows that came in; returns the number of bytes, or -1 when something shows through without its alpha. */
export function packStrip(rows: i32, isLast: bool): i32 {
  const end = filterStrip(<usize>rows);
  return end == 0 ? -1 : pack(end, isLast);
}

/** Packs a part of a row that is too long to be kept whole; returns the same. */
export function packPart(partWidth: i32, isRowStart: bool, isLast: bool): i32 {
  const end = filterPart(<usize>partWidth, isRowStart);
  return end == 0 ? -1 : pack(end, isLast);
}

function pack(end: usize, isLast: bool): i32 {
  aim(output);
  // The compression is deflate with a window of 32 KiB, made quickly.
  if (isFirst) put(0x0178, 16);
  isFirst = false;
  sum = adler32(sum, filtered, end);
  packBlock(filtered, end, isLast);
  if (isLast) {
    align();
    put(<u64>bswap(sum), 32);
  }
  return <i32>(aimed() - output);
}

/** Filters all rows; returns where they end, or 0 when their alpha is missed. */
function filterStrip(rows: usize): usize {
  const rowBytes = width * pixelBytes;
  let target = filtered;
  // Behind the last row lies what was there before: it shows nothing.
  v128.store(strip + rows * width * 4, i8x16.splat(-1));
  for (let y: usize = 0; y < rows; y++, target += rowBytes + 1) {
    if (!takeRow(strip + y * width * 4, width)) return 0;
    filterRow(target, row, above, rowBytes, pixelBytes);
    const last = row;
    row = above;
    above = last;
  }
  return target;
}

/** Filters a part, counted from the left alone; returns where it ends, or 0 when its alpha is missed. */
function filterPart(partWidth: usize, isRowStart: bool): usize {
  // Before the part stands the end of the last one.
  store<u32>(row - 4, isRowStart ? 0 : load<u32>(row + partBytes - 4));
  v128.store(strip + partWidth * 4, i8x16.splat(-1));
  if (!takeRow(strip, partWidth)) return 0;
  partBytes = partWidth * pixelBytes;
  return filterFromLeft(filtered, row, partBytes, pixelBytes, isRowStart);
}

/** Takes pixels as the next row; tells whether none of their alpha is missed. */
function takeRow(source: usize, rowWidth: usize): bool {
  const isComplete = pixelBytes == 4 || !dropAlpha(row, source, rowWidth);
  if (pixelBytes == 4) memory.copy(row, source, rowWidth * 4);
  v128.store(row + rowWidth * pixelBytes, i8x16.splat(0));
  return isComplete;
}
