// Xiaolin Wu's colour quantisation: all colours are counted in a cube of 32 × 32 × 32 cells, and the cube is cut again
// and again where that lowers the sum of squared errors most. A sum over any box costs eight look-ups, as the cells hold
// running totals. A few milliseconds a frame, where a search for the nearest of 256 colours takes hundreds.

const CELLS = 32;
const SIDE = CELLS + 1;

/** What lies between neighbouring cells of red, green and blue. */
const STEPS = [SIDE * SIDE, SIDE, 1] as const;

/** A palette and the way to it. */
export interface Boxes {
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  /** For each value of red, green and blue, a number; the three add up to a place in `tags`. */
  readonly scales: Scales;
  /** The colour of each cell. */
  readonly tags: Uint8Array;
}

/** Finds at most `count` colours for the pixels whose alpha is at least `minAlpha`. */
export function cutIntoBoxes(words: Uint32Array, count: number, minAlpha: number): Boxes {
  const scales = createScales(words, minAlpha);
  const totals = countCells(words, scales, minAlpha);
  const boxes = cut(totals, count);
  const tags = new Uint8Array(SIDE ** 3);
  boxes.forEach((box, index) => fillBox(tags, box, index));
  return { palette: Uint8Array.from(boxes.flatMap((box) => toMean(totals, box))), scales, tags };
}

/** For each value of a channel, how far its cell is from the first one. */
export type Scales = readonly [Uint16Array, Uint16Array, Uint16Array];

/** Only the values that occur share the cells, so that a picture in few shades keeps more of them. */
function createScales(words: Uint32Array, minAlpha: number): Scales {
  const seen = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)] as const;
  const [reds, greens, blues] = seen;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word >>> 24 < minAlpha) continue;
    reds[word & 255] = greens[(word >> 8) & 255] = blues[(word >> 16) & 255] = 1;
  }
  return [createScale(reds, STEPS[0]), createScale(greens, STEPS[1]), createScale(blues, STEPS[2])];
}

function createScale(seen: Uint8Array, step: number): Uint16Array {
  const low = seen.indexOf(1), high = seen.lastIndexOf(1);
  const toCell = (value: number) => Math.floor(CELLS * (value - low) / (high - low + 1));
  return Uint16Array.from(seen, (_, value) => step * (1 + Math.min(Math.max(toCell(value), 0), CELLS - 1)));
}

/** Running totals over the cube: for each cell the pixels, the sums of their colours and of their squares. */
interface Totals {
  readonly counts: Float64Array;
  readonly reds: Float64Array;
  readonly greens: Float64Array;
  readonly blues: Float64Array;
  readonly squares: Float64Array;
}

function countCells(words: Uint32Array, scales: Scales, minAlpha: number): Totals {
  const [counts, reds, greens, blues, squares] = Array.from({ length: 5 }, () => new Float64Array(SIDE ** 3));
  const totals = { counts: counts!, reds: reds!, greens: greens!, blues: blues!, squares: squares! };
  addPixels(totals, words, scales, minAlpha);
  for (const array of Object.values(totals)) {
    for (const step of STEPS) addUp(array, step);
  }
  return totals;
}

function addPixels(totals: Totals, words: Uint32Array, scales: Scales, minAlpha: number): void {
  const { counts, reds, greens, blues, squares } = totals;
  const [redScale, greenScale, blueScale] = scales;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word >>> 24 < minAlpha) continue;
    const red = word & 255, green = (word >> 8) & 255, blue = (word >> 16) & 255;
    const cell = redScale[red]! + greenScale[green]! + blueScale[blue]!;
    counts[cell]! += 1;
    reds[cell]! += red;
    greens[cell]! += green;
    blues[cell]! += blue;
    squares[cell]! += red * red + green * green + blue * blue;
  }
}

/** Turns cells into running totals along one edge of the cube. The first layer stays 0. */
function addUp(array: Float64Array, step: number): void {
  for (let layer = 0; layer < array.length; layer += step * SIDE) {
    for (let i = layer + step; i < layer + step * SIDE; i++) array[i]! += array[i - step]!;
  }
}

/** A box of cells, above the lows and up to the highs; each edge is a place along the cube times its step. */
interface Box {
  readonly low: Edges;
  readonly high: Edges;
}

type Edges = readonly [number, number, number];

function cut(totals: Totals, count: number): Box[] {
  const boxes: Box[] = [{ low: [0, 0, 0], high: [CELLS * STEPS[0], CELLS * STEPS[1], CELLS * STEPS[2]] }];
  const errors = [toError(totals, boxes[0]!)];
  while (boxes.length < count) {
    const worst = errors.indexOf(Math.max(...errors));
    if (errors[worst]! <= 0) break;
    const halves = cutOnce(totals, boxes[worst]!);
    errors[worst] = halves === undefined ? 0 : toError(totals, halves[0]);
    if (halves === undefined) continue;
    boxes[worst] = halves[0];
    boxes.push(halves[1]);
    errors.push(toError(totals, halves[1]));
  }
  return boxes;
}

/** Cuts a box where both halves together come closest to their means, or not at all if all its pixels share a cell. */
function cutOnce(totals: Totals, { low, high }: Box): [Box, Box] | undefined {
  let best: [Box, Box] | undefined, bestGain = 0;
  for (const [axis, step] of STEPS.entries()) {
    for (let place = low[axis]! + step; place < high[axis]!; place += step) {
      const lower = { low, high: high.with(axis, place) as unknown as Edges };
      const upper = { low: low.with(axis, place) as unknown as Edges, high };
      const gain = toGain(totals, lower, upper);
      if (gain <= bestGain) continue;
      bestGain = gain;
      best = [lower, upper];
    }
  }
  return best;
}

function toGain(totals: Totals, lower: Box, upper: Box): number {
  const lowerCount = sum(totals.counts, lower), upperCount = sum(totals.counts, upper);
  if (lowerCount === 0 || upperCount === 0) return 0;
  return toSquare(totals, lower, lowerCount) + toSquare(totals, upper, upperCount);
}

/** The sum of squared distances from the mean colour. */
function toError(totals: Totals, box: Box): number {
  const count = sum(totals.counts, box);
  return count === 0 ? 0 : sum(totals.squares, box) - toSquare(totals, box, count);
}

function toSquare({ reds, greens, blues }: Totals, box: Box, count: number): number {
  return (sum(reds, box) ** 2 + sum(greens, box) ** 2 + sum(blues, box) ** 2) / count;
}

function toMean({ counts, reds, greens, blues }: Totals, box: Box): number[] {
  const count = Math.max(sum(counts, box), 1);
  return [reds, greens, blues].map((array) => Math.round(sum(array, box) / count));
}

/** Adds up over a box: its far corner, less what lies before its near sides. */
function sum(array: Float64Array, { low, high }: Box): number {
  const [r0, g0, b0] = low, [r1, g1, b1] = high;
  return array[r1 + g1 + b1]! - array[r1 + g1 + b0]! - array[r1 + g0 + b1]! + array[r1 + g0 + b0]! -
    array[r0 + g1 + b1]! + array[r0 + g1 + b0]! + array[r0 + g0 + b1]! - array[r0 + g0 + b0]!;
}

function fillBox(tags: Uint8Array, { low, high }: Box, index: number): void {
  for (let red = low[0] + STEPS[0]; red <= high[0]; red += STEPS[0]) {
    for (let green = low[1] + STEPS[1]; green <= high[1]; green += STEPS[1]) {
      tags.fill(index, red + green + low[2] + 1, red + green + high[2] + 1);
    }
  }
}
