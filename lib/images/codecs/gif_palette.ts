import { ExactPalette, MAX_COLOURS, type Palette } from "./palette.ts";
import { createWuPalette } from "./wu_quantizer.ts";
import type { Instance } from "../wasm/instance_pool.ts";

/** The exports of `wasm/gif.as.ts`. */
export interface GifExports extends Instance {
  readonly COLOURS: WebAssembly.Global;
  readonly USED: WebAssembly.Global;
  beginDithering(rowBytes: number): number;
  setPalette(size: number): void;
  startPalette(error: number): void;
  measureError(pixels: number, limit: number): number;
  ditherRow(y: number): void;
}

/** A frame as 32-bit pixels, alpha in the top byte. Every pixel is opaque, or 0: transparent. */
export interface FrameChange {
  readonly words: Uint32Array;
  /** The frame before, whose equal pixels need no index. */
  readonly last: Uint32Array;
  /** The colours that a viewer displays; those of an animation are updated. */
  readonly shown: Uint32Array;
  /** The pixels of a row. */
  readonly width: number;
  readonly isAnimated: boolean;
}

/** A palette, and the index of each pixel of a frame. */
export interface IndexedFrame {
  readonly palette: Palette;
  readonly indices: Uint8Array<ArrayBuffer>;
  /** 1 for each index that occurs, and 0 for the others. */
  readonly isUsed: Uint8Array;
}

/**
 * Maps a frame to at most 256 colours: those of the first palette that fits, or else its own, exactly if possible.
 */
export function reduceColours(exports: GifExports, change: FrameChange, palettes: readonly Palette[]): IndexedFrame {
  const { words, isAnimated } = change;
  const samples = toSamples(change, MAX_MEASURED);
  for (const palette of palettes) {
    const shared = palette instanceof ExactPalette
      ? mapExactly(palette, change)
      : palette instanceof DitheredPalette && palette.fits(exports, samples)
      ? palette.map(exports, change)
      : undefined;
    if (shared !== undefined) return shared;
  }
  const isOpaque = !words.includes(0);
  for (const hasTransparent of isOpaque ? [isAnimated, false] : [true]) {
    const exact = mapExactly(new ExactPalette(hasTransparent), change);
    if (exact !== undefined) return exact;
  }
  const some = toSamples(change, MAX_SAMPLES);
  const colours = createWuPalette(some.length < MAX_COLOURS ? toSamples(change, Infinity) : some, MAX_COLOURS - 1);
  return new DitheredPalette(exports, colours, samples).map(exports, change);
}

/** More pixels hardly improve a palette. */
const MAX_SAMPLES = 1 << 16;

/** Pixels whose error is measured. */
const MAX_MEASURED = 1 << 11;

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

function mapExactly(palette: ExactPalette, { words, last, shown, isAnimated }: FrameChange): IndexedFrame | undefined {
  const indices = palette.map(words, last);
  const isUsed = new Uint8Array(MAX_COLOURS);
  if (indices === undefined) return undefined;
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i]!;
    isUsed[index] = 1;
    if (isAnimated && (index !== 0 || !palette.hasTransparent)) shown[i] = words[i]!;
  }
  return { palette, indices, isUsed };
}

/** The palette that each instance of the module uses, and the one whose nearest colours it remembers. */
const loadedPalettes = new WeakMap<GifExports, DitheredPalette>();
const startedPalettes = new WeakMap<GifExports, DitheredPalette>();

/** How much larger the mean squared error of another frame may be, and the error that nobody sees. */
const MAX_ERROR_RATIO = 1.6, INVISIBLE_ERROR = 16;

/**
 * A palette for frames with more colours, chosen by Wu's quantizer. Pixels are dithered in a fixed pattern: error
 * diffusion looks finer in a still image, but its noise moves from frame to frame and takes more bytes.
 */
class DitheredPalette implements Palette {
  readonly colours = new Uint32Array(MAX_COLOURS);
  readonly size: number;
  readonly hasTransparent = true;
  /** The mean squared error of the samples. */
  readonly #error: number;

  /** Uses the colours for frames that are like the samples. */
  constructor(exports: GifExports, colours: Uint32Array, samples: Uint32Array) {
    // The module searches for the nearest colour by green.
    this.colours.set(colours.sort((a, b) => (a >> 8 & 255) - (b >> 8 & 255)), 1);
    this.size = 1 + colours.length;
    this.#error = this.#measure(exports, samples);
  }

  /** Returns whether other pixels look as good with these colours. */
  fits(exports: GifExports, samples: Uint32Array): boolean {
    const limit = Math.max(MAX_ERROR_RATIO * this.#error, INVISIBLE_ERROR);
    return this.#measure(exports, samples, limit) <= limit;
  }

  /** Dithers a frame. */
  map(exports: GifExports, { words, last, shown, width, isAnimated }: FrameChange): IndexedFrame {
    this.#load(exports);
    if (startedPalettes.get(exports) !== this) exports.startPalette(this.#error);
    startedPalettes.set(exports, this);
    const indices = new Uint8Array(words.length);
    const rowBytes = Math.ceil(width / 4) * 16;
    const address = exports.beginDithering(rowBytes);
    const { buffer } = exports.memory;
    const [row, lastRow, shownRow] = [0, 1, 2].map((i) => new Uint32Array(buffer, address + i * rowBytes, width));
    const indexRow = new Uint8Array(buffer, address + 3 * rowBytes, width);
    for (let y = 0, start = 0; start < words.length; y++, start += width) {
      row!.set(words.subarray(start, start + width));
      lastRow!.set(last.subarray(start, start + width));
      shownRow!.set(shown.subarray(start, start + width));
      exports.ditherRow(y);
      indices.set(indexRow, start);
      if (isAnimated) shown.set(shownRow!, start);
    }
    return { palette: this, indices, isUsed: new Uint8Array(buffer, exports.USED.value, MAX_COLOURS).slice() };
  }

  #measure(exports: GifExports, samples: Uint32Array, limit = Infinity): number {
    this.#load(exports);
    const address = exports.beginDithering(samples.byteLength);
    new Uint32Array(exports.memory.buffer, address, samples.length).set(samples);
    return exports.measureError(samples.length, limit);
  }

  /** Makes the module use this palette. */
  #load(exports: GifExports): void {
    if (loadedPalettes.get(exports) === this) return;
    new Uint32Array(exports.memory.buffer, exports.COLOURS.value, MAX_COLOURS).set(this.colours);
    exports.setPalette(this.size);
    loadedPalettes.set(exports, this);
  }
}
