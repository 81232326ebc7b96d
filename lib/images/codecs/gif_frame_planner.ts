import type { EncodeOptions } from "@/lib/images/codecs/codec.ts";
import { crop, findRectangle, forEachRow } from "@/lib/images/codecs/frame_changes.ts";
import type { GifExports } from "@/lib/images/codecs/gif_coder.ts";
import { type IndexedFrame, reduceColours } from "@/lib/images/codecs/gif_palette.ts";
import { type GifFramePlan, toTableBits } from "@/lib/images/codecs/gif_writer.ts";
import type { Palette } from "@/lib/images/codecs/palette.ts";

/** The shortest delay in hundredths of a second that browsers respect: they replace shorter ones by 10. */
const MIN_DELAY = 2;

/**
 * Decides what a GIF stores of each frame: the rectangle that changes, with the unchanged pixels transparent. The first
 * palette is the global colour table, and the frames share it while it fits.
 */
export class GifFramePlanner {
  readonly #width: number;
  readonly #isAnimated: boolean;
  // The last frame, and what a viewer displays of it. A still image leaves both untouched, so they take no memory.
  #last: Uint32Array;
  readonly #shown: Uint32Array;
  #globalPalette: Palette | undefined;
  /** The frame that was added last. It is planned when the next one is known, because its disposal depends on that. */
  #pending: (IndexedFrame & { readonly delay: number }) | undefined;
  /** What rounding added to delays so far, to be subtracted from the next ones. */
  #delayRest = 0;

  /** Starts a file. */
  constructor({ width, height, frames }: Pick<EncodeOptions, "width" | "height" | "frames">) {
    this.#width = width;
    this.#isAnimated = frames > 1;
    this.#last = new Uint32Array(width * height);
    this.#shown = new Uint32Array(width * height);
  }

  /** The colours of the global table, when all frames are planned. */
  get globalColours(): Uint32Array {
    if (this.#globalPalette === undefined) throw new Error("Cannot finish the file: must have a frame");
    return this.#globalPalette.colours.subarray(0, this.#globalPalette.size);
  }

  /** Adds a frame after the one before was planned. Every pixel is opaque, or 0: transparent. */
  add(exports: GifExports, words: Uint32Array, milliseconds: number): void {
    const change = { words, last: this.#last, shown: this.#shown, width: this.#width, animated: this.#isAnimated };
    const indexed = reduceColours(exports, change, this.#pending?.palette);
    this.#pending = { ...indexed, delay: this.#toHundredths(milliseconds) };
    if (this.#isAnimated) this.#last = words;
  }

  /** Plans the added frame, if there is one: before a frame with transparent pixels, an opaque one, or at the end. */
  plan(next?: Uint32Array): GifFramePlan | undefined {
    if (this.#pending === undefined) return undefined;
    const { palette, isUsed, delay, indices: allIndices } = this.#pending, { hasTransparent } = palette;
    const isStored = hasTransparent ? allIndices.slice() : new Uint8Array(allIndices.length).fill(1);
    // A pixel can become transparent only if the frame before is removed. All of its rectangle is drawn again then.
    const isRemoved = next !== undefined && this.#markVanishing(next, isStored);
    const rectangle = findRectangle(isStored, this.#width);
    const indices = crop(allIndices, rectangle, this.#width);
    if (isRemoved) {
      forEachRow(rectangle, this.#width, (start, end) => {
        this.#last.fill(0, start, end);
        this.#shown.fill(0, start, end);
      });
    }
    this.#globalPalette ??= palette;
    const hasOwnTable = palette !== this.#globalPalette;
    const colours = hasOwnTable
      ? compact(indices, palette, isUsed)
      : palette.colours.subarray(0, isUsed.lastIndexOf(1) + 1);
    return { rectangle, isRemoved, hasTransparent, delay, indices, colours, hasOwnTable };
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
    const wanted = this.#delayRest + milliseconds / 10, least = milliseconds > 10 ? MIN_DELAY : 0;
    const delay = Math.min(Math.max(Math.round(wanted), least), 0xffff);
    this.#delayRest = Math.max(wanted - delay, -1);
    return delay;
  }
}

/**
 * Returns the colours of a frame with a colour table of its own. If that makes the table smaller, the indices are
 * renumbered, so that it contains only what the frame uses.
 */
function compact(indices: Uint8Array, { colours, size, hasTransparent }: Palette, isUsed: Uint8Array): Uint32Array {
  if (hasTransparent) isUsed[0] = 1;
  const used = colours.filter((_, index) => isUsed[index]);
  if (toTableBits(used) === toTableBits(colours.subarray(0, size))) return colours.subarray(0, size);
  let count = 0;
  const renumbered = isUsed.map((used) => used ? count++ : 0);
  for (let i = 0; i < indices.length; i++) indices[i] = renumbered[indices[i]!]!;
  return used;
}
