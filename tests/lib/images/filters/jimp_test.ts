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

async function assertClose(name: string, strength: string, tolerance: number, filter: (image: Image) => unknown) {
  for (const pixels of PICTURES) {
    const { bytes } = await filterFile(await toPng(pixels), name, { strength });
    const distance = toDistance(await fromFile(bytes), await byJimp(pixels, filter));
    assert(distance <= tolerance, `${name} ${strength}: ${distance}`);
  }
}

Deno.test("invert equals Jimp's", async () => {
  await assertClose("invert", "0", 0, (image) => image.invert());
});

Deno.test("greyscale is within 1 of Jimp's", async () => {
  await assertClose("greyscale", "0", 1, (image) => image.greyscale());
});

Deno.test("contrast is within 1 of Jimp's", async () => {
  for (const strength of [-0.9, -0.3, 0.1, 0.5, 0.9]) {
    await assertClose("contrast", String(strength), 1, (image) => image.contrast(strength));
  }
});

Deno.test("normalize is within 1 of Jimp's", async () => {
  await assertClose("normalize", "0", 1, (image) => image.normalize());
});

Deno.test("blur is within 2 of Jimp's, at radii where Jimp does not overflow", async () => {
  for (const radius of [1, 2, 5, 10, 20, 40]) {
    await assertClose("blur", String(radius), 2, (image) => image.blur(radius));
  }
});
