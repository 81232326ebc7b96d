import type { FilterName } from "@pawkit/images";
import { PRESETS } from "@/lib/filters/presets.ts";
import type { Call } from "@/tests/app.ts";

/** What the small picture of each filter shows, with a strength that one sees at a glance. */
export const SHOWN_FILTERS: Readonly<Record<FilterName, string>> = {
  blur: "blur:4",
  greyscale: "greyscale",
  contrast: "contrast:0.4",
  invert: "invert",
  dither565: "dither565",
  normalize: "normalize",
  sepia: "sepia",
  brightness: "brightness:1.5",
  saturate: "saturate:3",
  "hue-rotate": "hue-rotate:120",
  sharpen: "sharpen:3",
  pixelate: "pixelate:8",
  resize: "resize:48",
  rotate: "rotate:90",
  flip: "flip",
  flop: "flop",
  gamma: "gamma:2.2",
  threshold: "threshold:115",
  tint: "tint:ff8800",
  duotone: "duotone:4a0d8f-ffc2d1",
};

/** What each picture of the guide shows, by the name of its file. */
export const SHOWN_CHAINS: Readonly<Record<string, string>> = { ...SHOWN_FILTERS, ...PRESETS };

/** The side of the pictures: sharp in a table of the guide, and on a button of the playground. */
const SIDE = 160;

/**
 * A cat of the name Chelsea, cut to a square. The photographer, Stéfan van der Walt, gave the photograph to the public
 * domain (CC0). It is from the data of scikit-image.
 */
const PHOTOGRAPH = new URL("chelsea.jpg", import.meta.url);

/** The most bytes of a picture, because the guide shows all of them at once. */
const MAX_BYTES = 5_000;

/** The qualities from the best. Pictures with strong edges need a lower one to be as small as the others. */
const QUALITIES = [65, 55, 45, 35, 25];

/** Filters the photograph with every filter and preset. */
export async function* filterPhotograph(call: Call): AsyncGenerator<[file: string, bytes: Uint8Array]> {
  for (const [name, chain] of Object.entries({ original: `resize:${SIDE}`, ...SHOWN_CHAINS })) {
    yield [`${name}.webp`, await filterSmall(call, chain)];
  }
}

async function filterSmall(call: Call, chain: string): Promise<Uint8Array> {
  const body = await Deno.readFile(PHOTOGRAPH);
  const size = chain.startsWith("resize") ? "" : `&width=${SIDE}`;
  let bytes: Uint8Array | undefined;
  for (const quality of QUALITIES) {
    const path = `/api/v2/filter/${chain}?format=webp&quality=${quality}${size}`;
    const response = await call(path, { method: "POST", body });
    if (!response.ok) throw new Error(`Cannot filter the photograph: ${await response.text()}`);
    bytes = await response.bytes();
    if (bytes.length <= MAX_BYTES) break;
  }
  return bytes!;
}
