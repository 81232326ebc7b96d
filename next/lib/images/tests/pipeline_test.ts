import { assertEquals } from "@std/assert";
import sharp from "sharp";
import { createPipeline } from "../pipeline.ts";
import { planPipeline } from "../plan.ts";
import { probe } from "../probe.ts";
import { modules } from "../wasm/modules.js";
import {
  animate,
  filterFile,
  fromAnimation,
  fromFile,
  pack,
  paint,
  paintNoise,
  paintPhoto,
  toPng,
} from "./pictures.ts";

const CHAINS = [
  "greyscale,contrast:0.3,blur:2",
  "blur:3,normalize,dither565",
  "contrast:-0.5,normalize,invert,normalize",
];

Deno.test("a chain has the pixels of its steps one after another", async () => {
  for (const pixels of [paintPhoto(61, 40), paintNoise(33, 20)]) {
    for (const chain of CHAINS) {
      let file = await toPng(pixels);
      const { bytes } = await filterFile(file, chain);
      for (const step of chain.split(",")) {
        const [name = "", strength] = step.split(":");
        file = (await filterFile(file, name, strength === undefined ? {} : { strength: Number(strength) })).bytes;
      }
      assertEquals(await fromFile(bytes), await fromFile(file), chain);
    }
  }
});

Deno.test("a chain of point operations changes only the palettes of a GIF, any other its pixels", async () => {
  const colours = (step: number) => paint(24, 18, (x, y) => [(x >> 3) * step, (y >> 3) * 60, 90, 255]);
  const gif = await animate([colours(70), colours(40)], "gif", { delay: [50, 50] });
  const chain = await filterFile(gif, "greyscale,contrast:-0.4,normalize");
  let steps = gif;
  for (const [name, query] of [["greyscale", {}], ["contrast", { strength: -0.4 }], ["normalize", {}]] as const) {
    steps = (await filterFile(steps, name, query)).bytes;
  }
  assertEquals(chain.bytes, steps);
  const blurred = await filterFile(gif, "greyscale,blur:2");
  assertEquals((await fromAnimation(blurred.bytes)).length, 2);
});

Deno.test("createPipeline() collects garbage only after large images whose memory cannot be freed at once", async () => {
  const background = { r: 200, g: 90, b: 30 };
  let collections = 0;
  const run = createPipeline(modules, { collectGarbage: () => collections++ });
  for (const [format, expected] of [["jpeg", false], ["png", false], ["webp", true]] as const) {
    collections = 0;
    const image = sharp({ create: { width: 2010, height: 2000, channels: 3, background } });
    const bytes = await pack(image[format]());
    run({ source: bytes, plan: planPipeline(probe(bytes), ["invert"]) });
    assertEquals(collections > 0, expected, format);
  }
  collections = 0;
  const bytes = await animate([paintPhoto(20, 10), paintNoise(20, 10)], "gif");
  run({ source: bytes, plan: planPipeline(probe(bytes), ["blur:1"]) });
  assertEquals(collections, 0, "a small animation");
});
