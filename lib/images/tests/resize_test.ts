import { assert, assertEquals } from "@std/assert";
import sharp from "sharp";
import { createHeader } from "../formats/header.ts";
import type { Pixels } from "../pixels.ts";
import { createResizerFactory } from "../resize.ts";
import { planResize, type ResizeBox, type ResizePlan } from "../resize_plan.ts";
import { modules } from "../wasm/modules.js";
import { filterFile, fromFile, pack, paint, paintNoise, paintPhoto, toMeanDistance, toSharp } from "./pictures.ts";

function resize(source: Pixels, width: number, height: number, fit: ResizeBox["fit"] = "fill"): [Pixels, ResizePlan] {
  const plan = planResize(createHeader({ format: "png", ...source }), { width, height, fit })!;
  return [createResizerFactory(modules.resize)(plan)(source), plan];
}

/**
 * Lanczos with three lobes, by its definition: a sum over all pixels of the source, one pixel at a time. From a factor of
 * 4 on, the pixels of a box all have the weight of its centre.
 */
function toReference(source: Pixels, { width, height, x, y }: ResizePlan): Pixels {
  const sinc = (t: number) => t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t);
  const lanczos = (t: number) => Math.abs(t) < 3 ? sinc(t) * sinc(t / 3) : 0;
  const toWeights = (position: number, count: number, { start, step }: ResizePlan["x"]) =>
    Array.from({ length: count }, (_, i) => {
      const side = Math.max(1, Math.floor(step / 2));
      return lanczos(((Math.floor(i / side) + 0.5) * side - start) / step - position - 0.5);
    });
  return paint(width, height, (column, row) => {
    const across = toWeights(column, source.width, x), down = toWeights(row, source.height, y);
    let red = 0, green = 0, blue = 0, alpha = 0, total = 0;
    for (let j = 0, at = 0; j < source.height; j++) {
      for (let i = 0; i < source.width; i++, at += 4) {
        const weight = across[i]! * down[j]!, opaque = weight * source.data[at + 3]!;
        red += opaque * source.data[at]!;
        green += opaque * source.data[at + 1]!;
        blue += opaque * source.data[at + 2]!;
        alpha += opaque;
        total += weight;
      }
    }
    return [red / alpha, green / alpha, blue / alpha, alpha / total];
  });
}

/** Returns the largest difference of visible pixels; that of a colour counts as much as its alpha. */
function toVisibleDistance(one: Pixels, other: Pixels): number {
  assertEquals([one.width, one.height], [other.width, other.height]);
  return one.data.reduce((worst, value, i) => {
    const weight = i % 4 === 3 ? 1 : Math.min(one.data[i | 3]!, other.data[i | 3]!) / 255;
    return Math.max(worst, weight * Math.abs(value - other.data[i]!));
  }, 0);
}

Deno.test("createResizerFactory() resizes as the definition of Lanczos says, with and without transparency", () => {
  const sources = [
    paintNoise(37, 29, true),
    paintNoise(37, 29),
    paintPhoto(64, 48),
    paintNoise(1, 200),
    paintNoise(90, 1),
  ];
  for (const source of sources) {
    for (
      const [width, height, fit] of [[12, 9, "fill"], [36, 28, "fill"], [1, 1, "fill"], [11, 20, "cover"]] as const
    ) {
      const [resized, plan] = resize(source, width, height, fit);
      assert(toVisibleDistance(resized, toReference(source, plan)) <= 1, `${source.width} to ${width} ${fit}`);
    }
  }
});

Deno.test("createResizerFactory() leaves a flat colour and each direction that is not resized exactly as it is", () => {
  for (const value of [0, 1, 127, 254, 255]) {
    const [flat] = resize(paint(50, 40, () => [value, 255 - value, value, 255]), 7, 33);
    assertEquals(flat, paint(7, 33, () => [value, 255 - value, value, 255]));
  }
  const stripes = paint(40, 30, (x) => [x * 6, 255 - x, x % 2 * 255, 255]);
  assertEquals(resize(stripes, 40, 7)[0], paint(40, 7, (x) => [x * 6, 255 - x, x % 2 * 255, 255]));
  const [cropped] = resize(stripes, 21, 30, "cover");
  assertEquals(cropped, paint(21, 30, (x) => [(x + 9) * 6, 246 - x, (x + 1) % 2 * 255, 255]));
});

Deno.test("createResizerFactory() resizes a photograph to a sixth as sharp does", async () => {
  const source = paintPhoto(640, 427);
  const wanted = await fromFile(await pack(toSharp(source).resize(100, 66, { fit: "fill" }).png()));
  assert(toMeanDistance(resize(source, 100, 66)[0], wanted) < 0.7);
});

Deno.test("createResizerFactory() mixes no colour of transparent pixels into visible ones", () => {
  // Red is visible, and green is hidden.
  const source = paint(64, 64, (x, y) => (x - 32) ** 2 + (y - 32) ** 2 < 500 ? [255, 0, 0, 255] : [0, 255, 0, 0]);
  const [{ data }] = resize(source, 19, 23);
  for (let i = 0; i < data.length; i += 4) {
    const [red = 0, green, blue, alpha] = data.subarray(i, i + 4);
    // Almost transparent colours are rounded to fewer levels.
    if (alpha! > 0) assertEquals([red >= 250, green, blue], [true, 0, 0], `pixel ${i / 4}`);
  }
});

Deno.test("resize has the size that each fit asks for and the pixels of the upright picture, in every orientation", async () => {
  const photo = toSharp(paintPhoto(90, 61));
  // For a PNG a quality would mean a palette.
  for (const [format, limit, options] of [["png", 0.5, {}], ["jpeg", 2, { quality: 95 }]] as const) {
    // A JPEG has the same plan, so those without and with a turn show that it is applied.
    for (const orientation of format === "png" ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 6]) {
      const file = await pack(photo.clone().withMetadata({ orientation })[format](options));
      const upright = await pack(sharp(file).rotate().png());
      for (const [fit, height] of [["inside", orientation < 5 ? 14 : 30], ["cover", 33], ["fill", 33]] as const) {
        const query = { width: 20, height: 33, fit, format: "png" } as const;
        const [shown, wanted] = await Promise.all(
          [file, upright].map(async (each) => await fromFile((await filterFile(each, "resize", query)).bytes)),
        );
        assertEquals([shown!.width, shown!.height], [20, height], `${format} ${orientation} ${fit}`);
        // The boxes of a turned picture start at another edge, and a JPEG that was shrunk by its decoder differs more.
        assert(toMeanDistance(shown!, wanted!) < limit, `${format} ${orientation} ${fit}`);
      }
    }
  }
});
