import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import sharp from "sharp";
import type { Pixels } from "../pixels.ts";
import { roundCorners } from "../round_corners.ts";
import { renderPixels } from "../svg/render.ts";
import {
  animate,
  filterFile,
  type FilterFileOptions,
  fromAnimation,
  fromFile,
  pack,
  paint,
  paintNoise,
  paintPhoto,
  toDistance,
  toPng,
  toSharp,
} from "./pictures.ts";

/** How many vertical lines through a pixel are measured. */
const LINES = 1000;

/** The alpha of each pixel of an opaque picture: the mean length of the lines through it that are inside. */
function toAlphas(width: number, height: number, radius: number): Pixels {
  return paint(width, height, (x, y) => {
    let length = 0;
    for (let i = 0; i < LINES; i++) {
      const across = x + (i + 0.5) / LINES;
      const inset = Math.max(radius - Math.min(across, width - across), 0);
      const top = radius - Math.sqrt(radius ** 2 - inset ** 2);
      length += Math.max(Math.min(y + 1, height - top) - Math.max(y, top), 0);
    }
    return [0, 0, 0, Math.round(255 * length / LINES)];
  });
}

const SIZES = [[40, 30], [31, 31], [30, 31], [7, 60], [1, 1], [1, 9], [2, 2], [3, 3]] as const;

Deno.test("roundCorners() leaves of each pixel the part that is inside, within 1 of 255", () => {
  for (const [width, height] of SIZES) {
    for (const radius of [1, 2, 3, 10, 2048, "max"] as const) {
      const most = Math.min(width, height) / 2;
      const expected = toAlphas(width, height, radius === "max" ? most : Math.min(radius, most));
      const rounded = roundCorners(paint(width, height, () => [0, 0, 0, 255]), radius);
      assert(toDistance(rounded, expected) <= 1, `${width} × ${height}, radius ${radius}`);
    }
  }
});

Deno.test("radius rounds a PNG and a WebP within 1 of 255, and multiplies the alpha that they have", async () => {
  const noise = paintNoise(50, 41);
  const mask = toAlphas(50, 41, 12);
  const expected = paint(50, 41, (x, y) => {
    const at = 4 * (y * 50 + x);
    const [red = 0, green = 0, blue = 0, alpha = 0] = noise.data.subarray(at);
    return [red, green, blue, alpha * mask.data[at + 3]! / 255];
  });
  const png = await toPng(noise);
  for (const file of [png, await pack(toSharp(noise).webp({ lossless: true, exact: true }))]) {
    for (const format of ["png", "webp"] as const) {
      const { bytes } = await filterFile(file, "contrast", { strength: 0, radius: 12, format });
      assert(toDistance(await fromFile(bytes), expected) <= 1, format);
    }
  }
});

Deno.test("radius=max makes a circle of the size of the result, after all steps", async () => {
  const file = await toPng(paintPhoto(80, 60));
  const options = { width: 20, height: 20, fit: "cover", radius: "max" } as const;
  const rounded = await fromFile((await filterFile(file, "rotate", options)).bytes);
  const expected = toAlphas(20, 20, 10);
  const alphas = paint(20, 20, (x, y) => [0, 0, 0, rounded.data[4 * (y * 20 + x) + 3]!]);
  assert(toDistance(alphas, expected) <= 1);
});

Deno.test("radius turns formats without translucency into PNG, also if another is asked for, unless it is flattened", async () => {
  const photo = toSharp(paintPhoto(40, 30));
  const files = { jpeg: await pack(photo.clone().jpeg()), gif: await pack(photo.clone().gif()) };
  for (const [format, file] of Object.entries(files)) {
    const formatOf = async (options: FilterFileOptions) => (await filterFile(file, "blur", options)).format;
    assertEquals(await formatOf({ radius: 5 }), "png");
    assertEquals(await formatOf({ radius: 5, format: "jpeg" }), "png");
    assertEquals(await formatOf({ radius: 5, format: "webp" }), "webp");
    assertEquals(await formatOf({ radius: 5, background: "00ff00" }), format);
  }
});

Deno.test("radius rounds every frame of an animation", async () => {
  const frames = [60, 120].map((red) => paint(20, 20, () => [red, 0, 0, 255]));
  for (const format of ["gif", "webp"] as const) {
    const source = await animate(frames, format, { lossless: true });
    const { bytes, format: target } = await filterFile(source, "invert", { radius: "max" });
    assertEquals(target, format === "gif" ? "png" : "webp");
    if (target === "png") continue;
    const corners = (await fromAnimation(bytes)).map(({ data }) => [data[3], data[4 * (10 * 20 + 10) + 3]]);
    assertEquals(corners, [[0, 255], [0, 255]]);
  }
});

Deno.test("background flattens transparent pictures and round corners in every format", async () => {
  const translucent = paint(16, 16, (x) => [200, 100, 0, x * 17]);
  const png = await toPng(translucent);
  const expected = await fromFile(await pack(sharp(png).flatten({ background: "#204060" }).png()));
  for (const format of ["png", "webp"] as const) {
    const { bytes } = await filterFile(png, "contrast", { strength: 0, background: "204060", format });
    assert(toDistance(await fromFile(bytes), expected) <= 1, format);
  }
  const { bytes } = await filterFile(png, "invert", {
    radius: 8,
    background: "204060",
    format: "jpeg",
    quality: 100,
  });
  const [red = 0, green = 0, blue = 0] = (await fromFile(bytes)).data;
  assert(Math.max(Math.abs(red - 0x20), Math.abs(green - 0x40), Math.abs(blue - 0x60)) <= 3, `${red} ${green} ${blue}`);
});

function createWhite(width: number, height: number) {
  return { width, height, data: new Uint8ClampedArray(4 * width * height).fill(255), isOpaque: true };
}

/** Returns the area that is visible, in pixels. */
function measureArea({ data }: { readonly data: Uint8ClampedArray }): number {
  let sum = 0;
  for (let i = 3; i < data.length; i += 4) sum += data[i]!;
  return sum / 255;
}

Deno.test("roundCorners() leaves the area of a rectangle without its corners", () => {
  for (const [width, height, radius] of [[100, 100, 20], [101, 77, 30], [64, 200, 32], [16, 16, 5]] as const) {
    const area = width * height - (4 - Math.PI) * radius ** 2;
    const rounded = roundCorners(createWhite(width, height), radius);
    assertAlmostEquals(measureArea(rounded), area, area * .004);
    assertEquals(rounded.isOpaque, false);
  }
});

Deno.test("roundCorners() makes a circle or a pill of a radius beyond half of the shorter side", () => {
  for (const side of [16, 33, 100]) {
    const area = Math.PI * (side / 2) ** 2;
    assertAlmostEquals(measureArea(roundCorners(createWhite(side, side), "max")), area, area * .01);
  }
  const pill = roundCorners(createWhite(60, 20), 2_048);
  assertAlmostEquals(measureArea(pill), 40 * 20 + Math.PI * 100, 5);
});

Deno.test("roundCorners() is symmetric and keeps colours", () => {
  const { data } = roundCorners(createWhite(9, 9), 4);
  const alpha = Array.from({ length: 81 }, (_, i) => data[4 * i + 3]!);
  assertEquals(alpha.toReversed(), alpha);
  assertEquals(alpha[0], 0);
  assertEquals(alpha[40], 255);
  assertEquals(data[0], 255);
});

Deno.test("renderPixels() rounds the corners of a document of any size", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';
  for (let side = 16; side <= 1024; side = Math.ceil(side * 1.7)) {
    const { data, width, height } = renderPixels(svg, side, 4);
    assertEquals([width, height, data[3], data[4 * side * (side >> 1) + 3]], [side, side, 0, 255]);
  }
});
