import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Sharp } from "sharp";
import { ImageError } from "@/lib/images/image_error.ts";
import type { Pixels } from "@/lib/images/pixels.ts";
import { filterFile, fromFile, paintNoise, paintPhoto, toSharp } from "@/tests/lib/images/pictures.ts";

const photo = () => toSharp(paintPhoto(61, 47)), noise = () => toSharp(paintNoise(40, 30));

const FILES: Record<string, Sharp> = {
  "PNG, RGB": photo().removeAlpha().png(),
  "PNG, RGBA": noise().png(),
  "PNG, palette": photo().png({ palette: true, colours: 16 }),
  "PNG, 16 bits": photo().toColourspace("rgb16").png(),
};

/** Decodes a file with a filter that changes nothing. */
async function decode(file: Uint8Array<ArrayBuffer>): Promise<{ isTruncated: boolean; pixels: Pixels }> {
  const { bytes, isTruncated } = await filterFile(file, "contrast", { strength: "0", format: "png" });
  return { isTruncated, pixels: await fromFile(bytes) };
}

/** Returns how many rows at the top of a picture are those of another. */
function countEqualRows(one: Pixels, { data, width, height }: Pixels): number {
  const rowBytes = width * 4;
  const different = one.data.findIndex((value, i) => value !== data[i]);
  return different < 0 ? height : Math.floor(different / rowBytes);
}

for (const [name, image] of Object.entries(FILES)) {
  Deno.test(`a file that ends early is decoded as far as it goes: ${name}`, async () => {
    const file = new Uint8Array(await image.toBuffer()), { pixels: whole } = await decode(file);
    for (const part of [0.5, 0.7, 0.9]) {
      const { isTruncated, pixels } = await decode(file.slice(0, file.length * part));
      const rows = countEqualRows(pixels, whole);
      assertEquals(isTruncated, true);
      assert(rows > (part - 0.4) * whole.height, `${rows} rows of ${part}`);
      // What is missing is transparent.
      assert(pixels.data.every((value, i) => i < rows * whole.width * 4 || i % 4 < 3 || value === 0), `${part}`);
    }
  });
}

Deno.test("a PNG without its end, or with bytes after it, is complete", async () => {
  const file = new Uint8Array(await photo().png().toBuffer());
  for (const end of [2, 4, 11, 12]) assertEquals((await decode(file.slice(0, -end))).isTruncated, false, `${end}`);
  assertEquals((await decode(Uint8Array.of(...file, 1, 2, 3))).isTruncated, false);
});

Deno.test("an interlaced PNG that ends early shows the coarse picture everywhere", async () => {
  const file = new Uint8Array(await photo().png({ progressive: true }).toBuffer()),
    { pixels: whole } = await decode(file);
  const { isTruncated, pixels } = await decode(file.slice(0, file.length / 3));
  assertEquals(isTruncated, true);
  const error = pixels.data.reduce((sum, value, i) => sum + Math.abs(value - whole.data[i]!), 0) / whole.data.length;
  assert(error < 12 && pixels.data.every((value, i) => i % 4 < 3 || value === 255), `${error}`);
});

Deno.test("a file that ends before its first row is an error", async () => {
  const file = new Uint8Array(await noise().png().toBuffer());
  for (const length of [8, 20, 33, 50, 60]) {
    await assertRejects(() => decode(file.slice(0, length)), ImageError, "must be a complete, valid file");
  }
});
