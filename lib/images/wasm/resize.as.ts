// AssemblyScript, compiled to resize.wasm by build.ts. Each row is resized horizontally and then added to the few rows
// of the result that it is a part of, so that only those are in memory. The caller computes the weights. Colours are
// multiplied by alpha, so that those of transparent pixels do not bleed.
//
// A pixel has 4 bytes. Samples have 15 bits: colour × alpha / 2, and alpha × 128. Each pair of neighbours is a vector
// of red, red, green, green and so on, so that one instruction weights both. Sums are vectors with a float per channel.

import { growTo } from "./memory.as";

/** The rows of the result that a row can be a part of: two times three lobes reach at most seven. */
const SLOTS: usize = 8;
/** What a row whose weights are 2 ** 14 makes of alpha 1. */
const ALPHA_UNIT: f32 = 128 * 16384;

let sourceWidth: usize = 0, targetWidth: usize = 0;
/** How many samples are weighted for each pixel of the result: a multiple of four. Some may have the weight 0. */
let taps: usize = 0;
/** The addresses of the weights, of the index of the first sample of each pixel of the result, and of the pixels. */
let weights: usize = 0, starts: usize = 0, pixels: usize = 0;
/** The addresses of the samples of the row, of the resized row, and of the sums. */
let samples: usize = 0, resized: usize = 0, sums: usize = 0;

/** Starts an image. Returns the address of the weights; the starts, which are even, and a row of pixels follow them. */
export function begin(source: i32, target: i32, tapCount: i32): usize {
  sourceWidth = source;
  targetWidth = target;
  taps = tapCount;
  weights = (__heap_base + 15) & ~15;
  starts = weights + targetWidth * taps * 2;
  pixels = starts + targetWidth * 4;
  samples = (pixels + max(sourceWidth, targetWidth) * 4 + 15) & ~15;
  resized = samples + (sourceWidth + taps + 1) / 2 * 16;
  sums = resized + targetWidth * 16;
  growTo(sums + SLOTS * targetWidth * 16);
  memory.fill(sums, 0, SLOTS * targetWidth * 16);
  return weights;
}

/** Resizes the row of pixels horizontally. */
export function pushRow(): void {
  const opaque = i16x8.splat(256);
  for (let x: usize = 0; x < sourceWidth; x += 2) {
    const pair = v128.load64_zero(pixels + x * 4);
    const channels = i8x16.shuffle(pair, pair, 0, 8, 4, 8, 1, 8, 5, 8, 2, 8, 6, 8, 3, 8, 7, 8);
    const factors = i16x8.shuffle(channels, opaque, 6, 7, 6, 7, 6, 7, 8, 8);
    v128.store(samples + x * 8, i16x8.shr_u(i16x8.mul(channels, factors), 1));
  }
  let weight = weights;
  for (let x: usize = 0; x < targetWidth; x++) {
    let sample = samples + <usize>load<u32>(starts + x * 4) * 8;
    let sum = i32x4.splat(0);
    for (const end = weight + taps * 2; weight < end; weight += 8, sample += 32) {
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(sample), v128.load32_splat(weight)));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(sample, 16), v128.load32_splat(weight, 4)));
    }
    v128.store(resized + x * 16, f32x4.convert_i32x4_s(sum));
  }
}

/** Adds the resized row, weighted, to row y of the result. */
export function addRow(y: i32, weight: f32): void {
  const factor = f32x4.splat(weight), slot = toSlot(y), end = targetWidth * 16;
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(slot + at, f32x4.add(v128.load(slot + at), f32x4.mul(v128.load(resized + at), factor)));
  }
}

/** Writes row y of the result to the row of pixels, and frees its slot. */
export function pullRow(y: i32): void {
  const slot = toSlot(y);
  for (let x: usize = 0; x < targetWidth; x++) {
    const sum = v128.load(slot + x * 16), alpha = f32x4.extract_lane(sum, 3);
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
