// AssemblyScript, part of png.wasm. A PNG encoder from pixels to the zlib stream of IDAT, one strip of scanlines at a
// time: PNG specification, clauses 9 (filtering) and 10 (compression), RFC 1950. State: the geometry, the Adler-32
// checksum, and the addresses of the buffers.

import { growTo } from "./memory.as";
import { adler32 } from "./png_adler32.as";
import { alignToByte, deflateBlock, outputAddress, putBits, setOutput, toMaxDeflated } from "./png_deflate.as";
import { filterPart, filterScanline } from "./png_filter.as";

/** Zeros before and after a row, which the filters read as neighbours. */
const MARGIN: usize = 32;

/** The address of the encoded bytes. */
export let encoded: usize = 0;

let width: usize = 0, pixelBytes: usize = 0, checksum: u32 = 1, isFirst: bool = true;
/** The addresses of the caller's pixels, the current row, the row above it, and the filtered scanlines. */
let pixels: usize = 0, row: usize = 0, above: usize = 0, filtered: usize = 0;
/** The bytes of the last part of a row. */
let partBytes: usize = 0;

/** Starts an image of strips of `stripRows`, with or without alpha. Returns the address for the pixels of a strip. */
export function beginEncoding(imageWidth: i32, hasAlpha: bool, stripRows: i32): usize {
  width = <usize>imageWidth;
  pixelBytes = hasAlpha ? 4 : 3;
  const rowBytes = width * pixelBytes, stripBytes = (rowBytes + 1) * <usize>stripRows;
  const stride = (rowBytes + 2 * MARGIN + 15) & ~15;
  pixels = (__heap_base + 15) & ~15;
  row = pixels + width * 4 * <usize>stripRows + 2 * MARGIN;
  above = row + stride;
  filtered = above + stride;
  encoded = filtered + stripBytes + 2 * MARGIN;
  growTo(encoded + toMaxDeflated(stripBytes));
  memory.fill(row - MARGIN, 0, 2 * stride);
  checksum = 1;
  isFirst = true;
  return pixels;
}

/** Encodes the rows of a strip. Returns the number of bytes, or -1 if a pixel is not opaque and there is no alpha. */
export function encodeStrip(rows: i32, isLast: bool): i32 {
  const rowBytes = width * pixelBytes;
  let target = filtered;
  // dropAlpha() reads beyond the last row, which must not count as transparent.
  v128.store(pixels + <usize>rows * width * 4, i8x16.splat(-1));
  for (let y: usize = 0; y < <usize>rows; y++, target += rowBytes + 1) {
    if (!loadRow(pixels + y * width * 4, width)) return -1;
    filterScanline(target, row, above, rowBytes, pixelBytes);
    const last = row;
    row = above;
    above = last;
  }
  return deflateFiltered(target, isLast);
}

/**
 * Encodes a part of a row that is too long for the buffers, with the filter type Sub, which needs no row above. Returns
 * the same as {@linkcode encodeStrip}.
 */
export function encodePart(partWidth: i32, isRowStart: bool, isLast: bool): i32 {
  // The pixel to the left is the last one of the part before.
  store<u32>(row - 4, isRowStart ? 0 : load<u32>(row + partBytes - 4));
  v128.store(pixels + <usize>partWidth * 4, i8x16.splat(-1));
  if (!loadRow(pixels, <usize>partWidth)) return -1;
  partBytes = <usize>partWidth * pixelBytes;
  return deflateFiltered(filterPart(filtered, row, partBytes, pixelBytes, isRowStart), isLast);
}

function deflateFiltered(end: usize, isLast: bool): i32 {
  setOutput(encoded, isFirst);
  // The zlib header, bytes 0x78 and 0x01: deflate with a window of 32 KiB, fastest algorithm.
  if (isFirst) putBits(0x0178, 16);
  isFirst = false;
  checksum = adler32(checksum, filtered, end);
  deflateBlock(filtered, end, isLast);
  if (isLast) {
    alignToByte();
    putBits(<u64>bswap(checksum), 32);
  }
  return <i32>(outputAddress - encoded);
}

/** Copies pixels to the current row, with zeros after them. Returns false if one loses its alpha but is not opaque. */
function loadRow(source: usize, rowWidth: usize): bool {
  const isValid = pixelBytes == 4 || dropAlpha(row, source, rowWidth);
  if (pixelBytes == 4) memory.copy(row, source, rowWidth * 4);
  v128.store(row + rowWidth * pixelBytes, i8x16.splat(0));
  return isValid;
}

/** Copies pixels without their alpha. Returns whether all are opaque. Reads and writes up to 16 bytes beyond. */
function dropAlpha(target: usize, source: usize, rowWidth: usize): bool {
  let all = i8x16.splat(-1);
  for (const end = source + rowWidth * 4; source < end; source += 16, target += 12) {
    const four = v128.load(source);
    all = v128.and(all, four);
    v128.store(target, i8x16.shuffle(four, i8x16.splat(0), 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16));
  }
  const opaque = i32x4.splat(0xff000000);
  return i32x4.all_true(i32x4.eq(v128.and(all, opaque), opaque));
}
