import { assert, assertEquals } from "@std/assert";
import sharp from "sharp";
import { FORMATS } from "../../format.ts";
import {
  convertFile,
  filterFile,
  fromFile,
  pack,
  paint,
  paintPhoto,
  toMeanDistance,
  toPng,
  toSharp,
} from "../pictures.ts";

const photo = paintPhoto(67, 45);

const JPEGS: Record<string, Uint8Array<ArrayBuffer>> = {
  baseline: await pack(toSharp(photo).jpeg({ quality: 95 })),
  "full chroma": await pack(toSharp(photo).jpeg({ quality: 95, chromaSubsampling: "4:4:4" })),
  progressive: await pack(toSharp(photo).jpeg({ quality: 95, progressive: true })),
  grey: await pack(toSharp(photo).greyscale().toColourspace("b-w").jpeg({ quality: 95 })),
};

Deno.test("every kind of JPEG is decoded and encoded with no more loss than by sharp", async () => {
  for (const [kind, file] of Object.entries(JPEGS)) {
    const { bytes, format } = await convertFile(file);
    assertEquals(format, "jpeg");
    const wanted = await fromFile(file);
    const chromaSubsampling = kind === "baseline" || kind === "progressive" ? "4:2:0" : "4:4:4";
    const theirs = await toSharp(wanted).jpeg({ quality: 90, chromaSubsampling }).toBuffer();
    const loss = toMeanDistance(await fromFile(bytes), wanted);
    assert(loss < 1.1 * toMeanDistance(await fromFile(theirs), wanted), `${kind}: ${loss}`);
  }
});

Deno.test("an encoded JPEG has the chroma subsampling of its source", async () => {
  const chroma = async (file: Uint8Array<ArrayBuffer>) => {
    const { bytes } = await filterFile(file, "invert", { format: "jpeg" });
    return (await sharp(bytes).metadata()).chromaSubsampling;
  };
  assertEquals(await chroma(JPEGS["baseline"]!), "4:2:0");
  assertEquals(await chroma(JPEGS["full chroma"]!), "4:4:4");
  assertEquals(await chroma(await toPng(photo)), "4:4:4");
});

/** Both sides of a block of 8 pixels and of an MCU of 16, and each with a side that is complete or not. */
const BLOCK_SIZES = [[1, 1], [2, 31], [7, 8], [8, 15], [9, 16], [15, 17], [16, 16], [17, 1], [33, 8], [
  31,
  33,
]] as const;

Deno.test("a JPEG is encoded correctly at every size around that of a block", async () => {
  for (const [width, height] of BLOCK_SIZES) {
    const pixels = paint(width, height, (x, y) => [100 + x, 120 + y, 140, 255]);
    for (const from of ["png", "webp"] as const) {
      const file = await pack(toSharp(pixels)[from]({ quality: 100 }));
      const { bytes } = await convertFile(file, "jpeg");
      assert(toMeanDistance(await fromFile(bytes), pixels) < 3, `${width}×${height} from ${from}`);
    }
  }
});

Deno.test("transparent pixels become white, not black, in a format without transparency", async () => {
  const pixels = paint(32, 32, (x) => x < 16 ? [200, 0, 0, 255] : [0, 0, 0, 0]);
  const { bytes } = await convertFile(await toPng(pixels), "jpeg");
  const { data } = await fromFile(bytes);
  assert([...data.subarray(28 * 4, 28 * 4 + 3)].every((value) => value > 250));
});

Deno.test("every format can be converted to every other", async () => {
  const flat = paint(16, 16, (x) => x < 8 ? [220, 30, 30, 255] : [30, 30, 220, 255]);
  for (const from of FORMATS) {
    const file = await pack(toSharp(flat)[from]({ quality: 100 }));
    for (const to of FORMATS) {
      const { bytes, format } = await filterFile(file, "invert", { format: to });
      const metadata = await sharp(bytes).metadata();
      assertEquals([format, metadata.format, metadata.width, metadata.height], [to, to, 16, 16]);
      const { data } = await fromFile(bytes);
      const [red, green, blue] = data.subarray((8 * 16 + 3) * 4);
      assert(
        Math.abs(red! - 35) + Math.abs(green! - 225) + Math.abs(blue! - 225) < 30,
        `${from} to ${to}: ${red} ${green} ${blue}`,
      );
    }
  }
});
