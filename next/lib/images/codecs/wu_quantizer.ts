// Xiaolin Wu's colour quantizer. It divides the colours into a cube of 32 × 32 × 32 cells, and repeatedly splits the
// box with the largest squared error, at the plane that reduces it most. Wu stores cumulative sums of all cells; here a
// box is a list of its cells that have pixels, because most of the cube is empty: 24 × 24 pixels take 0.4 ms instead of
// 3. Pictures of many colours take up to 3 ms longer.

const CELLS_PER_AXIS = 32;

/** The sums of a cell or a layer: the number of pixels, their channels, and the squares of their channels. */
const COUNT = 0, RED = 1, GREEN = 2, BLUE = 3, SQUARES = 4, SUMS = 5;

/** The cells that have pixels. */
interface Cells {
  /** Their positions on the axes red, green and blue. */
  readonly positions: Uint8Array;
  readonly sums: Float64Array;
  /** The numbers of the cells, those of a box together. */
  readonly order: Uint16Array;
}

/** Some cells, from `start` to before `end` of their order. */
interface Box {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** The sum of squared distances from the mean colour. */
  readonly error: number;
}

/**
 * Finds at most `maxColours` colours for opaque pixels; there must be at least one. Pixels and colours are 32-bit
 * numbers, with red in the lowest byte and alpha in the highest.
 */
export function createWuPalette(words: Uint32Array, maxColours: number): Uint32Array {
  return Uint32Array.from(splitCube(createCells(words), maxColours), ({ count, red, green, blue }) => {
    return 0xff000000 + (Math.round(blue / count) << 16) + (Math.round(green / count) << 8) + Math.round(red / count);
  });
}

function createCells(words: Uint32Array): Cells {
  const reds = createPositions(words, 0), greens = createPositions(words, 8), blues = createPositions(words, 16);
  // One more than the number of each cell that has pixels.
  const numbers = new Uint16Array(CELLS_PER_AXIS ** 3);
  const most = Math.min(words.length, numbers.length);
  const positions = new Uint8Array(3 * most);
  const sums = new Float64Array(SUMS * most);
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const red = word & 255, green = (word >> 8) & 255, blue = (word >> 16) & 255;
    const cell = (reds[red]! * CELLS_PER_AXIS + greens[green]!) * CELLS_PER_AXIS + blues[blue]!;
    if (numbers[cell] === 0) {
      positions[3 * count] = reds[red]!;
      positions[3 * count + 1] = greens[green]!;
      positions[3 * count + 2] = blues[blue]!;
      numbers[cell] = ++count;
    }
    const at = SUMS * (numbers[cell]! - 1);
    sums[at + COUNT]! += 1;
    sums[at + RED]! += red;
    sums[at + GREEN]! += green;
    sums[at + BLUE]! += blue;
    sums[at + SQUARES]! += red * red + green * green + blue * blue;
  }
  return { positions, sums, order: new Uint16Array(count).map((_, i) => i) };
}

/** Divides the range from the lowest to the highest value into cells, so that a narrow range is divided more finely. */
function createPositions(words: Uint32Array, shift: number): Uint8Array {
  const seen = new Uint8Array(256);
  for (let i = 0; i < words.length; i++) seen[(words[i]! >> shift) & 255] = 1;
  const low = seen.indexOf(1), high = seen.lastIndexOf(1);
  return seen.map((_, value) => Math.floor(CELLS_PER_AXIS * (value - low) / (high - low + 1)));
}

function splitCube(cells: Cells, maxColours: number): Box[] {
  const boxes: Box[] = [];
  // In a list of their own, because the largest is searched for each split. It is 0 if no split can reduce it.
  const errors = new Float64Array(maxColours);
  const put = (index: number, box: Box) => {
    boxes[index] = box;
    errors[index] = box.error;
  };
  put(0, measure(cells, 0, cells.order.length));
  while (boxes.length < maxColours) {
    const index = findLargest(errors, boxes.length);
    if (errors[index]! <= 0) break;
    const box = boxes[index]!;
    const plane = findPlane(cells, box);
    errors[index] = 0;
    if (plane === undefined) continue;
    const middle = partition(cells, box, plane);
    put(index, measure(cells, box.start, middle));
    put(boxes.length, measure(cells, middle, box.end));
  }
  return boxes;
}

/** Returns the index of the largest of the first `count` values. */
function findLargest(values: Float64Array, count: number): number {
  let index = 0;
  let largest = values[0]!;
  for (let i = 1; i < count; i++) {
    if (values[i]! <= largest) continue;
    largest = values[i]!;
    index = i;
  }
  return index;
}

function measure({ sums, order }: Cells, start: number, end: number): Box {
  let count = 0, red = 0, green = 0, blue = 0, squares = 0;
  for (let i = start; i < end; i++) {
    const at = SUMS * order[i]!;
    count += sums[at + COUNT]!;
    red += sums[at + RED]!;
    green += sums[at + GREEN]!;
    blue += sums[at + BLUE]!;
    squares += sums[at + SQUARES]!;
  }
  // Σx² - (Σx)² / n.
  return { start, end, count, red, green, blue, error: squares - square(red, green, blue) / count };
}

function square(red: number, green: number, blue: number): number {
  return red * red + green * green + blue * blue;
}

/** The cells of a box up to a position on an axis. */
interface Plane {
  readonly axis: number;
  readonly position: number;
}

/** The sums of the cells at each position on each axis. */
const layers = new Float64Array(3 * CELLS_PER_AXIS * SUMS);

/**
 * Finds the plane that splits a box so that the total error of both halves is smallest. That is where the sum of
 * (Σx)² / n is largest, because the sum of squares is the same for every split. Returns `undefined` for a single cell.
 */
function findPlane(cells: Cells, box: Box): Plane | undefined {
  let best: Plane | undefined;
  let bestScore = 0;
  addLayers(cells, box);
  for (let axis = 0; axis < 3; axis++) {
    let count = 0, red = 0, green = 0, blue = 0;
    for (let position = 0, at = axis * CELLS_PER_AXIS * SUMS; position < CELLS_PER_AXIS; position++, at += SUMS) {
      if (layers[at + COUNT] === 0) continue;
      count += layers[at + COUNT]!;
      red += layers[at + RED]!;
      green += layers[at + GREEN]!;
      blue += layers[at + BLUE]!;
      if (count === box.count) break;
      const rest = square(box.red - red, box.green - green, box.blue - blue) / (box.count - count);
      const score = square(red, green, blue) / count + rest;
      if (score <= bestScore) continue;
      bestScore = score;
      best = { axis, position };
    }
  }
  return best;
}

function addLayers({ positions, sums, order }: Cells, { start, end }: Box): void {
  layers.fill(0);
  for (let i = start; i < end; i++) {
    const cell = order[i]!, from = SUMS * cell;
    const count = sums[from + COUNT]!, red = sums[from + RED]!, green = sums[from + GREEN]!, blue = sums[from + BLUE]!;
    for (let axis = 0; axis < 3; axis++) {
      const to = SUMS * (axis * CELLS_PER_AXIS + positions[3 * cell + axis]!);
      layers[to + COUNT]! += count;
      layers[to + RED]! += red;
      layers[to + GREEN]! += green;
      layers[to + BLUE]! += blue;
    }
  }
}

/** Moves the cells of a box that are up to a plane before the others. Returns where the others start. */
function partition({ positions, order }: Cells, { start, end }: Box, { axis, position }: Plane): number {
  let middle = start;
  for (let i = start; i < end; i++) {
    const cell = order[i]!;
    if (positions[3 * cell + axis]! > position) continue;
    order[i] = order[middle]!;
    order[middle++] = cell;
  }
  return middle;
}
