// AssemblyScript, part of png.wasm. A PNG encoder from pixels to the zlib stream of IDAT, one strip of scanlines at a
// time: PNG specification, clauses 9 (filtering) and 10 (compression), RFC 1950. State: the geometry, the Adler-32
// checksum, and the addresses of the buffers.

import { alignToByte, moveOutput, outputAddress, putBits, startOutput } from "./bit_writer.as";
import { growTo } from "./memory.as";
import { adler32 } from "./png_adler32.as";
import { deflateBlock, toMaxDeflated } from "./png_deflate.as";
import { filterScanline } from "./png_filter.as";

/** Zeros before and after a row, which the filters read as neighbours. */
const MARGIN: usize = 32;

/** The address of the encoded bytes. */
export let encoded: usize = 0;

let width: usize = 0, pixelBytes: usize = 0, checksum: u32 = 1;
/** The addresses of the caller's pixels, the current row, the row above it, and the filtered scanlines. */
let pixels: usize = 0, row: usize = 0, above: usize = 0, filtered: usize = 0;

/**
 * Starts an image of strips of `stripRows`. A pixel has four bytes (RGBA), three (RGB, from RGBA), or less, and then
 * the caller passes scanlines with a byte for the filter type. Returns the address for the pixels of a strip.
 */
export function beginEncoding(imageWidth: i32, bytes: i32, stripRows: i32): usize {
  width = <usize>imageWidth;
  pixelBytes = <usize>bytes;
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
  startOutput(encoded);
  // The zlib header, bytes 0x78 and 0x01: deflate with a window of 32 KiB, fastest algorithm.
  putBits(0x0178, 16);
  return pixels;
}

/** Encodes the rows of a strip. Returns the number of bytes. */
export function encodeStrip(rows: i32, isLast: bool): i32 {
  const rowBytes = width * pixelBytes;
  let target = filtered;
  for (let y: usize = 0; y < <usize>rows; y++, target += rowBytes + 1) {
    if (pixelBytes == 3) dropAlpha(row, pixels + y * width * 4);
    else memory.copy(row, pixelBytes == 4 ? pixels + y * rowBytes : pixels + y * (rowBytes + 1) + 1, rowBytes);
    // The filters read zeros after the row.
    v128.store(row + rowBytes, i8x16.splat(0));
    filterScanline(target, row, above, rowBytes, pixelBytes);
    const last = row;
    row = above;
    above = last;
  }
  checksum = adler32(checksum, filtered, target);
  deflateBlock(filtered, target, isLast);
  if (isLast) {
    alignToByte();
    putBits(<u64>bswap(checksum), 32);
  }
  const bytes = <i32>(outputAddress - encoded);
  moveOutput(encoded);
  return bytes;
}

/** Copies the pixels of a row without their alpha. Reads and writes up to 16 bytes beyond. */
function dropAlpha(target: usize, source: usize): void {
  for (const end = source + width * 4; source < end; source += 16, target += 12) {
    const four = v128.load(source);
    v128.store(target, i8x16.shuffle(four, i8x16.splat(0), 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16));
  }
}
