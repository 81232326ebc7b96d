import { assertEquals, assertThrows } from "@std/assert";
import { deflateSync } from "node:zlib";
import { decodeScanlines, type PngDecoderExports } from "../../codecs/png_decoder.ts";
import { inflateScanlines } from "../../codecs/png_scanlines.ts";
import { type PngImage, readPngImage } from "../../formats/png.ts";
import type { Pixels } from "../../pixels.ts";
import { InstancePool } from "../../wasm/instance_pool.ts";
import { modules } from "../../wasm/modules.js";
import { ImageError } from "../../image_error.ts";
import { toPngFile } from "../samples.ts";
import { createDice } from "../mutate.ts";
import { fromFile, pack, paint, paintNoise, paintPhoto, toDistance, toSharp } from "../pictures.ts";

const pool = InstancePool.fromModule<PngDecoderExports>(modules.png);

function decode(file: Uint8Array, more: Partial<PngImage> = {}): Pixels {
  const image = { ...readPngImage(file), ...more };
  const scanlines = inflateScanlines(image);
  return pool.use((exports) => decodeScanlines(exports, { ...image, scanlines }));
}

/** How sharp writes each colour type. */
const TYPES: Record<number, (pixels: Pixels) => ReturnType<typeof toSharp>> = {
  0: (pixels) => toSharp(pixels).removeAlpha().greyscale().toColourspace("b-w"),
  2: (pixels) => toSharp(pixels).removeAlpha(),
  4: (pixels) => toSharp(pixels).greyscale().toColourspace("b-w"),
  6: (pixels) => toSharp(pixels),
};

for (const [type, convert] of Object.entries(TYPES)) {
  Deno.test(`decodeScanlines() decodes colour type ${type} exactly like sharp at every size`, async () => {
    // From one pixel to more than a strip of rows, in one row or in many.
    const sizes = [[1, 1], [1, 300], [300, 1], [3, 2], [17, 33], [701, 100], [65_537, 2], [9, 7300]] as const;
    for (const [width, height] of sizes) {
      for (const pixels of [paintNoise(width, height), paintPhoto(width, height)]) {
        const file = await pack(convert(pixels).png({ adaptiveFiltering: true, compressionLevel: 1 }));
        const { bitDepth, colourType } = readPngImage(file);
        assertEquals([bitDepth, `${colourType}`], [8, type]);
        assertEquals(toDistance(decode(file), await fromFile(file)), 0, `${width} × ${height}`);
      }
    }
  });
}

// Not with sharp, which takes 0.1 s for so many rows.
Deno.test("decodeScanlines() decodes more rows than a strip has", () => {
  const pixels = paintNoise(1, 65_600);
  const rows = Uint8Array.from(
    { length: 5 * 65_600 },
    (_, i) => i % 5 === 0 ? 0 : pixels.data[(i - i % 5) / 5 * 4 + i % 5 - 1]!,
  );
  assertEquals(toDistance(decode(toPngFile(1, 65_600, deflateSync(rows))), pixels), 0);
});

Deno.test("decodeScanlines() takes colours from the palette, black for indices beyond it, and requires one", () => {
  // More than a strip of rows.
  const [width, height] = [301, 500];
  const dice = createDice(3);
  const rows = Uint8Array.from({ length: (width + 1) * height }, (_, i) => i % (width + 1) === 0 ? 0 : dice(4));
  const file = toPngFile(width, height, deflateSync(rows), 3);
  assertThrows(() => decode(file), ImageError, "palette");
  const palette = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
  const transparency = Uint8Array.of(10, 20);
  const { data } = decode(file, { palette, transparency });
  const colours = [[1, 2, 3, 10], [4, 5, 6, 20], [7, 8, 9, 255], [0, 0, 0, 255]];
  const wanted = paint(
    width,
    height,
    (x, y) => colours[rows[y * (width + 1) + 1 + x]!] as [number, number, number, number],
  );
  assertEquals(toDistance({ width, height, data }, wanted), 0);
});

Deno.test("decodeScanlines() rejects an unknown filter type in every row", () => {
  for (const y of [0, 1, 2]) {
    const rows = new Uint8Array(3 * 5);
    rows[y * 5] = 5;
    assertThrows(() => decode(toPngFile(4, 3, deflateSync(rows), 0)), ImageError);
  }
});
