// AssemblyScript, part of png.wasm. A PNG encoder from pixels to the zlib stream of IDAT, one strip of scanlines at a
// time: PNG specification, clauses 9 (filtering) and 10 (compression), RFC 1950. State: the geometry, the Adler-32
// checksum, and the addresses of the buffers.

import { growTo } from "./memory.as";
import { adler32 } from "./png_adler32.as";
import { alignToByte, deflateMatches, deflateRuns, outputAddress, putBits, setOutput, toMaxDeflated } from "./png_deflate.as";
import { filterPart, filterScanline } from "./png_filter.as";
import { startMatches } from "./png_matches.as";

/** What is stored for each pixel. PACKED rows are complete, with palette indices or grey of at most 8 bits. */
const GREY: i32 = 0, RGB: i32 = 2, PACKED: i32 = 3, GREY_ALPHA: i32 = 4, RGBA: i32 = 6;

/** Zeros before and after a row, which the filters read as neighbours. */
const MARGIN: usize = 32;

/** The size of deflate's sliding window. */
const WINDOW: usize = 32768;

/** The address of the encoded bytes. */
export let encoded: usize = 0;

let width: usize = 0, kind: i32 = 0, pixelBytes: usize = 0, rowBytes: usize = 0, checksum: u32 = 1;
/** Whether the image is a drawing, and whether nothing was written so far. */
let isDrawing: bool = false, isFirst: bool = true;
/** The addresses of the caller's pixels, the current row, the row above it, and the filtered scanlines. */
let pixels: usize = 0, row: usize = 0, above: usize = 0, filtered: usize = 0;
/** The address of the tokens of a drawing, and the bytes of its window that precede the scanlines. */
let tokens: usize = 0, history: usize = 0;
/** The bytes of the last part of a row. */
let partBytes: usize = 0;

/**
 * Starts an image of strips of `stripRows`; `imageRowBytes` is for PACKED rows. If `maxChain` is not 0, the image is a
 * drawing: its scanlines are not filtered, but searched for matches. Returns the address for the pixels of a strip.
 */
export function beginEncoding(imageWidth: i32, kindOfPixels: i32, imageRowBytes: i32, stripRows: i32, maxChain: i32): usize {
  width = <usize>imageWidth;
  kind = kindOfPixels;
  pixelBytes = kind == RGBA ? 4 : kind == RGB ? 3 : kind == GREY_ALPHA ? 2 : 1;
  rowBytes = kind == PACKED ? <usize>imageRowBytes : width * pixelBytes;
  isDrawing = maxChain > 0;
  const stripBytes = (rowBytes + 1) * <usize>stripRows;
  const stride = (rowBytes + 2 * MARGIN + 15) & ~15;
  pixels = (__heap_base + 15) & ~15;
  row = pixels + width * 4 * <usize>stripRows + 2 * MARGIN;
  above = row + stride;
  filtered = above + stride + (isDrawing ? WINDOW : 0);
  tokens = (filtered + stripBytes + 2 * MARGIN + 3) & ~3;
  encoded = tokens + (isDrawing ? stripBytes * 4 : 0);
  growTo(encoded + toMaxDeflated(stripBytes));
  memory.fill(row - MARGIN, 0, 2 * stride);
  if (isDrawing) startMatches(maxChain);
  history = 0;
  checksum = 1;
  isFirst = true;
  return pixels;
}

/** Encodes the rows of a strip. Returns the number of bytes. */
export function encodeStrip(rows: i32, isLast: bool): i32 {
  let target = filtered;
  for (let y: usize = 0; y < <usize>rows; y++, target += rowBytes + 1) {
    loadRow(kind == PACKED ? pixels + y * rowBytes : pixels + y * width * 4, width);
    if (isDrawing) {
      store<u8>(target, 0);
      memory.copy(target + 1, row, rowBytes);
    } else {
      filterScanline(target, row, above, rowBytes, pixelBytes);
      const last = row;
      row = above;
      above = last;
    }
  }
  return deflateFiltered(target, isLast);
}

/**
 * Encodes a part of a row that is too long for the buffers, with the filter type Sub, which needs no row above. Returns
 * the number of bytes.
 */
export function encodePart(partWidth: i32, isRowStart: bool, isLast: bool): i32 {
  // The pixel to the left is the last one of the part before.
  store<u32>(row - 4, isRowStart ? 0 : load<u32>(row + partBytes - 4));
  loadRow(pixels, <usize>partWidth);
  partBytes = <usize>partWidth * pixelBytes;
  return deflateFiltered(filterPart(filtered, row, partBytes, pixelBytes, isRowStart), isLast);
}

function deflateFiltered(end: usize, isLast: bool): i32 {
  setOutput(encoded, isFirst);
  // The zlib header, bytes 0x78 and 0x01: deflate with a window of 32 KiB, fastest algorithm.
  if (isFirst) putBits(0x0178, 16);
  isFirst = false;
  checksum = adler32(checksum, filtered, end);
  if (isDrawing) deflateDrawing(end, isLast);
  else deflateRuns(filtered, end, isLast);
  if (isLast) {
    alignToByte();
    putBits(<u64>bswap(checksum), 32);
  }
  return <i32>(outputAddress - encoded);
}

function deflateDrawing(end: usize, isLast: bool): void {
  deflateMatches(filtered, end, tokens, <u32>rowBytes + 1, isLast);
  // The window moves before the next scanlines.
  history = min(history + end - filtered, WINDOW);
  memory.copy(filtered - history, end - history, history);
}

/** Copies what is stored of the pixels to the current row, with zeros after it. Reads and writes up to 16 bytes more. */
function loadRow(source: usize, rowWidth: usize): void {
  const end = source + rowWidth * 4, zero = i8x16.splat(0);
  let target = row;
  if (kind == RGB) {
    for (; source < end; source += 16, target += 12) {
      const four = v128.load(source);
      v128.store(target, i8x16.shuffle(four, zero, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16));
    }
  } else if (kind == GREY_ALPHA) {
    for (; source < end; source += 16, target += 8) {
      v128.store(target, i8x16.shuffle(v128.load(source), zero, 0, 3, 4, 7, 8, 11, 12, 15, 16, 16, 16, 16, 16, 16, 16, 16));
    }
  } else if (kind == GREY) {
    for (; source < end; source += 16, target += 4) {
      v128.store(target, i8x16.shuffle(v128.load(source), zero, 0, 4, 8, 12, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16));
    }
  } else memory.copy(row, source, kind == RGBA ? rowWidth * 4 : rowBytes);
  v128.store(row + (kind == PACKED ? rowBytes : rowWidth * pixelBytes), zero);
}
