// Xiaolin Wu's colour quantizer: it counts all colours in a cube of 32 × 32 × 32 cells, and splits the cube again and
// again where that reduces the sum of squared errors most. The cells hold cumulative sums, so the sum over any box takes
// eight look-ups. It takes a few milliseconds per frame, where a search for the nearest of 256 colours takes hundreds.

const CELLS = 32;
const SIDE = CELLS + 1;

/** The distance between neighbouring cells along red, green and blue. */
const STEPS = [SIDE * SIDE, SIDE, 1] as const;

/** A palette, and the mapping from colours to its indices. */
export interface WuPalette {
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  /** A table for each channel: the sum of the entries for red, green and blue is an index of `cells`. */
  readonly offsets: Offsets;
  /** The palette index of each cell. */
  readonly cells: Uint8Array;
}

/** The offset of its cell for each value of each channel. */
type Offsets = readonly [Uint16Array, Uint16Array, Uint16Array];

/** Finds at most `count` colours for the pixels whose alpha is at least `minAlpha`. */
export function createWuPalette(words: Uint32Array, count: number, minAlpha: number): WuPalette {
  const offsets = createOffsets(words, minAlpha);
  const sums = sumCells(words, offsets, minAlpha);
  const boxes = splitCube(sums, count);
  const cells = new Uint8Array(SIDE ** 3);
  boxes.forEach((box, index) => fillBox(cells, box, index));
  return { palette: Uint8Array.from(boxes.flatMap((box) => toMean(sums, box))), offsets, cells };
}

/** Only the range of values that occur is divided into cells, so that images with few shades preserve more of them. */
function createOffsets(words: Uint32Array, minAlpha: number): Offsets {
  const reds = new Uint8Array(256), greens = new Uint8Array(256), blues = new Uint8Array(256);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word >>> 24 < minAlpha) continue;
    reds[word & 255] = greens[(word >> 8) & 255] = blues[(word >> 16) & 255] = 1;
  }
  const toOffsets = (seen: Uint8Array, step: number) => {
    const low = seen.indexOf(1), high = seen.lastIndexOf(1);
    const toCell = (value: number) => Math.floor(CELLS * (value - low) / (high - low + 1));
    return Uint16Array.from(seen, (_, value) => step * (1 + Math.min(Math.max(toCell(value), 0), CELLS - 1)));
  };
  return [toOffsets(reds, STEPS[0]), toOffsets(greens, STEPS[1]), toOffsets(blues, STEPS[2])];
}

/** Cumulative sums over the cube: the number of pixels, their channels, and the squares of their channels. */
interface Sums {
  readonly counts: Float64Array;
  readonly reds: Float64Array;
  readonly greens: Float64Array;
  readonly blues: Float64Array;
  readonly squares: Float64Array;
}

function sumCells(words: Uint32Array, [redOffsets, greenOffsets, blueOffsets]: Offsets, minAlpha: number): Sums {
  const createCube = () => new Float64Array(SIDE ** 3);
  const [counts, reds, greens, blues, squares] = [createCube(), createCube(), createCube(), createCube(), createCube()];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word >>> 24 < minAlpha) continue;
    const red = word & 255, green = (word >> 8) & 255, blue = (word >> 16) & 255;
    const cell = redOffsets[red]! + greenOffsets[green]! + blueOffsets[blue]!;
    counts[cell]! += 1;
    reds[cell]! += red;
    greens[cell]! += green;
    blues[cell]! += blue;
    squares[cell]! += red * red + green * green + blue * blue;
  }
  for (const cube of [counts, reds, greens, blues, squares]) {
    for (const step of STEPS) accumulate(cube, step);
  }
  return { counts, reds, greens, blues, squares };
}

/** Converts cells to cumulative sums along one axis. The first layer stays 0. */
function accumulate(cube: Float64Array, step: number): void {
  for (let layer = 0; layer < cube.length; layer += step * SIDE) {
    for (let i = layer + step; i < layer + step * SIDE; i++) cube[i]! += cube[i - step]!;
  }
}

/** A box of cells: above `low`, up to `high`. Each bound is a cell number multiplied by the step of its axis. */
interface Box {
  readonly low: Bounds;
  readonly high: Bounds;
}

type Bounds = readonly [number, number, number];

function splitCube(sums: Sums, count: number): Box[] {
  const boxes: Box[] = [{ low: [0, 0, 0], high: [CELLS * STEPS[0], CELLS * STEPS[1], CELLS * STEPS[2]] }];
  const errors = [toError(sums, boxes[0]!)];
  while (boxes.length < count) {
    const worst = errors.indexOf(Math.max(...errors));
    if (errors[worst]! <= 0) break;
    const halves = split(sums, boxes[worst]!);
    errors[worst] = halves === undefined ? 0 : toError(sums, halves[0]);
    if (halves === undefined) continue;
    boxes[worst] = halves[0];
    boxes.push(halves[1]);
    errors.push(toError(sums, halves[1]));
  }
  return boxes;
}

/** Splits a box where the error of both halves is smallest; returns `undefined` if all its pixels share a cell. */
function split(sums: Sums, { low, high }: Box): [Box, Box] | undefined {
  let best: [Box, Box] | undefined, bestGain = 0;
  for (const [axis, step] of STEPS.entries()) {
    for (let bound = low[axis]! + step; bound < high[axis]!; bound += step) {
      const lower = { low, high: high.with(axis, bound) as unknown as Bounds };
      const upper = { low: low.with(axis, bound) as unknown as Bounds, high };
      const lowerCount = sumOf(sums.counts, lower), upperCount = sumOf(sums.counts, upper);
      if (lowerCount === 0 || upperCount === 0) continue;
      const gain = toSquare(sums, lower, lowerCount) + toSquare(sums, upper, upperCount);
      if (gain <= bestGain) continue;
      bestGain = gain;
      best = [lower, upper];
    }
  }
  return best;
}

/** The sum of squared distances from the mean colour. */
function toError(sums: Sums, box: Box): number {
  const count = sumOf(sums.counts, box);
  return count === 0 ? 0 : sumOf(sums.squares, box) - toSquare(sums, box, count);
}

function toSquare({ reds, greens, blues }: Sums, box: Box, count: number): number {
  return (sumOf(reds, box) ** 2 + sumOf(greens, box) ** 2 + sumOf(blues, box) ** 2) / count;
}

function toMean({ counts, reds, greens, blues }: Sums, box: Box): number[] {
  const count = Math.max(sumOf(counts, box), 1);
  return [reds, greens, blues].map((cube) => Math.round(sumOf(cube, box) / count));
}

/** Returns the sum over a box by inclusion and exclusion of the sums at its eight corners. */
function sumOf(cube: Float64Array, { low, high }: Box): number {
  const [r0, g0, b0] = low, [r1, g1, b1] = high;
  return cube[r1 + g1 + b1]! - cube[r1 + g1 + b0]! - cube[r1 + g0 + b1]! + cube[r1 + g0 + b0]! -
    cube[r0 + g1 + b1]! + cube[r0 + g1 + b0]! + cube[r0 + g0 + b1]! - cube[r0 + g0 + b0]!;
}

function fillBox(cells: Uint8Array, { low, high }: Box, index: number): void {
  for (let red = low[0] + STEPS[0]; red <= high[0]; red += STEPS[0]) {
    for (let green = low[1] + STEPS[1]; green <= high[1]; green += STEPS[1]) {
      cells.fill(index, red + green + low[2] + 1, red + green + high[2] + 1);
    }
  }
}
