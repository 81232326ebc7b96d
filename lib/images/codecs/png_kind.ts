import { ExactPalette } from "./palette.ts";
import { isGrey, isOpaque, type Pixels, toWords } from "../pixels.ts";

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

const DEPTHS = [1, 2, 4, 8] as const;

/** In a smaller image the palette can take more bytes than it saves. */
const SMALL_PIXELS = 1 << 16;

/**
 * Returns the kinds that may take the fewest bytes without loss. A colour profile limits them. With a profile for RGB,
 * grey pixels become indices of a palette, because the file must not be grey. With a profile for grey
 * (`hasGreyProfile`), the file must not have a palette.
 */
export function chooseKinds(pixels: Pixels, hasGreyProfile: boolean | undefined): PngKind[] {
  const words = toWords(pixels);
  const hasAlpha = !isOpaque(pixels);
  const isGreyImage = isGrey(pixels);
  if (isGreyImage && !hasAlpha) return [toGreyKind(words, hasGreyProfile)];
  const palette = new ExactPalette(false);
  const indices = isGreyImage && hasGreyProfile ? undefined : palette.map(words);
  const colourType = isGreyImage && hasGreyProfile !== false ? 4 : hasAlpha ? 6 : 2;
  const direct = { colourType, bitDepth: 8 } as const;
  if (indices === undefined) return [direct];
  const indexed = toPaletteKind([...palette.colours.subarray(0, palette.size)], indices);
  return words.length <= SMALL_PIXELS ? [indexed, direct] : [indexed];
}

/**
 * Returns grey with the fewest bits that represent every level: 1 bit for 0 and 255, 2 bits for 0, 85, 170 and 255, …
 */
function toGreyKind(words: Uint32Array, hasGreyProfile: boolean | undefined): PngKind {
  const isUsed = new Uint8Array(256);
  for (let i = 0; i < words.length; i++) isUsed[words[i]! & 255] = 1;
  const levels = Array.from(isUsed.keys()).filter((level) => isUsed[level] === 1);
  const bitDepth = DEPTHS.find((bits) => levels.every((level) => level % (255 / (2 ** bits - 1)) === 0))!;
  // A few other levels take fewer bits as a palette.
  if (hasGreyProfile === false || (!hasGreyProfile && bitDepth === 8 && levels.length <= 16)) {
    const colours = levels.map((level) => 0xff000000 + level * 0x010101);
    return toPaletteKind(colours, mapLevels(words, (level) => levels.indexOf(level)));
  }
  if (bitDepth === 8) return { colourType: 0, bitDepth };
  return { colourType: 0, bitDepth, samples: mapLevels(words, (level) => level >> (8 - bitDepth)) };
}

// `Uint8Array.from()` with a callback first collects all words in a list: 1 GB and ten seconds for 25 megapixels.
function mapLevels(words: Uint32Array, toSample: (level: number) => number): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, level) => toSample(level));
  const samples = new Uint8Array(words.length);
  for (let i = 0; i < words.length; i++) samples[i] = table[words[i]! & 255]!;
  return samples;
}

/** Sorts the palette: transparent colours first, because tRNS ends with the last of them, then from dark to bright. */
function toPaletteKind(colours: readonly number[], indices: Uint8Array): PngKind {
  const toKey = (word: number) =>
    (word >>> 24 < 255 ? 0 : 1000) + (word & 255) * 0.3 + (word >> 8 & 255) * 0.6 + (word >> 16 & 255) * 0.1;
  const palette = colours.toSorted((a, b) => toKey(a) - toKey(b));
  const sorted = Uint8Array.from(colours, (colour) => palette.indexOf(colour));
  const bitDepth = DEPTHS.find((bits) => colours.length <= 2 ** bits)!;
  // In place: map() takes ten times as long.
  for (let i = 0; i < indices.length; i++) indices[i] = sorted[indices[i]!]!;
  return { colourType: 3, bitDepth, palette, samples: indices };
}
