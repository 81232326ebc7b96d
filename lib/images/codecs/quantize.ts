import { createWuPalette } from "@/lib/images/codecs/wu_quantizer.ts";
import { type Pixels, toWords } from "@/lib/images/pixels.ts";

/** An image with at most 256 colours. */
export interface Indexed {
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  readonly indices: Uint8Array;
  /** The transparent index, or -1. */
  readonly transparent: number;
}

const MAX_COLOURS = 256;

/** Pixels with this alpha or more are opaque, because GIF has no translucency. */
const MIN_OPAQUE_ALPHA = 128;

/** The word of all transparent pixels; no opaque colour has this word. */
const TRANSPARENT = 0;

/** Reduces an image to a palette: exactly if it has at most 256 colours, or else with Wu's quantizer. */
export function quantize(pixels: Pixels): Indexed {
  const words = toWords(pixels);
  return quantizeExactly(words) ?? quantizeByWu(words);
}

function quantizeExactly(words: Uint32Array): Indexed | undefined {
  const indexByColour = new Map<number, number>();
  const indices = new Uint8Array(words.length);
  let lastColour = -1, lastIndex = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const colour = word >>> 24 < MIN_OPAQUE_ALPHA ? TRANSPARENT : (word | 0xff000000) >>> 0;
    // Neighbours are often equal, and a comparison is faster than a look-up in the map.
    if (colour !== lastColour) {
      const index = indexByColour.get(colour) ?? indexByColour.size;
      if (index === MAX_COLOURS) return undefined;
      if (index === indexByColour.size) indexByColour.set(colour, index);
      lastColour = colour;
      lastIndex = index;
    }
    indices[i] = lastIndex;
  }
  const palette = Uint8Array.from([...indexByColour.keys()].flatMap((colour) => [colour, colour >> 8, colour >> 16]));
  return { palette, indices, transparent: indexByColour.get(TRANSPARENT) ?? -1 };
}

function quantizeByWu(words: Uint32Array): Indexed {
  const hasTransparent = words.some((word) => word >>> 24 < MIN_OPAQUE_ALPHA);
  const count = hasTransparent ? MAX_COLOURS - 1 : MAX_COLOURS;
  const { palette, offsets: [reds, greens, blues], paletteIndices } = createWuPalette(words, count, MIN_OPAQUE_ALPHA);
  const transparent = hasTransparent ? palette.length / 3 : -1;
  const indices = new Uint8Array(words.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    indices[i] = word >>> 24 < MIN_OPAQUE_ALPHA
      ? transparent
      : paletteIndices[reds[word & 255]! + greens[(word >> 8) & 255]! + blues[(word >> 16) & 255]!]!;
  }
  return { palette: hasTransparent ? Uint8Array.from([...palette, 0, 0, 0]) : palette, indices, transparent };
}
