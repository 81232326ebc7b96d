// AssemblyScript, part of gif.wasm: finds the nearest colours of a palette, and dithers with an 8 × 8 matrix. State:
// the palette, and the colours that were found. Pixels are 32-bit numbers, with red in the lowest byte; the pixel 0 and
// the index 0 are transparent.

import { growTo } from "./memory.as";

/** The colours from index 1, sorted by green; then their reds and greens as pairs of i16, and their blues as i32. */
export const COLOURS: usize = memory.data(256 * 4, 16);
const PAIRS: usize = memory.data(256 * 4, 16), BLUES: usize = memory.data(256 * 4, 16);
/** The first index with each value of green or more. */
const FIRST: usize = memory.data(257 * 2, 2);

/** The channels of an index without a colour: no pixel is near. */
const NOWHERE: u32 = 1000;

/**
 * The amplitude of the dither in relation to the mean distance of a pixel from its colour: more is visible as noise.
 */
const DITHER_STRENGTH: f64 = 1.4;

/** For each element of the matrix what is added to the four channels, then what is subtracted from them. */
const NOISE: usize = memory.data(2 * 64 * 4, 16), SUBTRACTED: usize = 64 * 4;

/** 1 for each index that occurs in the frame. */
export const USED: usize = memory.data(256, 16);

/**
 * The index of the nearest colour of each cell, 0 until it is looked up. A cell is the top 6 or 5 bits of each channel.
 */
const CELLS: usize = memory.data(1 << 18, 16), CELL_COUNT: usize = 1 << 18;
const FOUR_CELLS: usize = memory.data(16, 16);

let stride: usize = 0;
/** The top bits that define a cell, and the offset of its middle. */
let topBits: u32 = 0, middle: u32 = 0;
/** The address of a row of pixels; those of the frame before, the displayed colours and the indices follow. */
let row: usize = 0;

/** Starts a frame or a list of pixels. Returns the address of the first of four rows. */
export function begin(rowBytes: usize): usize {
  stride = rowBytes;
  row = (__heap_base + 15) & ~15;
  growTo(row + 4 * stride);
  // Four pixels are processed at once. Those that follow the row are transparent.
  memory.fill(row, 0, 4 * stride);
  memory.fill(USED, 0, 256);
  return row;
}

/** Uses the palette whose colours are stored. */
export function setPalette(endIndex: i32): void {
  for (let i: usize = 0; i < 256; i++) {
    const colour = load<u32>(COLOURS + i * 4), hasColour = i > 0 && i < <usize>endIndex;
    store<u32>(PAIRS + i * 4, hasColour ? (colour & 255) | (colour << 8 & 0xff0000) : NOWHERE);
    store<u32>(BLUES + i * 4, hasColour ? colour >> 16 & 255 : NOWHERE);
  }
  for (let green: u32 = 0, index: usize = 1; green <= 256; green++) {
    while (index < <usize>endIndex && (load<u32>(COLOURS + index * 4) >> 8 & 255) < green) index++;
    store<u16>(FIRST + <usize>green * 2, <u16>index);
  }
}

/** Prepares to dither with the palette, for pixels with this mean squared error. */
export function startPalette(error: f64): void {
  // Larger cells are faster, but with less dither the steps between them would be visible.
  const strength = max(DITHER_STRENGTH * Math.sqrt(error), 4), side: u32 = strength < 12 ? 4 : 8;
  topBits = (256 - side) * 0x010101;
  middle = side / 2 * 0x010101;
  memory.fill(CELLS, 0, CELL_COUNT);
  for (let i = 0; i < 64; i++) {
    const noise = <i32>Math.round((<f64>toRank(i & 7, i >> 3) - 31.5) / 64 * strength), element = NOISE + <usize>i * 4;
    store<u32>(element, max(noise, 0) * 0x01010101);
    store<u32>(element, max(-noise, 0) * 0x01010101, SUBTRACTED);
  }
}

/** Returns the mean squared error of the pixels in the first row without dither, or more than the limit at once. */
export function measureError(pixels: i32, limit: f64): f64 {
  const most = limit * pixels;
  let sum: f64 = 0, nearest: i32 = 1;
  for (let i = 0; i < pixels && sum <= most; i++) {
    nearest = findNearest(load<u32>(row + <usize>i * 4), nearest & 255);
    sum += nearest >> 8;
  }
  return sum / max(pixels, 1);
}

/** Returns an element of an 8 × 8 Bayer matrix, from 0 to 63. */
function toRank(x: i32, y: i32): i32 {
  let rank = 0;
  // Each pair of bits selects a quarter, in the order upper left, lower right, upper right, lower left.
  for (let bit = 0; bit < 3; bit++) rank = rank << 2 | (((x ^ y) >> bit & 1) << 1) | (y >> bit & 1);
  return rank;
}

/** Finds the indices of row `y`: 0 for pixels that do not change. Updates the displayed colours. */
export function ditherRow(y: i32): void {
  const noise = NOISE + <usize>(y & 7) * 32;
  let guess = 1;
  for (let x: usize = 0; x < stride; x += 16) {
    const words = v128.load(row + x), unchanged = i32x4.eq(words, v128.load(row + stride + x));
    const indices = row + 3 * stride + (x >> 2);
    if (i32x4.all_true(unchanged)) {
      store<u32>(indices, 0);
      continue;
    }
    const element = noise + (x & 16);
    const dithered = i8x16.sub_sat_u(i8x16.add_sat_u(words, v128.load(element)), v128.load(element, SUBTRACTED));
    v128.store(FOUR_CELLS, toCells(dithered));
    for (let i: usize = 0; i < 4; i++) {
      const pixel = row + x + i * 4, word = load<u32>(pixel);
      let index = 0;
      if (word != 0 && word != load<u32>(pixel + stride)) {
        const cell = load<u32>(FOUR_CELLS + i * 4);
        index = load<u8>(CELLS + cell);
        if (index == 0) {
          index = findNearest(toCentre(cell), guess) & 255;
          store<u8>(CELLS + cell, index);
        }
        guess = index;
        const colour = load<u32>(COLOURS + <usize>index * 4);
        index = colour == load<u32>(pixel + 2 * stride) ? 0 : index;
        store<u32>(pixel + 2 * stride, colour);
      }
      store<u8>(indices + i, index);
      store<u8>(USED + index, 1);
    }
  }
}

/** Returns the top 6 bits of each channel of four pixels. */
@inline function toCells(pixels: v128): v128 {
  const words = v128.and(pixels, i32x4.splat(topBits));
  const red = v128.and(i32x4.shr_u(words, 2), i32x4.splat(0x3f));
  const green = v128.and(i32x4.shr_u(words, 4), i32x4.splat(0xfc0));
  const blue = v128.and(i32x4.shr_u(words, 6), i32x4.splat(0x3f000));
  return v128.or(red, v128.or(green, blue));
}

/** Returns the colour in the middle of a cell. */
@inline function toCentre(cell: u32): u32 {
  return ((cell & 0x3f) << 2 | (cell & 0xfc0) << 4 | (cell & 0x3f000) << 6) + middle;
}

/**
 * Returns the squared distance of the nearest colour in the upper 24 bits, and its index in the others. It is at least
 * as near as the guess, so that other values of green need no search.
 */
function findNearest(word: u32, guess: i32): i32 {
  const pair = i32x4.splat((word & 255) | (word << 8 & 0xff0000)), blue = i32x4.splat(word >> 16 & 255);
  const green = <i32>(word >> 8 & 255), known = <usize>guess & ~3;
  let nearest = measureFour(known, pair, blue);
  const reach = <i32>Math.sqrt(<f64>(toLeast(nearest) >> 8));
  const end = <usize>load<u16>(FIRST + <usize>min(green + reach + 1, 256) * 2);
  for (let i = <usize>load<u16>(FIRST + <usize>max(green - reach, 0) * 2) & ~3; i < end; i += 4) {
    nearest = i32x4.min_s(nearest, measureFour(i, pair, blue));
  }
  return toLeast(nearest);
}

/** Returns the squared distances of four colours and their indices. */
@inline function measureFour(index: usize, pair: v128, blue: v128): v128 {
  const pairs = i16x8.sub(v128.load(PAIRS + index * 4), pair), blues = i16x8.sub(v128.load(BLUES + index * 4), blue);
  const distances = i32x4.add(i32x4.dot_i16x8_s(pairs, pairs), i32x4.dot_i16x8_s(blues, blues));
  return v128.or(i32x4.shl(distances, 8), i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(<i32>index)));
}

@inline function toLeast(values: v128): i32 {
  const half = i32x4.min_s(values, i32x4.shuffle(values, values, 2, 3, 0, 1));
  return min(i32x4.extract_lane(half, 0), i32x4.extract_lane(half, 1));
}
