// AssemblyScript, part of png.wasm. A decoder for the inflated scanlines of non-interlaced PNG with 8-bit samples: PNG
// specification, clauses 9 (reconstruction) and 6 (colour types). It decodes strips of scanlines, which are still in
// the processor's cache from one step to the next. State: the geometry and the addresses of the buffers.

import { growTo } from "./memory.as";
import { unfilterScanline } from "./png_filter.as";

/** The colour types except for 3, which is a palette. */
const GREY: i32 = 0, RGB: i32 = 2, GREY_ALPHA: i32 = 4, RGBA: i32 = 6;

/** Bytes after the samples and after the pixels that may be read and overwritten: see expand(). */
const MARGIN: usize = 64;

/** The palette as 256 RGBA pixels, filled in by the caller. */
export const PALETTE: usize = memory.data(256 * 4, 16);

/** The address of the decoded pixels. */
export let decodedPixels: usize = 0;

let colourType: i32 = 0, pixelBytes: usize = 0, width: usize = 0;
/** The addresses of the scanlines of a strip, and of the row above it, which the reconstructed rows follow. */
let scanlines: usize = 0, samples: usize = 0;

/** Starts an image that is decoded in strips of `stripRows`. Returns the address for the scanlines of a strip. */
export function beginDecoding(type: i32, bytes: i32, imageWidth: i32, stripRows: i32): usize {
  colourType = type;
  pixelBytes = <usize>bytes;
  width = <usize>imageWidth;
  const rowBytes = width * pixelBytes;
  scanlines = (__heap_base + 15) & ~15;
  samples = (scanlines + (rowBytes + 1) * <usize>stripRows + MARGIN + 15) & ~15;
  const end = (samples + rowBytes * <usize>(stripRows + 1) + MARGIN + 15) & ~15;
  // RGBA samples are pixels already, so they need no buffer of their own.
  decodedPixels = colourType == RGBA ? samples + rowBytes : end;
  growTo(colourType == RGBA ? end : end + width * <usize>stripRows * 4 + MARGIN);
  // The row above the first one counts as zeros.
  memory.fill(samples, 0, rowBytes);
  return scanlines;
}

/** Decodes the rows of the next strip. Returns whether their filter types are valid. */
export function decodeStrip(rows: i32): bool {
  const rowBytes = width * pixelBytes;
  for (let y: usize = 0; y < <usize>rows; y++) {
    const above = samples + y * rowBytes, scanline = scanlines + y * (rowBytes + 1);
    if (!unfilterScanline(above + rowBytes, scanline, above, rowBytes, pixelBytes)) return false;
  }
  if (colourType != RGBA) expand(decodedPixels, samples + rowBytes, width * <usize>rows);
  // The next strip refers to the last row.
  memory.copy(samples, samples + <usize>rows * rowBytes, rowBytes);
  return true;
}

/** Expands samples to RGBA. Reads up to 16 bytes and writes up to 64 bytes beyond. */
function expand(target: usize, source: usize, pixels: usize): void {
  const end = target + pixels * 4, opaque = i8x16.splat(-1);
  if (colourType == RGB) {
    for (; target < end; target += 16, source += 12) {
      const four = v128.load(source);
      v128.store(target, i8x16.shuffle(four, opaque, 0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16));
    }
  } else if (colourType == GREY) {
    for (; target < end; target += 16, source += 4) {
      const four = v128.load32_zero(source);
      v128.store(target, i8x16.shuffle(four, opaque, 0, 0, 0, 16, 1, 1, 1, 16, 2, 2, 2, 16, 3, 3, 3, 16));
    }
  } else if (colourType == GREY_ALPHA) {
    for (; target < end; target += 16, source += 8) {
      const four = v128.load64_zero(source);
      v128.store(target, i8x16.swizzle(four, i8x16(0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7)));
    }
  } else {
    for (; target < end; target += 4, source++) store<u32>(target, load<u32>(PALETTE + (<usize>load<u8>(source) << 2)));
  }
}
