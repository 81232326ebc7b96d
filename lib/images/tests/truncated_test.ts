import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Sharp } from "sharp";
import { ImageError } from "../image_error.ts";
import type { Pixels } from "../pixels.ts";
import { decodeFile, pack, paintNoise, paintPhoto, toSharp } from "./pictures.ts";

const photo = () => toSharp(paintPhoto(61, 47));
const noise = () => toSharp(paintNoise(40, 30));

const FILES: Record<string, Sharp> = {
  "PNG, RGB": photo().removeAlpha().png(),
  "PNG, RGBA": noise().png(),
  "PNG, palette": photo().png({ palette: true, colours: 16 }),
  "PNG, 16 bits": photo().toColourspace("rgb16").png(),
  "JPEG, 4:2:0": photo().jpeg({ quality: 95 }),
  "JPEG, 4:4:4": photo().jpeg({ quality: 95, chromaSubsampling: "4:4:4" }),
  "JPEG, grey": photo().greyscale().toColourspace("b-w").jpeg({ quality: 95 }),
  "JPEG, CMYK": photo().toColourspace("cmyk").jpeg({ quality: 95 }),
};

/** Returns how many rows at the top of a picture are those of another. */
function countEqualRows(one: Pixels, { data, width, height }: Pixels): number {
  const rowBytes = width * 4;
  const different = one.data.findIndex((value, i) => value !== data[i]);
  return different < 0 ? height : Math.floor(different / rowBytes);
}

for (const [name, image] of Object.entries(FILES)) {
  Deno.test(`a file that ends early is decoded as far as it goes: ${name}`, async () => {
    const file = await pack(image);
    const whole = await decodeFile(file);
    for (const part of [0.5, 0.7, 0.9]) {
      const pixels = await decodeFile(file.slice(0, file.length * part));
      const rows = countEqualRows(pixels, whole);
      assertEquals(pixels.isTruncated, true);
      assert(rows > (part - 0.4) * whole.height, `${rows} rows of ${part}`);
      // What is missing is transparent.
      assert(pixels.data.every((value, i) => i < rows * whole.width * 4 || i % 4 < 3 || value === 0), `${part}`);
    }
  });
}

Deno.test("a PNG without its end, or with bytes after it, is complete", async () => {
  const file = await pack(photo().png());
  for (const end of [2, 4, 11, 12]) assertEquals((await decodeFile(file.slice(0, -end))).isTruncated, false, `${end}`);
  assertEquals((await decodeFile(Uint8Array.of(...file, 1, 2, 3))).isTruncated, false);
});

Deno.test("an interlaced PNG that ends early shows the coarse picture everywhere", async () => {
  const file = await pack(photo().png({ progressive: true }));
  const whole = await decodeFile(file);
  const pixels = await decodeFile(file.slice(0, file.length / 3));
  assertEquals(pixels.isTruncated, true);
  const error = pixels.data.reduce((sum, value, i) => sum + Math.abs(value - whole.data[i]!), 0) / whole.data.length;
  assert(error < 12 && pixels.data.every((value, i) => i % 4 < 3 || value === 255), `${error}`);
});

Deno.test("a JPEG that only lacks its end is complete", async () => {
  for (const options of [{}, { progressive: true }, { chromaSubsampling: "4:4:4" }]) {
    const file = await pack(photo().jpeg(options));
    for (const end of [1, 2]) {
      const pixels = await decodeFile(file.slice(0, -end));
      assertEquals([pixels.isTruncated, countEqualRows(pixels, await decodeFile(file))], [false, 47]);
    }
  }
});

Deno.test("a still WebP that ends early is an error", async () => {
  const file = await pack(photo().webp());
  for (const part of [0.5, 0.9, 0.99]) {
    await assertRejects(() => decodeFile(file.slice(0, file.length * part)), ImageError, "cut off");
  }
});
