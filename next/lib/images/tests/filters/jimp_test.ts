import { assert } from "@std/assert";
import type { Pixels } from "../../pixels.ts";
import { Jimp } from "../jimp.ts";
import { filterFile, fromFile, paintNoise, paintPhoto, toDistance, toPng } from "../pictures.ts";

type Image = InstanceType<typeof Jimp>;

const PICTURES = [paintPhoto(64, 48), paintNoise(33, 31, true)];

/** Filters with Jimp, the library that callers of this API know. */
async function byJimp(pixels: Pixels, filter: (image: Image) => unknown): Promise<Pixels> {
  const image = await Jimp.read((await toPng(pixels)).buffer) as Image;
  filter(image);
  return { ...pixels, data: new Uint8ClampedArray(image.bitmap.data) };
}

/** Jimp's filters, the largest difference to them, and strengths. */
const CASES: readonly [string, (image: Image, strength: number) => unknown, number, number[]][] = [
  ["invert", (image) => image.invert(), 0, [0]],
  ["greyscale", (image) => image.greyscale(), 1, [0]],
  ["contrast", (image, strength) => image.contrast(strength), 1, [-0.9, -0.3, 0.1, 0.5, 0.9]],
];

for (const [name, apply, tolerance, strengths] of CASES) {
  Deno.test(`${name} is within ${tolerance} of Jimp's`, async () => {
    for (const [strength, pixels] of strengths.flatMap((each) => PICTURES.map((pixels) => [each, pixels] as const))) {
      const { bytes } = await filterFile(await toPng(pixels), name, { strength });
      const distance = toDistance(await fromFile(bytes), await byJimp(pixels, (image) => apply(image, strength)));
      assert(distance <= tolerance, `${strength}: ${distance}`);
    }
  });
}
