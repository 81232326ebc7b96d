// AssemblyScript, compiled to resize.wasm by build.ts. Two rows at once are resized horizontally and then added to the
// few rows of the result that they are a part of, so that only those are in memory. The caller computes the weights.
// Colours are multiplied by alpha, so that those of transparent pixels do not bleed.
//
// Samples have 14 bits: colour × alpha / 4, and alpha × 64. Those of two neighbours are a vector of red, red, green,
// green and so on, so that one instruction weights both. Weights have 16 bits, also in pairs, and sums have 32.

import { growTo } from "./memory.as";

/** The rows of the result that are in progress at once: six lobes, and what starts and ends with an odd row. */
const SLOTS: usize = 16;
/** The sum for alpha 1: weights of 2 ** 14 in one direction; in the other the sum was divided by it. */
const ALPHA_UNIT: f32 = 64 * 16384;

let sourceWidth: usize = 0, targetWidth: usize = 0;
/** How many samples are weighted for each pixel of the result: an even number. */
let taps: usize = 0;
/** The addresses of the weights, of the first sample of each pixel of the result, and of two rows of pixels. */
let weights: usize = 0, starts: usize = 0, pixels: usize = 0;
/** The addresses of the samples of two rows, of their resized samples, and of the sums; the bytes of a sample row. */
let samples: usize = 0, resized: usize = 0, sums: usize = 0, stride: usize = 0;

/** Starts an image. Returns the address of the weights; the starts, which are even, and two rows of pixels follow. */
export function begin(source: i32, target: i32, tapCount: i32): usize {
  sourceWidth = source;
  targetWidth = target;
  taps = tapCount;
  stride = (sourceWidth + taps + 1) / 2 * 16;
  weights = (__heap_base + 15) & ~15;
  starts = weights + targetWidth * taps * 2;
  pixels = starts + targetWidth * 4;
  samples = (pixels + sourceWidth * 8 + 15) & ~15;
  resized = samples + 2 * stride;
  sums = resized + targetWidth * 16;
  growTo(sums + SLOTS * targetWidth * 16);
  memory.fill(sums, 0, SLOTS * targetWidth * 16);
  return weights;
}

/** Resizes two rows of pixels horizontally. */
export function pushRows(): void {
  toSamples(pixels, samples);
  toSamples(pixels + sourceWidth * 4, samples + stride);
  let weight = weights;
  for (let x: usize = 0; x < targetWidth; x++) {
    let sample = samples + <usize>load<u32>(starts + x * 4) * 8, below = sample + stride;
    // The half rounds the sums.
    let sum = i32x4.splat(1 << 13), sumBelow = sum;
    for (const end = weight + taps * 2; weight < end; weight += 4, sample += 16, below += 16) {
      const pair = v128.load32_splat(weight);
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(sample), pair));
      sumBelow = i32x4.add(sumBelow, i32x4.dot_i16x8_s(v128.load(below), pair));
    }
    const both = i16x8.narrow_i32x4_s(i32x4.shr_s(sum, 14), i32x4.shr_s(sumBelow, 14));
    v128.store(resized + x * 16, i16x8.shuffle(both, both, 0, 4, 1, 5, 2, 6, 3, 7));
  }
}

function toSamples(row: usize, target: usize): void {
  const whole = i16x8.splat(256), half = i16x8.splat(2);
  for (let x: usize = 0; x < sourceWidth; x += 2) {
    const pair = v128.load64_zero(row + x * 4);
    const channels = i8x16.shuffle(pair, pair, 0, 8, 4, 8, 1, 8, 5, 8, 2, 8, 6, 8, 3, 8, 7, 8);
    const factors = i16x8.shuffle(channels, whole, 6, 7, 6, 7, 6, 7, 8, 8);
    v128.store(target + x * 8, i16x8.shr_u(i16x8.add(i16x8.mul(channels, factors), half), 2));
  }
}

/** Adds the two resized rows, with a pair of weights, to row y of the result. */
export function addRows(y: i32, pair: i32): void {
  const factors = i32x4.splat(pair), slot = toSlot(y), end = targetWidth * 16;
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(slot + at, i32x4.add(v128.load(slot + at), i32x4.dot_i16x8_s(v128.load(resized + at), factors)));
  }
}

/** Writes row y of the result to the first row of pixels, and frees its slot. */
export function pullRow(y: i32): void {
  const slot = toSlot(y);
  for (let x: usize = 0; x < targetWidth; x++) {
    const sum = f32x4.convert_i32x4_s(v128.load(slot + x * 16)), alpha = f32x4.extract_lane(sum, 3);
    // A pixel whose alpha is rounded to 0 has no colour.
    const scale = alpha < ALPHA_UNIT / 2 ? <f32>0 : <f32>256 / alpha;
    const pixel = f32x4.mul(sum, f32x4.replace_lane(f32x4.splat(scale), 3, <f32>1 / ALPHA_UNIT));
    const rounded = i32x4.trunc_sat_f32x4_s(f32x4.add(pixel, f32x4.splat(0.5)));
    const narrow = i16x8.narrow_i32x4_s(rounded, rounded);
    v128.store32_lane(pixels + x * 4, i8x16.narrow_i16x8_u(narrow, narrow), 0);
  }
  memory.fill(slot, 0, targetWidth * 16);
}

@inline function toSlot(y: i32): usize {
  return sums + (<usize>y % SLOTS) * targetWidth * 16;
}
