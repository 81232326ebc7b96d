import { deflateSync } from "node:zlib";
import type { PngPart } from "@/lib/images/codecs/png_file.ts";
import type { Colour } from "@/lib/images/formats/colour.ts";

/** Returns the chunks that describe a colour space. A profile must be for grey or for RGB, like the image. */
export function toColourChunks({ profile, pngChunks = [] }: Colour, isGrey: boolean): PngPart[] {
  const chunks = pngChunks.map(({ type, content }): PngPart => [type, content]);
  if (profile?.isGrey !== isGrey) return chunks;
  // A name, a zero, the compression method, and the compressed profile.
  return [...chunks, ["iCCP", new TextEncoder().encode("ICC\0\0"), deflateSync(profile.bytes)]];
}
