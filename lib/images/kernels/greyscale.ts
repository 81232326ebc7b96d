import { type Pixels, toWords } from "@/lib/images/pixels.ts";

// 0.2126, 0.7152 and 0.0722 in 65536ths. The sum is exactly 65536, so grey pixels do not change.
const RED = 13933;
const GREEN = 46871;
const BLUE = 4732;
const HALF = 32768;

/** Replaces every colour by its luma (BT.709), rounded: 0.2126 R + 0.7152 G + 0.0722 B. */
export function greyscale(pixels: Pixels): void {
  const words = toWords(pixels);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const luminance = (RED * (word & 255) + GREEN * ((word >> 8) & 255) + BLUE * ((word >> 16) & 255) + HALF) >>> 16;
    words[i] = (word & 0xff000000) | (luminance * 0x010101);
  }
}
