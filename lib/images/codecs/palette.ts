/** At most 256 colours, as 32-bit pixels with alpha in the top byte. */
export interface Palette {
  readonly colours: Uint32Array;
  readonly size: number;
  /** Whether index 0 is transparent. It is also the index of pixels that do not change. */
  readonly hasTransparent: boolean;
}

/** The size of the largest palette. */
export const MAX_COLOURS = 256;

/** The bits of a slot of the hash table. */
const HASH_BITS = 11;

/** The pixels that are mapped at once. */
const STRIP_PIXELS = 1 << 14;

/** A palette of the colours that occur. Later frames add theirs, so that they can share it. */
export class ExactPalette implements Palette {
  readonly colours = new Uint32Array(MAX_COLOURS);
  size: number;
  /** A hash table of indices; -1 is empty. */
  readonly #indices = new Int16Array(1 << HASH_BITS).fill(-1);

  /** Creates an empty palette. */
  constructor(readonly hasTransparent: boolean) {
    this.size = hasTransparent ? 1 : 0;
  }

  /** Returns the index of each pixel, or `undefined` if there are more than 256 colours. */
  map(words: Uint32Array, last: Uint32Array = words): Uint8Array<ArrayBuffer> | undefined {
    const indices = new Uint8Array(words.length);
    for (let start = 0; start < words.length; start += STRIP_PIXELS) {
      if (!this.#mapStrip(words, last, indices, start)) return undefined;
    }
    return indices;
  }

  // A function of its own, which V8 compiles as a whole: see toStrips().
  #mapStrip(words: Uint32Array, last: Uint32Array, indices: Uint8Array, start: number): boolean {
    const slots = this.#indices;
    const { colours, hasTransparent } = this;
    const end = Math.min(start + STRIP_PIXELS, words.length);
    for (let i = start; i < end; i++) {
      const word = words[i]!;
      if (hasTransparent && (word === 0 || word === last[i])) continue;
      // Most colours are in their first slot, and a call for each pixel would take twice as long.
      let index = slots[toSlot(word)]!;
      if (index < 0 || colours[index] !== word) index = this.#add(word);
      if (index < 0) return false;
      indices[i] = index;
    }
    return true;
  }

  #add(colour: number): number {
    let slot = toSlot(colour);
    for (; this.#indices[slot]! >= 0; slot = (slot + 1) & ((1 << HASH_BITS) - 1)) {
      if (this.colours[this.#indices[slot]!] === colour) return this.#indices[slot]!;
    }
    if (this.size === MAX_COLOURS) return -1;
    this.#indices[slot] = this.size;
    this.colours[this.size] = colour;
    return this.size++;
  }
}

function toSlot(colour: number): number {
  return Math.imul(colour, 0x9e3779b1) >>> (32 - HASH_BITS);
}
