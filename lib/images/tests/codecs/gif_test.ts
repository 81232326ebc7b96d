import { assert, assertEquals, assertRejects } from "@std/assert";
import sharp from "sharp";
import { ImageError } from "../../image_error.ts";
import {
  animate,
  convertFile,
  filterFile,
  fromAnimation,
  fromFile,
  pack,
  paint,
  paintPhoto,
  toMeanDistance,
  toSharp,
} from "../pictures.ts";
import type { Pixels } from "../../pixels.ts";

const DELAYS = [70, 200, 30, 1000];

/** Four frames: a square that moves over a photograph with a transparent corner. */
function paintFrame(index: number): Pixels {
  const photo = paintPhoto(48, 36);
  return paint(48, 36, (x, y) => {
    if (x < 6 && y < 6) return [0, 0, 0, 0];
    if (Math.abs(x - 8 * index - 10) < 4 && Math.abs(y - 18) < 4) return [250, 20, 20, 255];
    const [red, green, blue] = photo.data.subarray((y * 48 + x) * 4);
    return [red! & 0xe0, green! & 0xe0, blue! & 0xe0, 255];
  });
}

const FRAMES = DELAYS.map((_, index) => paintFrame(index));
const ANIMATION = await animate(FRAMES, "gif", { delay: DELAYS, loop: 3 });

/** Inverts visible pixels with the formula. */
function invertByHand(pixels: Pixels): Pixels {
  return {
    ...pixels,
    data: pixels.data.map((value, i) => i % 4 === 3 || pixels.data[i | 3] === 0 ? value : 255 - value),
  };
}

Deno.test("an animated GIF preserves frames, delays, loop count and transparency, exactly if the filter maps colours", async () => {
  const before = await fromAnimation(ANIMATION);
  for (const [filter, tolerance] of [["invert", 0], ["dither565", 4]] as const) {
    const { bytes } = await filterFile(ANIMATION, filter);
    const { pages, delay, loop, width, pageHeight } = await sharp(bytes, { animated: true }).metadata();
    assertEquals([pages, delay, loop, width, pageHeight], [4, DELAYS, 3, 48, 36], filter);
    const wanted = filter === "invert" ? before.map(invertByHand) : before;
    (await fromAnimation(bytes)).forEach((frame, i) => assert(toMeanDistance(frame, wanted[i]!) <= tolerance, `${i}`));
  }
});

Deno.test("an animation is converted to the other animated format, or its first frame to a still one", async () => {
  for (const from of ["gif", "webp"] as const) {
    const file = await animate(FRAMES, from, { delay: DELAYS, loop: 3, ...(from === "webp" && { lossless: true }) });
    for (const format of ["gif", "webp", "png", "jpeg"] as const) {
      const { bytes } = await convertFile(file, format);
      const metadata = await sharp(bytes, { animated: true }).metadata();
      const isAnimated = format === "gif" || format === "webp";
      assertEquals([metadata.pages ?? 1, metadata.width], [isAnimated ? 4 : 1, 48], `${from} to ${format}`);
      if (!isAnimated) continue;
      assertEquals([metadata.delay, metadata.loop], [DELAYS, 3]);
      const [, , before] = await fromAnimation(file), [, , after] = await fromAnimation(bytes);
      assert(toMeanDistance(after!, before!) < 9, `${from} to ${format}: ${toMeanDistance(after!, before!)}`);
    }
  }
});

/** Writes a GIF with a screen of 3 × 1, the colours black, red, green and blue, and frames of one pixel. */
function writeGif(...frames: readonly { left: number; index: number; disposal: number; transparent?: number }[]) {
  const palette = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255];
  const toFrame = ({ left, index, disposal, transparent }: (typeof frames)[number]) => {
    // Three LZW codes of three bits: clear (4), the index, end of information (5).
    const data = 4 | (index << 3) | (5 << 6);
    const control = [0x21, 0xf9, 4, (disposal << 2) | (transparent === undefined ? 0 : 1), 5, 0, transparent ?? 0, 0];
    return [...control, 0x2c, left, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, data & 255, data >> 8, 0];
  };
  const head = [..."GIF89a"].map((each) => each.charCodeAt(0));
  return Uint8Array.from([...head, 3, 0, 1, 0, 0x81, 0, 0, ...palette, ...frames.flatMap(toFrame), 0x3b]);
}

Deno.test("frames are composed according to their disposal methods", async () => {
  const file = writeGif(
    { left: 0, index: 1, disposal: 1 },
    { left: 1, index: 2, disposal: 2 },
    { left: 2, index: 3, disposal: 3 },
    { left: 0, index: 0, disposal: 1, transparent: 0 },
  );
  const { bytes } = await filterFile(file, "dither565");
  const show = ({ data }: Pixels) =>
    [0, 4, 8].map((at) =>
      data[at + 3]! < 128 ? "-" : "rgb"[data.subarray(at, at + 3).indexOf(Math.max(...data.subarray(at, at + 3)))]
    ).join("");
  assertEquals((await fromAnimation(bytes)).map(show), ["r--", "rg-", "r-b", "r--"]);
});

Deno.test("a GIF that is cut off shows the frames and rows before, and one without a row is an error", async () => {
  const still = await pack(toSharp(paintPhoto(40, 30)).gif());
  const half = await filterFile(still.slice(0, 0.8 * still.length), "invert");
  const wanted = invertByHand(await fromFile(still));
  const shown = await fromFile(half.bytes);
  assertEquals([half.isTruncated, shown.width, shown.height], [true, 40, 30]);
  assertEquals(shown.data.subarray(0, 4 * 40 * 10), wanted.data.subarray(0, 4 * 40 * 10));
  assertEquals(shown.data.at(-1), 0, "the rest is transparent");
  await assertRejects(() => filterFile(still.slice(0, 13 + 768 + 30), "invert"), ImageError, "cut off");
  const part = await filterFile(ANIMATION.slice(0, -20), "invert");
  assertEquals([part.isTruncated, (await sharp(part.bytes, { animated: true }).metadata()).pages], [true, 4]);
});

Deno.test("a screen that is smaller than the first frame is enlarged", async () => {
  const file = writeGif({ left: 2, index: 1, disposal: 1 });
  for (const screen of [0, 1, 2]) {
    file.set([screen, 0, Math.min(screen, 1), 0], 6);
    for (const filter of ["invert", "dither565"]) {
      const { bytes } = await filterFile(file, filter);
      const { width, height } = await sharp(bytes).metadata();
      assertEquals([width, height, bytes[6], bytes[8]], [3, 1, 3, 1], `${filter}, screen of ${screen}`);
    }
  }
});

Deno.test("pixels without a colour in the palette are black, and filtered like all others", async () => {
  const file = writeGif({ left: 0, index: 3, disposal: 1 });
  // Only two colours are left, so that the indices 2 and 3 have none.
  const fewer = Uint8Array.from([...file.slice(0, 10), 0x80, ...file.slice(11, 19), ...file.slice(25)]);
  const { bytes } = await filterFile(fewer, "invert");
  assertEquals((await fromFile(bytes)).data.subarray(0, 4), Uint8ClampedArray.of(255, 255, 255, 255));
});
