import { assert, assertEquals } from "@std/assert";
import { FILTERS as ALL, getFilter } from "../../filters/table.ts";
import { createTools } from "../../filters/tools.ts";
import type { Pixels } from "../../pixels.ts";
import { modules } from "../../wasm/modules.js";
import {
  applyFilter,
  filterFile,
  fromFile,
  pack,
  paint,
  paintNoise,
  toDistance,
  toPng,
  toSharp,
  toStep,
} from "../pictures.ts";

const FILTERS = ALL.map(({ name }) => name);

/** Every value of a channel as one grey pixel. */
const GREYS = paint(256, 1, (x) => [x, x, x, 255]);

function reds({ data }: Pixels): number[] {
  return Array.from({ length: data.length / 4 }, (_, i) => data[i * 4]!);
}

// A GIF whose filter is wrongly called a point operation gets a filtered palette instead of filtered pixels.
Deno.test("every filter returns the same pixels for a GIF as for a PNG", async () => {
  // So few pixels that a GIF is exact, and no two rows or columns are alike.
  const picture = paint(14, 11, (x, y) => [x * 18, y * 23, x > y ? 200 : 30, 255]);
  const gif = await pack(toSharp(picture).gif({ dither: 0 }));
  const png = await toPng(await fromFile(gif));
  for (const filter of FILTERS) {
    const [ofGif, ofPng] = await Promise.all(
      [gif, png].map(async (file) => (await filterFile(file, toStep(filter))).bytes),
    );
    assertEquals(await fromFile(ofGif!), await fromFile(ofPng!), filter);
  }
});

Deno.test("invert() returns 255 - v, and applied twice the original", () => {
  assertEquals(reds(applyFilter("invert", GREYS)), Array.from({ length: 256 }, (_, v) => 255 - v));
  const noise = paintNoise(20, 20);
  assertEquals(applyFilter("invert", applyFilter("invert", noise)), noise);
});

Deno.test("greyscale() returns the luma within 1, and does not change greys", () => {
  assertEquals(reds(applyFilter("greyscale", GREYS)), reds(GREYS));
  const noise = paintNoise(64, 64);
  const { data } = applyFilter("greyscale", noise);
  for (let i = 0; i < data.length; i += 4) {
    const luminance = 0.2126 * noise.data[i]! + 0.7152 * noise.data[i + 1]! + 0.0722 * noise.data[i + 2]!;
    assert(Math.abs(data[i]! - luminance) <= 0.51);
    assertEquals([data[i + 1], data[i + 2]], [data[i], data[i]]);
  }
});

Deno.test("contrast() follows its formula at every strength and value, with its limit at 1", () => {
  for (const strength of [-1, -0.9, -0.5, -0.1, 0, 0.1, 0.3, 0.5, 0.9, 0.99, 1]) {
    const factor = (1 + strength) / (1 - strength);
    const wanted = reds(GREYS).map((v) => v === 127 ? 127 : Math.round(factor * (v - 127) + 127));
    const clamped = wanted.map((v) => Math.min(255, Math.max(0, v)));
    assertEquals(reds(applyFilter("contrast", GREYS, { strength })), clamped, `strength ${strength}`);
  }
});

Deno.test("normalize() stretches each channel to 0 to 255 and does not change a flat one", () => {
  const pixels = paint(3, 1, (x) => [50 + 50 * x, 7, 200 + 10 * x, 255]);
  assertEquals([...applyFilter("normalize", pixels).data], [0, 7, 0, 255, 128, 7, 128, 255, 255, 7, 255, 255]);
});

Deno.test("normalize() clamps what is below the 1st or above the 99th percentile, at exactly these pixels", () => {
  // Of 200 pixels, one black and one white do not count, but two of each do.
  const draw = (extremes: number) =>
    paint(200, 1, (x) => x < extremes ? [0, 0, 0, 255] : x >= 200 - extremes ? [255, 255, 255, 255] : [x, x, x, 255]);
  const stretch = (low: number, high: number) => (value: number) =>
    Math.min(255, Math.max(0, Math.round((value - low) * 255 / (high - low))));
  const [one, two] = [draw(1), draw(2)];
  assertEquals(reds(applyFilter("normalize", one)), reds(one).map(stretch(1, 197)));
  assertEquals(reds(applyFilter("normalize", two)), reds(two).map(stretch(0, 197)));
});

Deno.test("normalize() ignores invisible pixels, whatever their colour", () => {
  // Half of the pixels are visible, with values from 100 to 149.
  const draw = (hidden: number) =>
    paint(100, 1, (x) => x < 50 ? [100 + x, 100 + x, 100 + x, 255] : [hidden, hidden, hidden, 0]);
  const visible = Array.from({ length: 50 }, (_, x) => Math.round(x * 255 / 49));
  for (const hidden of [0, 120, 255]) {
    assertEquals(reds(applyFilter("normalize", draw(hidden))).slice(0, 50), visible, `${hidden}`);
  }
  const invisible = paint(9, 1, (x) => [x, 2 * x, 0, 0]);
  assertEquals(applyFilter("normalize", invisible), invisible);
});

Deno.test("normalize() counts the pixels of all measured frames", () => {
  const kernel = getFilter("normalize").createKernel("", createTools(modules));
  const frames = [40, 90].map((value) => paint(10, 10, () => [value, value, value, 255]));
  for (const frame of frames) kernel.measure?.(frame);
  for (const frame of frames) kernel.apply(frame);
  assertEquals(frames.map((frame) => reds(frame)[0]), [0, 255]);
});

Deno.test("dither565() returns 32, 64 and 32 levels, and preserves black and white", () => {
  const { data } = applyFilter("dither565", paintNoise(256, 64));
  const levels = [0, 1, 2].map((channel) => new Set(data.filter((_, i) => i % 4 === channel)));
  assertEquals(levels.map(({ size }) => size), [32, 64, 32]);
  assertEquals([...levels[0]!].every((value) => value === ((value >> 3) << 3 | value >> 5)), true);
  assertEquals([...levels[1]!].every((value) => value === ((value >> 2) << 2 | value >> 6)), true);
  for (const value of [0, 255]) {
    const flat = paint(9, 9, () => [value, value, value, 255]);
    assertEquals(applyFilter("dither565", flat), flat);
  }
});

Deno.test("dither565() preserves the mean of an area within one level", () => {
  for (let value = 0; value < 256; value++) {
    const flat = paint(4, 4, () => [value, value, value, 255]);
    const out = applyFilter("dither565", flat);
    assert(Math.abs(reds(out).reduce((sum, each) => sum + each) / 16 - value) < 1, `mean of ${value}`);
    assert(toDistance(out, flat) <= 9);
  }
});
