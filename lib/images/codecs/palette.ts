import { createWuPalette } from "@/lib/images/codecs/wu_quantizer.ts";

/** A frame as 32-bit pixels, alpha in the top byte. Every pixel is opaque, or 0: transparent. */
export interface FrameChange {
  readonly words: Uint32Array;
  /** The frame before, whose equal pixels need no index. */
  readonly last: Uint32Array;
  /** The colours that a viewer displays before the frame. */
  readonly shown: Uint32Array;
  /** The pixels of a row. */
  readonly width: number;
}

/** Options of {@linkcode reduceColours}. */
export interface ReduceOptions extends FrameChange {
  /** The palette of the frame before. */
  readonly palette: Palette | undefined;
  readonly animated: boolean;
}

/** A palette, and the index of each pixel of a frame. */
export interface IndexedFrame {
  readonly palette: Palette;
  readonly indices: Uint8Array<ArrayBuffer>;
}

/** Maps a frame to at most 256 colours: those of the frame before if they fit, or else its own, exactly if possible. */
export function reduceColours({ palette, animated, ...change }: ReduceOptions): IndexedFrame {
  const exact = palette instanceof ExactPalette ? palette.map(change.words, change.last) : undefined;
  if (palette !== undefined && exact !== undefined) return { palette, indices: exact };
  if (palette instanceof DitheredPalette && palette.fits(toSamples(change, MAX_MEASURED))) {
    return { palette, indices: palette.map(change) };
  }
  const isOpaque = !change.words.includes(0);
  for (const hasTransparent of isOpaque ? [animated, false] : [true]) {
    const palette = new ExactPalette(hasTransparent);
    const indices = palette.map(change.words, change.last);
    if (indices !== undefined) return { palette, indices };
  }
  const dithered = new DitheredPalette(toSamples(change, MAX_SAMPLES), animated || !isOpaque);
  return { palette: dithered, indices: dithered.map(change) };
}

const MAX_COLOURS = 256;

/** More pixels hardly improve a palette. */
const MAX_SAMPLES = 1 << 18;

/** Pixels whose error is measured. */
const MAX_MEASURED = 1 << 12;

/** Returns some of the opaque pixels that change. */
function toSamples({ words, last }: FrameChange, maxSamples: number): Uint32Array {
  // An odd step, because an even one would skip the same columns in every row.
  const step = Math.ceil(words.length / maxSamples) | 1;
  const samples = new Uint32Array(Math.ceil(words.length / step));
  let count = 0;
  for (let i = 0; i < words.length; i += step) {
    if (words[i] !== 0 && words[i] !== last[i]) samples[count++] = words[i]!;
  }
  return samples.subarray(0, count);
}

/** At most 256 colours. */
export interface Palette {
  readonly colours: Uint32Array;
  readonly size: number;
  /** Whether index 0 is transparent. It is also the index of pixels that do not change. */
  readonly hasTransparent: boolean;
}

const HASH_BITS = 11;

/** A palette of the colours that occur. Later frames add theirs, so that they can share it. */
export class ExactPalette implements Palette {
  readonly colours = new Uint32Array(MAX_COLOURS);
  size: number;
  /** A hash table of indices; -1 is empty. */
  readonly #indices = new Int16Array(1 << HASH_BITS).fill(-1);

  constructor(readonly hasTransparent: boolean) {
    this.size = hasTransparent ? 1 : 0;
  }

  /** Returns the index of each pixel, or `undefined` if there are more than 256 colours. */
  map(words: Uint32Array, last: Uint32Array = words): Uint8Array<ArrayBuffer> | undefined {
    const indices = new Uint8Array(words.length);
    let colour = -1, index = 0;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      if (this.hasTransparent && (word === 0 || word === last[i])) continue;
      // Neighbours are often equal, and a comparison is faster than a look-up.
      if (word !== colour) {
        index = this.#add(word);
        if (index < 0) return undefined;
        colour = word;
      }
      indices[i] = index;
    }
    return indices;
  }

  #add(colour: number): number {
    let slot = Math.imul(colour, 0x9e3779b1) >>> (32 - HASH_BITS);
    for (; this.#indices[slot]! >= 0; slot = (slot + 1) & ((1 << HASH_BITS) - 1)) {
      if (this.colours[this.#indices[slot]!] === colour) return this.#indices[slot]!;
    }
    if (this.size === MAX_COLOURS) return -1;
    this.#indices[slot] = this.size;
    this.colours[this.size] = colour;
    return this.size++;
  }
}

/** An 8 × 8 Bayer matrix with values from 0 to 63. */
const MATRIX = Uint8Array.from({ length: 64 }, (_, i) => {
  let rank = 0;
  // Each pair of coordinate bits selects a quarter, in the order upper left, lower right, upper right, lower left.
  for (let bit = 0; bit < 3; bit++) {
    const x = (i >> bit) & 1, y = (i >> (3 + bit)) & 1;
    rank |= (2 * (x ^ y) + y) << (2 * (2 - bit));
  }
  return rank;
});

/** The amplitude of the dither in relation to the mean distance of a pixel from its colour: more is visible as noise. */
const DITHER_STRENGTH = 1.5;

/** Colours are looked up with this many bits per channel: more take longer, fewer show bands. */
const CELL_BITS = 6, CELL_SIDE = 1 << (8 - CELL_BITS);

/** How much larger the mean squared error of another frame may be, and the error that nobody sees. */
const MAX_ERROR_RATIO = 1.5, INVISIBLE_ERROR = 16;

/**
 * A palette for frames with more colours, chosen by Wu's quantizer. Pixels are dithered in a fixed pattern: error
 * diffusion looks finer in a still image, but its noise moves from frame to frame and takes more bytes.
 */
export class DitheredPalette implements Palette {
  readonly colours = new Uint32Array(MAX_COLOURS);
  readonly size: number;
  readonly #first: number;
  /** The index of the nearest colour of each cell; -1 is not known yet. */
  readonly #cells = new Int16Array(1 << (3 * CELL_BITS)).fill(-1);
  /** For each value of the matrix: the cell of each value of a channel, with dither. */
  readonly #ditheredCells = new Uint8Array(64 * 256);
  readonly #error: number;

  /** Chooses colours for opaque pixels. */
  constructor(words: Uint32Array, readonly hasTransparent: boolean) {
    this.#first = hasTransparent ? 1 : 0;
    const found = createWuPalette(words, MAX_COLOURS - this.#first);
    // Sorted by green, so that the search for the nearest colour can start in the middle and end early.
    this.colours.set(found.sort((a, b) => (a >> 8 & 255) - (b >> 8 & 255)), this.#first);
    this.size = this.#first + found.length;
    this.#error = this.#measureError(words);
    const strength = Math.max(DITHER_STRENGTH * Math.sqrt(this.#error), CELL_SIDE);
    for (let i = 0; i < this.#ditheredCells.length; i++) {
      const value = (i & 255) + ((i >> 8) - 31.5) / 64 * strength;
      this.#ditheredCells[i] = Math.min(Math.max(Math.round(value), 0), 255) >> (8 - CELL_BITS);
    }
  }

  /** Returns whether other pixels look as good with these colours. */
  fits(words: Uint32Array): boolean {
    return this.#measureError(words) <= Math.max(MAX_ERROR_RATIO * this.#error, INVISIBLE_ERROR);
  }

  /** Returns the index of each pixel. */
  map({ words, last, shown, width }: FrameChange): Uint8Array<ArrayBuffer> {
    const indices = new Uint8Array(words.length);
    const { colours, hasTransparent } = this, cells = this.#cells, dithered = this.#ditheredCells;
    for (let i = 0, x = 0, row = 0; i < words.length; i++) {
      const word = words[i]!, rank = MATRIX[row | (x & 7)]! << 8;
      if (++x === width) {
        x = 0;
        row = (row + 8) & 63;
      }
      if (hasTransparent && (word === 0 || word === last[i])) continue;
      const cell = dithered[rank | (word & 255)]! | dithered[rank | (word >> 8 & 255)]! << CELL_BITS |
        dithered[rank | (word >> 16 & 255)]! << (2 * CELL_BITS);
      let index = cells[cell]!;
      if (index < 0) index = cells[cell] = this.#findNearest(toCentre(cell));
      if (!hasTransparent || colours[index] !== shown[i]) indices[i] = index;
    }
    return indices;
  }

  #measureError(words: Uint32Array): number {
    const step = Math.ceil(words.length / MAX_MEASURED);
    let sum = 0, count = 0;
    for (let i = 0; i < words.length; i += step, count++) {
      sum += toDistance(words[i]!, this.colours[this.#findNearest(words[i]!)]!);
    }
    return sum / Math.max(count, 1);
  }

  #findNearest(word: number): number {
    const { colours, size } = this, first = this.#first, green = word >> 8 & 255;
    let above = first, end = size, nearest = first, least = Infinity;
    while (above < end) {
      const middle = (above + end) >> 1;
      if ((colours[middle]! >> 8 & 255) < green) above = middle + 1;
      else end = middle;
    }
    // Upwards, then downwards, until the difference in green alone is too large.
    for (let step = 1, i = above; step >= -1; step -= 2, i = above - 1) {
      for (; i >= first && i < size && ((colours[i]! >> 8 & 255) - green) ** 2 < least; i += step) {
        const distance = toDistance(word, colours[i]!);
        if (distance >= least) continue;
        least = distance;
        nearest = i;
      }
    }
    return nearest;
  }
}

/** Returns the colour in the middle of a cell. */
function toCentre(cell: number): number {
  const toByte = (axis: number) => (cell >> (axis * CELL_BITS)) % (1 << CELL_BITS) * CELL_SIDE + CELL_SIDE / 2;
  return toByte(0) | toByte(1) << 8 | toByte(2) << 16;
}

function toDistance(one: number, other: number): number {
  const red = (one & 255) - (other & 255), green = (one >> 8 & 255) - (other >> 8 & 255);
  const blue = (one >> 16 & 255) - (other >> 16 & 255);
  return red * red + green * green + blue * blue;
}
