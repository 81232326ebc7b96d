import { type Pixels, toWords } from "@/lib/images/pixels.ts";

/** Inverts every channel: 255 - v. */
export function invert(pixels: Pixels): void {
  const words = toWords(pixels);
  for (let i = 0; i < words.length; i++) words[i] = words[i]! ^ 0x00ffffff;
}
