import { cutIntoBoxes } from "@/lib/images/codecs/boxes.ts";
import { type Pixels, toWords } from "@/lib/images/picture.ts";

/** A picture in at most 256 colours. */
export interface Indexed {
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array;
  readonly indices: Uint8Array;
  /** The index of what is not painted, or -1. */
  readonly transparent: number;
}

const MAX_COLOURS = 256;

/** Alpha from here on counts as painted, as GIF knows nothing between. */
const OPAQUE_FROM = 128;

/** Reduces a picture to a palette: exactly where 256 colours are enough, else by the best boxes of similar colours. */
export function quantize(pixels: Pixels): Indexed {
  const words = toWords(pixels);
  return quantizeExactly(words) ?? quantizeToBoxes(words);
}

/** What stands for all transparent pixels: no opaque colour has this word. */
const TRANSPARENT = 0;

function quantizeExactly(words: Uint32Array): Indexed | undefined {
  const known = new Map<number, number>();
  const indices = new Uint8Array(words.length);
  let lastWord = -1, lastIndex = 0;
  for (let i = 0; i < words.length; i++) {
    const word = toColour(words[i]!);
    // Neighbours are often equal, and a comparison is quicker than a look into the map.
    if (word !== lastWord) {
      const index = known.get(word) ?? known.size;
      if (index === MAX_COLOURS) return undefined;
      if (index === known.size) known.set(word, index);
      lastWord = word;
      lastIndex = index;
    }
    indices[i] = lastIndex;
  }
  const palette = Uint8Array.from([...known.keys()].flatMap((word) => [word, word >> 8, word >> 16]));
  return { palette, indices, transparent: known.get(TRANSPARENT) ?? -1 };
}

function quantizeToBoxes(words: Uint32Array): Indexed {
  const hasTransparent = words.some((word) => word >>> 24 < OPAQUE_FROM);
  const { palette, scales, tags } = cutIntoBoxes(words, hasTransparent ? MAX_COLOURS - 1 : MAX_COLOURS, OPAQUE_FROM);
  const [reds, greens, blues] = scales;
  const transparent = hasTransparent ? palette.length / 3 : -1;
  const indices = new Uint8Array(words.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    indices[i] = word >>> 24 < OPAQUE_FROM
      ? transparent
      : tags[reds[word & 255]! + greens[(word >> 8) & 255]! + blues[(word >> 16) & 255]!]!;
  }
  return { palette: hasTransparent ? Uint8Array.from([...palette, 0, 0, 0]) : palette, indices, transparent };
}

function toColour(word: number): number {
  return word >>> 24 < OPAQUE_FROM ? TRANSPARENT : (word | 0xff000000) >>> 0;
}
