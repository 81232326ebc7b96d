import { assertEquals } from "@std/assert";
import sharp, { type Sharp } from "sharp";
import type { Pixels } from "../../pixels.ts";
import { POSITIONS } from "../../resize_plan.ts";
import {
  animate,
  filterFile,
  fromAnimation,
  fromFile,
  pack,
  paint,
  paintNoise,
  paintPhoto,
  toDistance,
  toPng,
  toSharp,
} from "../pictures.ts";

/** Each step, and what sharp does instead of it. */
const TURNS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  "rotate": (image) => image.rotate(90),
  "rotate:90": (image) => image.rotate(90),
  "rotate:180": (image) => image.rotate(180),
  "rotate:270": (image) => image.rotate(270),
  "flip": (image) => image.flip(),
  "flop": (image) => image.flop(),
};

async function turn(pixels: Pixels, step: string): Promise<Pixels> {
  return await fromFile(await pack(TURNS[step]!(toSharp(pixels)).png()));
}

for (const step of Object.keys(TURNS)) {
  Deno.test(`${step} returns every pixel of sharp`, async () => {
    for (const pixels of [paintNoise(67, 130), paintNoise(1, 5), paintNoise(300, 7, true)]) {
      const { bytes } = await filterFile(await toPng(pixels), step);
      assertEquals(toDistance(await fromFile(bytes), await turn(pixels, step)), 0);
    }
  });

  // The same as "rotate:90", as the pixels above have shown.
  if (step === "rotate") continue;

  Deno.test(`${step} turns every frame of an animation, with its delay`, async () => {
    const frames = [1, 2, 3].map((i) => paint(20, 12, (x, y) => [x * 12, y * 20, i * 60, x > 3 ? 255 : 0]));
    for (const format of ["gif", "webp"] as const) {
      const source = await animate(frames, format, { lossless: true, delay: [50, 70, 90], dither: 0 });
      const { bytes } = await filterFile(source, step);
      const expected = await Promise.all((await fromAnimation(source)).map((frame) => turn(frame, step)));
      const got = await fromAnimation(bytes);
      assertEquals(got.map((frame, i) => toDistance(frame, expected[i]!)), [0, 0, 0], format);
      assertEquals((await sharp(bytes, { animated: true }).metadata()).delay, [50, 70, 90]);
    }
  });

  Deno.test(`${step} turns a picture that is upright already, whatever its orientation is`, async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const file = await pack(toSharp(paintNoise(31, 18, true)).withMetadata({ orientation }).png());
      const upright = await fromFile(await sharp(file).rotate().png().toBuffer());
      const { bytes } = await filterFile(file, step);
      assertEquals(toDistance(await fromFile(bytes), await turn(upright, step)), 0, `orientation ${orientation}`);
    }
  });
}

Deno.test("a chain with steps that change the size equals its steps one after another", async () => {
  const png = await toPng(paintPhoto(90, 61));
  const chains = [
    ["rotate:90", "resize:20x30", "blur:2"],
    ["greyscale", "resize:33", "rotate:270", "resize:10x10", "flip"],
    ["normalize", "resize:400x300", "flop", "invert"],
    ["resize:50x50", "resize:20", "pixelate:4"],
  ];
  for (const chain of chains) {
    let expected = png;
    for (const step of chain) expected = (await filterFile(expected, step, { fit: "cover", position: "top" })).bytes;
    const { bytes } = await filterFile(png, chain.join(), { fit: "cover", position: "top" });
    assertEquals(toDistance(await fromFile(bytes), await fromFile(expected)), 0, chain.join());
  }
});

Deno.test("fit=cover keeps the part at the position, also of a picture that is stored turned", async () => {
  const crops = { left: [0, 0], right: [21, 0], centre: [10, 0], top: [0, 0], bottom: [0, 13] } as const;
  for (const position of POSITIONS) {
    const [left, top] = crops[position];
    const isTall = position === "top" || position === "bottom";
    const size = isTall ? { width: 31, height: 5 } : { width: 10, height: 18 };
    for (let orientation = 1; orientation <= 8; orientation++) {
      // An odd number of pixels cannot be cropped alike at both sides; which one gets more depends on how it is stored.
      if (position === "centre" && orientation > 1) continue;
      const stored = orientation < 5 ? paintNoise(31, 18, true) : paintNoise(18, 31, true);
      const file = await pack(toSharp(stored).withMetadata({ orientation }).png());
      const upright = await pack(
        sharp(await sharp(file).rotate().png().toBuffer()).extract({ left, top, ...size }).png(),
      );
      const { bytes } = await filterFile(file, "resize", { ...size, fit: "cover", position });
      assertEquals(toDistance(await fromFile(bytes), await fromFile(upright)), 0, `${position} ${orientation}`);
    }
  }
});
