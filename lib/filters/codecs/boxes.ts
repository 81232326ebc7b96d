// Xiaolin Wu's colour quantisation: all colours are counted in a cube of 32 × 32 × 32 cells, and the cube is cut again
// and again where that lowers the sum of squared errors most. Sums over any box cost eight look-ups, as the cells hold
// running totals. About 5 ms a frame, where a search for the nearest of 256 colours takes hundreds.

const CELLS = 32;
const SIDE = CELLS + 1;
const RED_STEP = SIDE * SIDE, GREEN_STEP = SIDE, BLUE_STEP = 1;
const STEPS = [RED_STEP, GREEN_STEP, BLUE_STEP] as const;

/** A palette and the way to it. */
export interface Boxes {
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  /** Finds the colour of a pixel. */
  toIndex(word: number): number;
}

/** Finds at most `count` colours for the pixels whose alpha is at least `minAlpha`. */
export function cutIntoBoxes(words: Uint32Array, count: number, minAlpha: number): Boxes {
  const scales = createScales(words, minAlpha);
  const totals = countCells(words, scales, minAlpha);
  const boxes = cut(totals, count);
  const tags = new Uint8Array(SIDE ** 3);
  boxes.forEach((box, index) => fillBox(tags, box, index));
  const [reds, greens, blues] = scales;
  return {
    palette: Uint8Array.from(boxes.flatMap((box) => toMean(totals, box))),
    toIndex: (word) => tags[reds[word & 255]! + greens[(word >> 8) & 255]! + blues[(word >> 16) & 255]!]!,
  };
}

/** For each value of a channel, how far its cell is from the first one. */
type Scales = readonly [Uint32Array, Uint32Array, Uint32Array];

/** Only the values that occur share the cells, so that a picture in few shades keeps more of them. */
function createScales(words: Uint32Array, minAlpha: number): Scales {
  const low = [255, 255, 255], high = [0, 0, 0];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word >>> 24 < minAlpha) continue;
    for (let channel = 0, rest = word; channel < 3; channel++, rest >>>= 8) {
      const value = rest & 255;
      if (value < low[channel]!) low[channel] = value;
      if (value > high[channel]!) high[channel] = value;
    }
  }
  const toScale = (channel: 0 | 1 | 2) =>
    Uint32Array.from({ length: 256 }, (_, value) => {
      const share = (value - low[channel]!) / (high[channel]! - low[channel]! + 1);
      return STEPS[channel] * (1 + Math.floor(CELLS * Math.min(Math.max(share, 0), 0.999)));
    });
  return [toScale(0), toScale(1), toScale(2)];
}

/** Running totals over the cube, five numbers a cell: pixels, red, green, blue, squares. */
type Totals = Float64Array;

const NUMBERS = 5;

function countCells(words: Uint32Array, [reds, greens, blues]: Scales, minAlpha: number): Totals {
  const totals = new Float64Array(SIDE ** 3 * NUMBERS);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word >>> 24 < minAlpha) continue;
    const red = word & 255, green = (word >> 8) & 255, blue = (word >> 16) & 255;
    const at = NUMBERS * (reds[red]! + greens[green]! + blues[blue]!);
    totals[at]! += 1;
    totals[at + 1]! += red;
    totals[at + 2]! += green;
    totals[at + 3]! += blue;
    totals[at + 4]! += red * red + green * green + blue * blue;
  }
  for (const step of STEPS) addUp(totals, NUMBERS * step);
  return totals;
}

/** Turns cells into running totals along one edge of the cube. The cells with a 0 in their place stay 0. */
function addUp(totals: Totals, step: number): void {
  for (let i = 0; i < totals.length; i++) {
    if (Math.floor(i / step) % SIDE !== 0) totals[i]! += totals[i - step]!;
  }
}

/** A box of cells: above the lows, up to the highs, for red, green and blue in places along the cube. */
interface Box {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

function cut(totals: Totals, count: number): Box[] {
  const boxes: Box[] = [{ low: [0, 0, 0], high: [CELLS, CELLS, CELLS] }];
  const errors = [toError(totals, boxes[0]!)];
  while (boxes.length < count) {
    const worst = errors.indexOf(Math.max(...errors));
    if (errors[worst]! <= 0) break;
    const halves = cutOnce(totals, boxes[worst]!);
    if (halves === undefined) {
      errors[worst] = 0;
      continue;
    }
    boxes[worst] = halves[0];
    errors[worst] = toError(totals, halves[0]);
    boxes.push(halves[1]);
    errors.push(toError(totals, halves[1]));
  }
  return boxes;
}

/** Cuts a box where both halves together come closest to their means, or not at all if all its pixels share a cell. */
function cutOnce(totals: Totals, box: Box): [Box, Box] | undefined {
  let best: [Box, Box] | undefined, bestGain = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (let place = box.low[axis]! + 1; place < box.high[axis]!; place++) {
      const lower = { low: box.low, high: replace(box.high, axis, place) };
      const upper = { low: replace(box.low, axis, place), high: box.high };
      const gain = toGain(totals, lower, upper);
      if (gain <= bestGain) continue;
      bestGain = gain;
      best = [lower, upper];
    }
  }
  return best;
}

function replace(edge: Box["low"], axis: number, place: number): Box["low"] {
  return [axis === 0 ? place : edge[0], axis === 1 ? place : edge[1], axis === 2 ? place : edge[2]];
}

function toGain(totals: Totals, lower: Box, upper: Box): number {
  const lowerCount = sum(totals, lower, 0), upperCount = sum(totals, upper, 0);
  return lowerCount === 0 || upperCount === 0
    ? 0
    : toSquare(totals, lower, lowerCount) + toSquare(totals, upper, upperCount);
}

/** The sum of squared distances from the mean colour. */
function toError(totals: Totals, box: Box): number {
  const count = sum(totals, box, 0);
  return count === 0 ? 0 : sum(totals, box, 4) - toSquare(totals, box, count);
}

function toSquare(totals: Totals, box: Box, count: number): number {
  return (sum(totals, box, 1) ** 2 + sum(totals, box, 2) ** 2 + sum(totals, box, 3) ** 2) / count;
}

function toMean(totals: Totals, box: Box): number[] {
  const count = Math.max(sum(totals, box, 0), 1);
  return [1, 2, 3].map((number) => Math.round(sum(totals, box, number) / count));
}

/** Adds up one of the numbers over a box: its far corner, less what lies before its near sides. */
function sum(totals: Totals, { low, high }: Box, number: number): number {
  const red = [low[0] * RED_STEP, high[0] * RED_STEP], green = [low[1] * GREEN_STEP, high[1] * GREEN_STEP];
  const at = (r: number, g: number, blue: number) => totals[NUMBERS * (red[r]! + green[g]! + blue) + number]!;
  return at(1, 1, high[2]) - at(1, 1, low[2]) - at(1, 0, high[2]) + at(1, 0, low[2]) -
    at(0, 1, high[2]) + at(0, 1, low[2]) + at(0, 0, high[2]) - at(0, 0, low[2]);
}

function fillBox(tags: Uint8Array, { low, high }: Box, index: number): void {
  for (let red = low[0] + 1; red <= high[0]; red++) {
    for (let green = low[1] + 1; green <= high[1]; green++) {
      const row = red * RED_STEP + green * GREEN_STEP;
      tags.fill(index, row + low[2] + 1, row + high[2] + 1);
    }
  }
}
