// AssemblyScript, part of png.wasm. A decoder for the inflated scanlines of a PNG, or of one pass of an interlaced PNG:
// PNG specification, clauses 9 (reconstruction) and 6 (colour types). It decodes strips of scanlines, which are still
// in the processor's cache from one step to the next. State: the geometry and the addresses of the buffers.

import { growTo } from "./memory.as";
import { unfilterScanline } from "./png_filter.as";

/** The colour types. */
const GREY: i32 = 0, RGB: i32 = 2, INDEXED: i32 = 3, GREY_ALPHA: i32 = 4, RGBA: i32 = 6;

/** Bytes after each buffer that may be read and overwritten, because vectors have 16 bytes. */
const MARGIN: usize = 64;

/** The palette as 256 RGBA pixels, filled in by the caller. */
export const PALETTE: usize = memory.data(256 * 4, 16);

/** The samples of the transparent colour, then zeros; or 8 bytes of 255 for none. Filled in by the caller. */
export const TRANSPARENT: usize = memory.data(8, 16);

/** The address of the decoded pixels. */
export let decodedPixels: usize = 0;

let colourType: i32 = 0, bitDepth: usize = 0, channels: usize = 0, width: usize = 0;
/** The bytes of a reconstructed row, and of a pixel; of a pixel of fewer bits, one. */
let rowBytes: usize = 0, pixelBytes: usize = 0;
/** The addresses of the scanlines of a strip, and of the row above it, which the reconstructed rows follow. */
let scanlines: usize = 0, samples: usize = 0;
/** The address of a row whose samples of 16 bits are rounded to 8. */
let rounded: usize = 0;

/** Starts an image that is decoded in strips of `stripRows`. Returns the address for the scanlines of a strip. */
export function beginDecoding(type: i32, depth: i32, samplesPerPixel: i32, imageWidth: i32, stripRows: i32): usize {
  colourType = type;
  bitDepth = <usize>depth;
  channels = <usize>samplesPerPixel;
  width = <usize>imageWidth;
  rowBytes = (width * channels * bitDepth + 7) >> 3;
  pixelBytes = (channels * bitDepth + 7) >> 3;
  scanlines = (__heap_base + 15) & ~15;
  samples = (scanlines + (rowBytes + 1) * <usize>stripRows + MARGIN + 15) & ~15;
  rounded = (samples + rowBytes * <usize>(stripRows + 1) + MARGIN + 15) & ~15;
  const end = bitDepth == 16 ? (rounded + width * channels + MARGIN + 15) & ~15 : rounded;
  decodedPixels = isDecoded() ? samples + rowBytes : end;
  growTo(isDecoded() ? end : end + width * <usize>stripRows * 4 + MARGIN);
  // The row above the first one counts as zeros.
  memory.fill(samples, 0, rowBytes);
  return scanlines;
}

/** Decodes the rows of the next strip. Returns whether their filter types are valid. */
export function decodeStrip(rows: i32): bool {
  let above = samples, scanline = scanlines, target = decodedPixels;
  for (let y = 0; y < rows; y++) {
    const row = above + rowBytes;
    if (!unfilterScanline(row, scanline, above, rowBytes, pixelBytes)) return false;
    if (!isDecoded()) expandRow(target, row);
    above = row;
    scanline += rowBytes + 1;
    target += width * 4;
  }
  // The next strip refers to the last row.
  memory.copy(samples, above, rowBytes);
  return true;
}

/** Whether samples are pixels already, so that these need no buffer of their own. */
@inline function isDecoded(): bool {
  return colourType == RGBA && bitDepth == 8;
}

/** Expands the samples of a row to RGBA. Writes up to 16 bytes beyond, which the next row overwrites. */
function expandRow(target: usize, row: usize): void {
  if (colourType == INDEXED) expandIndices(target, row);
  else if (bitDepth == 8) expandBytes(target, row);
  else if (colourType == RGBA) round(target, row);
  else {
    round(rounded, row);
    expandBytes(target, rounded);
  }
  if (load<i64>(TRANSPARENT) != -1) clearTransparent(target, row);
}

function expandIndices(target: usize, source: usize): void {
  if (bitDepth == 8) {
    for (const end = target + width * 4; target < end; target += 4) store<u32>(target, loadColour(load<u8>(source++)));
    return;
  }
  const mask = (1 << bitDepth) - 1, bits = width * bitDepth;
  for (let bit: usize = 0; bit < bits; bit += bitDepth, target += 4) {
    const index = <usize>load<u8>(source + (bit >> 3)) >> (8 - bitDepth - (bit & 7)) & mask;
    store<u32>(target, loadColour(index));
  }
}

@inline function loadColour(index: usize): u32 {
  return load<u32>(PALETTE + (index << 2));
}

/** Rounds samples of 16 bits, the highest byte first, to 8: the same as dividing by 257 and rounding. */
function round(target: usize, source: usize): void {
  const factor = i16x8.splat(255), half = i32x4.splat(32_895);
  for (const end = target + width * channels; target < end; target += 8, source += 16) {
    const bytes = v128.load(source);
    const eight = i8x16.shuffle(bytes, bytes, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
    const low = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(eight, factor), half), 16);
    const high = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(eight, factor), half), 16);
    const words = i16x8.narrow_i32x4_u(low, high);
    v128.store64_lane(target, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** Expands samples of 8 bits without a palette. */
function expandBytes(target: usize, source: usize): void {
  const end = target + width * 4, opaque = i8x16.splat(-1);
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
  }
}

/** Makes the pixels transparent whose samples are the transparent colour: at most 6 bytes, of the 8 that are read. */
function clearTransparent(target: usize, row: usize): void {
  const transparent = load<u64>(TRANSPARENT), mask: u64 = (1 << (<u64>pixelBytes << 3)) - 1;
  for (const end = target + width * 4; target < end; target += 4, row += pixelBytes) {
    if ((load<u64>(row) & mask) == transparent) store<u8>(target, 0, 3);
  }
}
