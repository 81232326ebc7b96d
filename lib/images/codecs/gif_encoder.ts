import type { EncodeOptions, Encoder } from "./codec.ts";
import { crop, findRectangle, forEachRow } from "./rectangle.ts";
import { encodeLzw } from "./gif_lzw.ts";
import { toFrameBlocks, toGifFile, toTableBits } from "./gif_file.ts";
import { type GifExports, type IndexedFrame, reduceColours } from "./gif_palette.ts";
import type { Palette } from "./palette.ts";
import { type Frame, isOpaque, toWords } from "../pixels.ts";
import type { InstancePool } from "../wasm/instance_pool.ts";

/** Pixels with this alpha or more are opaque, because GIF has no translucency. */
const MIN_OPAQUE_ALPHA = 128;

/** The shortest delay in hundredths of a second that browsers respect: they replace shorter ones by 10. */
const MIN_DELAY = 2;

/** How many of the most frequent palettes are tried before a frame gets its own palette. */
const MAX_TRIED_PALETTES = 3;

/** The blocks of a frame that shares the global colour table, and of the same frame with a table of its own. */
interface EncodedFrame {
  readonly palette: Palette;
  readonly shared: readonly ArrayLike<number>[];
  readonly own: readonly ArrayLike<number>[];
}

/**
 * Encodes one GIF file. It stores the rectangle of each frame that changes, with the unchanged pixels transparent. The
 * frames share palettes where they fit. The palette of most frames is the global colour table.
 */
export class GifEncoder implements Encoder {
  // The last frame, and what a viewer displays of it. A still image leaves both untouched, so they take no memory.
  #last: Uint32Array;
  readonly #shown: Uint32Array;
  /** The frame that was added last. It is written when the next one is known, because its disposal depends on that. */
  #pending: (IndexedFrame & { readonly delay: number }) | undefined;
  /** What rounding added to delays so far, to be subtracted from the next ones. */
  #delayRest = 0;
  readonly #frames: EncodedFrame[] = [];
  /** How many frames have each palette. */
  readonly #uses = new Map<Palette, number>();

  /** Starts a file. */
  constructor(private readonly pool: InstancePool<GifExports>, private readonly options: EncodeOptions) {
    this.#last = new Uint32Array(options.width * options.height);
    this.#shown = new Uint32Array(options.width * options.height);
  }

  /** Adds a frame. */
  add(frame: Frame): void {
    const { width, frames } = this.options;
    const isAnimated = frames > 1;
    const isSolid = isOpaque(frame);
    const words = isSolid ? toWords(frame) : toOpaqueWords(frame);
    this.pool.use((exports) => {
      this.#writePending(isSolid ? undefined : words);
      const change = { words, last: this.#last, shown: this.#shown, width, isAnimated };
      const indexed = reduceColours(exports, change, this.#sortPalettes().slice(0, MAX_TRIED_PALETTES));
      this.#uses.set(indexed.palette, (this.#uses.get(indexed.palette) ?? 0) + 1);
      this.#pending = { ...indexed, delay: this.#toHundredths(frame.delay) };
    });
    if (isAnimated) this.#last = words;
  }

  /** Returns the file. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#writePending();
    const [global] = this.#sortPalettes();
    if (global === undefined) throw new Error("Cannot finish the file: must have a frame");
    const blocks = this.#frames.flatMap(({ palette, shared, own }) => {
      return palette === global && countBytes(shared) <= countBytes(own) ? shared : own;
    });
    return toGifFile(this.options, global.colours.subarray(0, global.size), blocks);
  }

  /** Writes the added frame, if there is one: before a frame with transparent pixels, an opaque one, or at the end. */
  #writePending(next?: Uint32Array): void {
    if (this.#pending === undefined) return;
    const { palette, isUsed, delay, indices: allIndices } = this.#pending;
    const { hasTransparent } = palette;
    const { width } = this.options;
    const isStored = hasTransparent ? allIndices.slice() : new Uint8Array(allIndices.length).fill(1);
    // A pixel can become transparent only if the frame before is removed. All of its rectangle is drawn again then.
    const isRemoved = next !== undefined && this.#markVanishing(next, isStored);
    const rectangle = findRectangle(isStored, width);
    const indices = crop(allIndices, rectangle, width);
    if (isRemoved) {
      forEachRow(rectangle, width, (start, end) => {
        this.#last.fill(0, start, end);
        this.#shown.fill(0, start, end);
      });
    }
    const encode = (colours: Uint32Array) => encodeLzw(indices, Math.max(toTableBits(colours), 2));
    const toBlocks = (table?: Uint32Array) => toFrameBlocks({ rectangle, isRemoved, hasTransparent, delay, table });
    const data = encode(palette.colours.subarray(0, isUsed.lastIndexOf(1) + 1));
    const used = compact(indices, palette, isUsed);
    const ownTable = used ?? palette.colours.subarray(0, palette.size);
    const own = [...toBlocks(ownTable), ...used === undefined ? data : encode(used)];
    this.#frames.push({ palette, shared: [...toBlocks(), ...data], own });
  }

  /** Returns the palettes. The palettes of most frames are first. */
  #sortPalettes(): Palette[] {
    return [...this.#uses].sort(([, one], [, other]) => other - one).map(([palette]) => palette);
  }

  /** Marks the pixels that are displayed and transparent in the next frame. Returns whether there are any. */
  #markVanishing(next: Uint32Array, isMarked: Uint8Array): boolean {
    let isAny = false;
    for (let i = 0; i < next.length; i++) {
      if (next[i] !== 0 || this.#shown[i] === 0) continue;
      isMarked[i] = 1;
      isAny = true;
    }
    return isAny;
  }

  #toHundredths(milliseconds: number): number {
    const wanted = this.#delayRest + milliseconds / 10;
    const least = milliseconds > 10 ? MIN_DELAY : 0;
    const delay = Math.min(Math.max(Math.round(wanted), least), 0xffff);
    this.#delayRest = Math.max(wanted - delay, -1);
    return delay;
  }
}

/** Makes each pixel opaque or 0. */
function toOpaqueWords(frame: Frame): Uint32Array<ArrayBuffer> {
  const words = toWords(frame);
  for (let i = 0; i < words.length; i++) {
    words[i] = words[i]! >>> 24 < MIN_OPAQUE_ALPHA ? 0 : words[i]! | 0xff000000;
  }
  return words;
}

function countBytes(blocks: readonly ArrayLike<number>[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0);
}

/** Renumbers the indices of a frame and returns the colours that it uses, if that makes their table smaller. */
function compact(indices: Uint8Array, palette: Palette, isUsed: Uint8Array): Uint32Array | undefined {
  const { colours, size, hasTransparent } = palette;
  if (hasTransparent) isUsed[0] = 1;
  const used = colours.filter((_, index) => isUsed[index]);
  if (toTableBits(used) === toTableBits(colours.subarray(0, size))) return undefined;
  let count = 0;
  const renumbered = isUsed.map((flag) => flag ? count++ : 0);
  for (let i = 0; i < indices.length; i++) indices[i] = renumbered[indices[i]!]!;
  return used;
}
