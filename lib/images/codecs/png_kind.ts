import { isGrey, isOpaque, type Pixels, toWords } from "@/lib/images/pixels.ts";

/** What a PNG stores for each pixel. */
export interface PngKind {
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  readonly colourType: 0 | 2 | 3 | 4 | 6;
  readonly bitDepth: 1 | 2 | 4 | 8;
  /** The colours of a palette, as pixels. Those that are not opaque come first. */
  readonly palette?: readonly number[];
  /** The palette index or the grey of each pixel, if they do not have 8 bits or come from a palette. */
  readonly samples?: Uint8Array;
}

const MAX_COLOURS = 256;

/**
 * Chooses the kind that takes the fewest bits without loss. A profile for RGB, `needsRgb`, must not be stored with grey:
 * then grey pixels become indices of a palette.
 */
export function chooseKind(pixels: Pixels, needsRgb: boolean): PngKind {
  const plain = toPlainKind(pixels), words = toWords(pixels), isGreyImage = isGrey(pixels);
  if (isGreyImage && plain.colourType === 2) return toGreyKind(words, needsRgb);
  const indexed = indexColours(words);
  // In a small image the palette takes more bytes than it saves.
  if (indexed !== undefined && indexed.colours.length * 4 < words.length * 2) return toPaletteKind(indexed);
  return isGreyImage && !needsRgb ? { colourType: 4, bitDepth: 8 } : plain;
}

/** Returns RGB, or RGBA if a pixel is not opaque. */
function toPlainKind(pixels: Pixels): PngKind {
  return { colourType: isOpaque(pixels) ? 2 : 6, bitDepth: 8 };
}

/** Returns grey with the fewest bits that represent every level: 1 bit for 0 and 255, 2 bits for 0, 85, 170 and 255, … */
function toGreyKind(words: Uint32Array, needsRgb: boolean): PngKind {
  const isUsed = new Uint8Array(256);
  for (let i = 0; i < words.length; i++) isUsed[words[i]! & 255] = 1;
  const levels = Array.from(isUsed.keys()).filter((level) => isUsed[level] === 1);
  const bitDepth = DEPTHS.find((bits) => levels.every((level) => level % (255 / (2 ** bits - 1)) === 0))!;
  // A few other levels take fewer bits as a palette.
  if (needsRgb || (bitDepth === 8 && levels.length <= 16)) {
    const colours = levels.map((level) => 0xff000000 + level * 0x010101);
    return toPaletteKind({ colours, indices: Uint8Array.from(words, (word) => levels.indexOf(word & 255)) });
  }
  if (bitDepth === 8) return { colourType: 0, bitDepth };
  return { colourType: 0, bitDepth, samples: Uint8Array.from(words, (word) => (word & 255) >> (8 - bitDepth)) };
}

const DEPTHS = [1, 2, 4, 8] as const;

/** The colours of an image, and the index of each pixel. */
interface Indexed {
  readonly colours: readonly number[];
  readonly indices: Uint8Array;
}

/** The slots of the hash table: eight times as many as colours, so that most colours are found at once. */
const HASH_BITS = 11;

/** Indexes the colours, including their alpha. Returns `undefined` if there are too many. */
function indexColours(words: Uint32Array): Indexed | undefined {
  const colours: number[] = [], indices = new Uint8Array(words.length);
  const slots = new Int16Array(1 << HASH_BITS).fill(-1), mask = slots.length - 1;
  let last = ~words[0]!, index = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    // Neighbours are often equal, and a comparison is faster than a look-up.
    if (word !== last) {
      let slot = Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
      while (slots[slot]! >= 0 && colours[slots[slot]!] !== word) slot = (slot + 1) & mask;
      if (slots[slot]! < 0) {
        if (colours.length === MAX_COLOURS) return undefined;
        slots[slot] = colours.length;
        colours.push(word);
      }
      last = word;
      index = slots[slot]!;
    }
    indices[i] = index;
  }
  return { colours, indices };
}

/** Sorts the palette: transparent colours first, because tRNS ends with the last of them, then from dark to bright. */
function toPaletteKind({ colours, indices }: Indexed): PngKind {
  const toKey = (word: number) =>
    (word >>> 24 < 255 ? 0 : 1000) + (word & 255) * 0.3 + (word >> 8 & 255) * 0.6 + (word >> 16 & 255) * 0.1;
  const order = colours.map((_, i) => i).sort((a, b) => toKey(colours[a]!) - toKey(colours[b]!));
  const sorted = new Uint8Array(MAX_COLOURS);
  order.forEach((index, i) => sorted[index] = i);
  const bitDepth = DEPTHS.find((bits) => colours.length <= 2 ** bits)!;
  return {
    colourType: 3,
    bitDepth,
    palette: order.map((i) => colours[i]!),
    samples: indices.map((index) => sorted[index]!),
  };
}
