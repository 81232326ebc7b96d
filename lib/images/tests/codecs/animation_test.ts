import { assert, assertEquals, assertRejects } from "@std/assert";
import sharp from "sharp";
import { readGif } from "../../formats/gif.ts";
import { ImageError } from "../../image_error.ts";
import {
  convertFile,
  filterFile,
  fromAnimation,
  pack,
  paint,
  paintPhoto,
  toDistance,
  toMeanDistance,
} from "../pictures.ts";
import { encodeFrames, GREEN, joinFrames, paintSquare, SEQUENCES, toShown } from "./sequences.ts";

for (const [name, frames] of Object.entries(SEQUENCES)) {
  for (const format of ["gif", "webp"] as const) {
    Deno.test(`an animated ${format} file shows ${name} exactly`, async () => {
      const file = await encodeFrames(frames, format);
      const shown = await fromAnimation(file);
      assertEquals(shown.map((frame, i) => toDistance(frame, toShown(frames[i]!, format))), frames.map(() => 0));
    });
  }
}

/** A ball that rolls over a photograph. */
const PHOTO = paintPhoto(90, 68);
const ROLLING = Array.from({ length: 5 }, (_, i) =>
  paint(90, 68, (x, y) => {
    const [red, green, blue] = PHOTO.data.subarray((y * 90 + x) * 4);
    return Math.hypot(x - 14 * i - 16, y - 34) < 10 ? [240, 30 + x, 30, 255] : [red!, green!, blue!, 255];
  }));

// Its default effort for a GIF takes eight times as long, and saves another tenth.
Deno.test("an animation takes at most 1.1 times the bytes of sharp's with a middle effort", async () => {
  const source = await joinFrames(ROLLING);
  for (const format of ["gif", "webp"] as const) {
    const theirs = await sharp(source, { animated: true })[format]({ lossless: true, effort: 4 }).toBuffer();
    const ours = await encodeFrames(ROLLING, format);
    assert(ours.length <= 1.1 * theirs.length, `${format}: ${ours.length} of ${theirs.length} bytes`);
  }
});

Deno.test("the global colour table of a GIF is that of most frames, and the others share theirs", async () => {
  // Noise of many colours, in each frame other ones: cold, or for the first and the last but one warm.
  const frames = Array.from({ length: 8 }, (_, i) => {
    let seed = i;
    const next = () => (seed = Math.imul(seed, 1664525) + 1013904223) >>> 25;
    return paint(64, 64, () => i % 6 === 0 ? [128 + next(), next(), 0, 255] : [0, next(), 128 + next(), 255]);
  });
  const file = await encodeFrames(frames, "gif");
  const gif = readGif(file);
  assertEquals(gif.frames.flatMap(({ palette }, i) => palette[0] === gif.palette[0] ? [] : [i]), [0, 6]);
  const [first, seventh] = [0, 6].map((i) => file.slice(...gif.frames[i]!.palette));
  assertEquals(first, seventh);
});

Deno.test("a lossy animation stays lossy, takes few bytes and is true to its source", async () => {
  const source = await pack(sharp(await joinFrames(ROLLING), { animated: true }).webp({ quality: 90 }));
  const { bytes } = await convertFile(source);
  const wanted = await fromAnimation(source);
  const shown = await fromAnimation(bytes);
  assert(bytes.length <= 1.2 * source.length, `${bytes.length} of ${source.length} bytes`);
  assertEquals(shown.length, wanted.length);
  shown.forEach((frame, i) => assert(toMeanDistance(frame, wanted[i]!) < 2, `frame ${i}`));
});

Deno.test("an animated WebP that is cut off shows the frames before", async () => {
  const file = await joinFrames(ROLLING);
  const { bytes, isTruncated } = await convertFile(file.slice(0, -10));
  assertEquals([isTruncated, await fromAnimation(bytes)], [true, ROLLING.slice(0, -1)]);
  await assertRejects(() => filterFile(file.slice(0, 100), "invert"), ImageError, "cut off");
});

Deno.test("delays of a GIF add up to those of its source, and none is too short for browsers", async () => {
  const frames = [3, 10, 17, 31, 3, 10].map((left) => paintSquare(left, 5, GREEN));
  const source = await joinFrames(frames, [33, 33, 34, 16, 16, 70]);
  const { bytes } = await filterFile(source, "invert", { format: "gif" });
  assertEquals((await sharp(bytes, { animated: true }).metadata()).delay, [30, 40, 30, 20, 20, 60]);
});
