import { assertEquals } from "@std/assert";
import { animate, filterFile, fromAnimation, fromFile, paint, paintNoise, paintPhoto, toPng } from "./pictures.ts";

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
