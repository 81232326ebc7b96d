// Xiaolin Wu's colour quantizer. It counts the colours in a cube of 32 × 32 × 32 cells, and repeatedly splits the box
// with the largest squared error, at the plane that reduces it most. The cells hold cumulative sums, so the sum over
// any box takes eight lookups. A frame of 640 × 480 takes 25 ms; comparing each pixel with 256 colours takes 400 ms.

const CELLS_PER_AXIS = 32;

/** Layer 0 of each axis contains only zeros, so that the sum over a box at the edge needs no special case. */
const LAYERS = CELLS_PER_AXIS + 1;

/** The distance between neighbouring cells along red, green and blue. */
const STRIDES = [LAYERS * LAYERS, LAYERS, 1] as const;

/**
 * For red, green and blue: maps each value to its layer, multiplied by the stride of the axis. Entries outside the
 * range of values that occur are invalid.
 */
type Offsets = readonly [Uint16Array, Uint16Array, Uint16Array];

/**
 * Finds at most `maxColours` colours for opaque pixels; there must be at least one. Pixels and colours are 32-bit
 * numbers, with red in the lowest byte and alpha in the highest.
 */
export function createWuPalette(words: Uint32Array, maxColours: number): Uint32Array {
  const sums = createCumulativeSums(words, createOffsets(words));
  return Uint32Array.from(splitCube(sums, maxColours), ({ count, red, green, blue }) => {
    return 0xff000000 + (Math.round(blue / count) << 16) + (Math.round(green / count) << 8) + Math.round(red / count);
  });
}

/** Divides the range from the lowest to the highest value into cells, so that a narrow range is divided more finely. */
function createOffsets(words: Uint32Array): Offsets {
  const toOffsets = (shift: number, stride: number) => {
    const seen = new Uint8Array(256);
    for (let i = 0; i < words.length; i++) seen[(words[i]! >> shift) & 255] = 1;
    const low = seen.indexOf(1), high = seen.lastIndexOf(1);
    const toCell = (value: number) => Math.floor(CELLS_PER_AXIS * (value - low) / (high - low + 1));
    return Uint16Array.from(seen, (_, value) => stride * (1 + toCell(value)));
  };
  return [toOffsets(0, STRIDES[0]), toOffsets(8, STRIDES[1]), toOffsets(16, STRIDES[2])];
}

/** Cumulative sums over the cube: the number of pixels, their channels, and the squares of their channels. */
type Sums = Readonly<Record<"counts" | "reds" | "greens" | "blues" | "squares", Float64Array>>;

function createCumulativeSums(words: Uint32Array, [redOffsets, greenOffsets, blueOffsets]: Offsets): Sums {
  const createCube = () => new Float64Array(LAYERS ** 3);
  const counts = createCube();
  const reds = createCube(), greens = createCube(), blues = createCube();
  const squares = createCube();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const red = word & 255, green = (word >> 8) & 255, blue = (word >> 16) & 255;
    const cell = redOffsets[red]! + greenOffsets[green]! + blueOffsets[blue]!;
    counts[cell]! += 1;
    reds[cell]! += red;
    greens[cell]! += green;
    blues[cell]! += blue;
    squares[cell]! += red * red + green * green + blue * blue;
  }
  for (const cube of [counts, reds, greens, blues, squares]) {
    for (const stride of STRIDES) accumulate(cube, stride);
  }
  return { counts, reds, greens, blues, squares };
}

/** Adds to each cell the cells before it on one axis. */
function accumulate(cube: Float64Array, stride: number): void {
  for (let start = 0; start < cube.length; start += stride * LAYERS) {
    for (let i = start + stride; i < start + stride * LAYERS; i++) cube[i]! += cube[i - stride]!;
  }
}

/** A layer of each axis, multiplied by its stride, so that the sum is the index of a cell. */
type Bounds = [red: number, green: number, blue: number];

/** A box of cells, and the sums over it; `low` is exclusive, `high` is inclusive. */
interface Box {
  readonly low: Bounds;
  readonly high: Bounds;
  readonly count: number;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** The sum of squared distances from the mean colour, or 0 if no split can reduce it. */
  error: number;
}

function splitCube(sums: Sums, maxColours: number): Box[] {
  const boxes = [measure(sums, [0, 0, 0], STRIDES.map((stride) => CELLS_PER_AXIS * stride) as Bounds)];
  while (boxes.length < maxColours) {
    const worst = boxes.reduce((a, b) => b.error > a.error ? b : a);
    if (worst.error <= 0) break;
    const halves = split(sums, worst);
    worst.error = 0;
    if (halves === undefined) continue;
    boxes[boxes.indexOf(worst)] = halves[0];
    boxes.push(halves[1]);
  }
  return boxes;
}

function measure(sums: Sums, low: Bounds, high: Bounds): Box {
  const [r0, g0, b0] = low, [r1, g1, b1] = high;
  // By inclusion–exclusion on the eight corners.
  const sumOf = (cube: Float64Array) =>
    cube[r1 + g1 + b1]! - cube[r1 + g1 + b0]! - cube[r1 + g0 + b1]! + cube[r1 + g0 + b0]! -
    cube[r0 + g1 + b1]! + cube[r0 + g1 + b0]! + cube[r0 + g0 + b1]! - cube[r0 + g0 + b0]!;
  const count = sumOf(sums.counts);
  const red = sumOf(sums.reds), green = sumOf(sums.greens), blue = sumOf(sums.blues);
  // Σx² - (Σx)² / n.
  const error = sumOf(sums.squares) - (red * red + green * green + blue * blue) / count;
  return { low, high, count, red, green, blue, error };
}

/**
 * Splits a box where the total error of both halves is smallest. That is where the sum of (Σx)² / n is largest, because
 * the sum of squares is the same for every split. Returns `undefined` if all pixels share a cell.
 */
function split(sums: Sums, { low, high, count, red, green, blue }: Box): [Box, Box] | undefined {
  let best: [Box, Box] | undefined;
  let bestScore = 0;
  for (const [axis, stride] of STRIDES.entries()) {
    for (let bound = low[axis]! + stride; bound < high[axis]!; bound += stride) {
      const lower = measure(sums, low, high.with(axis, bound) as Bounds);
      if (lower.count === 0 || lower.count === count) continue;
      const squaredSums = lower.red ** 2 + lower.green ** 2 + lower.blue ** 2;
      const squaredRest = (red - lower.red) ** 2 + (green - lower.green) ** 2 + (blue - lower.blue) ** 2;
      const score = squaredSums / lower.count + squaredRest / (count - lower.count);
      if (score <= bestScore) continue;
      bestScore = score;
      best = [lower, measure(sums, low.with(axis, bound) as Bounds, high)];
    }
  }
  return best;
}
