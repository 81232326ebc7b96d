import { assert, assertEquals } from "@std/assert";
import { type GifExports, type IndexedFrame, reduceColours } from "../../codecs/gif_palette.ts";
import type { Palette } from "../../codecs/palette.ts";
import { type Pixels, toWords } from "../../pixels.ts";
import { InstancePool } from "../../wasm/instance_pool.ts";
import { modules } from "../../wasm/modules.js";
import { paint, toDistance, toMeanDistance, toSharp } from "../pictures.ts";

const pool = InstancePool.fromModule<GifExports>(modules.gif);

function reduce({ width, height, ...pixels }: Pixels, palette?: Palette, isAnimated = true): IndexedFrame {
  const words = toWords({ width, height, ...pixels });
  const last = new Uint32Array(width * height);
  const shown = last.slice();
  return pool.use((exports) =>
    reduceColours(exports, { words, last, shown, width, isAnimated }, palette ? [palette] : [])
  );
}

function toPixels({ palette, indices }: IndexedFrame, { width, height }: Pixels): Pixels {
  return { width, height, data: new Uint8ClampedArray(Uint32Array.from(indices, (i) => palette.colours[i]!).buffer) };
}

const shades = paint(16, 16, (x, y) => [x * 16, y * 16, 77, 255]);

Deno.test("reduceColours() is exact up to 256 colours, in an animation up to 255 and a transparent one", () => {
  for (const isAnimated of [false, true]) {
    const fewer = paint(16, 16, (x, y) => isAnimated && x + y === 0 ? [0, 0, 0, 0] : [x * 16, y * 16, 77, 255]);
    for (const pixels of [shades, fewer]) {
      assertEquals(toDistance(toPixels(reduce(pixels, undefined, isAnimated), pixels), pixels), 0);
    }
  }
});

Deno.test("reduceColours() shares a palette while the colours of both frames fit", () => {
  const red = paint(8, 8, (x) => [x * 30, 0, 0, 255]);
  const green = paint(8, 8, (x) => [0, 1 + x * 30, 0, 255]);
  const first = reduce(red), second = reduce(green, first.palette);
  assertEquals([second.palette === first.palette, toDistance(toPixels(second, green), green)], [true, 0]);
  assert(reduce(shades, first.palette).palette !== first.palette);
});

Deno.test("reduceColours() shows no bands in a gradient: the mean of a few pixels is nearly exact", async () => {
  const gradient = paint(192, 192, (x, y) => [32 + x, 32 + y, 128 + (x - y) / 2, 255]);
  const soften = async (pixels: Pixels) => {
    const { data, info } = await toSharp(pixels).blur(3).raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
  };
  const error = toMeanDistance(await soften(toPixels(reduce(gradient), gradient)), await soften(gradient));
  // It is 0.93 without dithering.
  assert(error < 0.8, `${error}`);
});
