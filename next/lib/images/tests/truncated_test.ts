import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Sharp } from "sharp";
import { createCodecs } from "../codecs/mod.ts";
import { readColour } from "../formats/colour.ts";
import { ImageError } from "../image_error.ts";
import type { Pixels } from "../pixels.ts";
import { readHeader } from "../probe.ts";
import { modules } from "../wasm/modules.js";
import { animate, decodeFile, pack, paintNoise, paintPhoto, toSharp } from "./pictures.ts";

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

Deno.test("a progressive JPEG that ends early is coarse, and lacks rows only in its first scan", async () => {
  const file = await pack(photo().jpeg({ progressive: true, quality: 95 }));
  const whole = await decodeFile(file);
  for (let length = 800; length < file.length - 10; length += 50) {
    const pixels = await decodeFile(file.slice(0, length)).catch(() => ({ ...whole, isTruncated: true }));
    assertEquals(pixels.isTruncated, true, `${length}`);
    const isOpaque = pixels.data.every((value, i) => i % 4 < 3 || value === 255);
    assertEquals(isOpaque, length > 900 || isOpaque, `${length}`);
  }
  const pixels = await decodeFile(file.slice(0, file.length / 2));
  assert(pixels.data.reduce((sum, value, i) => sum + Math.abs(value - whole.data[i]!), 0) / whole.data.length < 12);
});

Deno.test("a JPEG whose data is damaged before its end is an error if it has an end", async () => {
  const file = await pack(photo().jpeg({ quality: 95 }));
  const start = file.findLastIndex((byte, i) => byte === 0xff && file[i + 1] === 0xda) + 14;
  let errors = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const damaged = file.slice();
    for (let i = 0; i < 60; i++) damaged[start + 200 + i] = (i * seed * 7919) % 251;
    await decodeFile(damaged).catch((error) => {
      assert(error instanceof ImageError);
      errors++;
    });
  }
  // Most of the codes are valid too, but the data does not end where the picture does.
  assert(errors > 10, `${errors} of 20`);
});

Deno.test("a still WebP that ends early is an error", async () => {
  const file = await pack(photo().webp());
  for (const part of [0.5, 0.9, 0.99]) {
    await assertRejects(() => decodeFile(file.slice(0, file.length * part)), ImageError, "cut off");
  }
});

Deno.test("a file that ends before its first row is an error", async () => {
  const file = await pack(noise().png());
  for (const length of [8, 20, 33, 50, 60]) {
    await assertRejects(() => decodeFile(file.slice(0, length)), ImageError, "must be a complete, valid file");
  }
});

Deno.test("a file that ends anywhere is decoded, or is an error about the file and never another one", async () => {
  const codecs = createCodecs(modules);
  const animation = animate([paintPhoto(20, 10), paintPhoto(10, 20)], "webp");
  const files = [...Object.values(FILES).map(pack), animation, pack(photo().gif())];
  for (const file of await Promise.all(files)) {
    for (let length = 0; length < file.length; length += length < 100 ? 1 : length < 700 ? 7 : 197) {
      const part = file.slice(0, length);
      try {
        const header = readHeader(part);
        readColour(part, header);
        await Array.fromAsync(codecs[header.format].decode(part, header));
      } catch (error) {
        assert(error instanceof ImageError || error instanceof WebAssembly.RuntimeError, `${length}: ${error}`);
      }
    }
  }
});
