import { assert } from "@std/assert";
import type { Pixels } from "@/lib/images/pixels.ts";
import { Jimp } from "@/tests/jimp.ts";
import { filterFile, fromFile, paintNoise, paintPhoto, toDistance, toPng } from "@/tests/lib/images/pictures.ts";

type Image = InstanceType<typeof Jimp>;

const PICTURES = [paintPhoto(64, 48), paintNoise(33, 31, true)];

/** Filters with Jimp, the library that callers of this API know. */
async function byJimp(pixels: Pixels, filter: (image: Image) => unknown): Promise<Pixels> {
  const image = await Jimp.read((await toPng(pixels)).buffer) as Image;
  filter(image);
  return { ...pixels, data: new Uint8ClampedArray(image.bitmap.data) };
}

/** The tolerance and Jimp's filter, by filter and strength. Jimp's blur overflows at other radii. */
const CASES: Record<
  string,
  { tolerance: number; strengths: number[]; apply: (image: Image, strength: number) => unknown }
> = {
  invert: { tolerance: 0, strengths: [0], apply: (image) => image.invert() },
  greyscale: { tolerance: 1, strengths: [0], apply: (image) => image.greyscale() },
  contrast: {
    tolerance: 1,
    strengths: [-0.9, -0.3, 0.1, 0.5, 0.9],
    apply: (image, strength) => image.contrast(strength),
  },
  normalize: { tolerance: 1, strengths: [0], apply: (image) => image.normalize() },
  blur: { tolerance: 2, strengths: [1, 2, 5, 10, 20, 40], apply: (image, strength) => image.blur(strength) },
};

for (const [name, { tolerance, strengths, apply }] of Object.entries(CASES)) {
  Deno.test(`${name} is within ${tolerance} of Jimp's`, async () => {
    for (const [strength, pixels] of strengths.flatMap((each) => PICTURES.map((pixels) => [each, pixels] as const))) {
      const { bytes } = await filterFile(await toPng(pixels), name, { strength: String(strength) });
      const distance = toDistance(await fromFile(bytes), await byJimp(pixels, (image) => apply(image, strength)));
      assert(distance <= tolerance, `${strength}: ${distance}`);
    }
  });
}
