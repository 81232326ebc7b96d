import { assertEquals } from "@std/assert";
import sharp from "sharp";
import { applyOrientation, readOrientation } from "../../formats/orientation.ts";
import {
  convertFile,
  fromFile,
  paint,
  paintNoise,
  paintPhoto,
  toDistance,
  toMeanDistance,
  toSharp,
} from "../pictures.ts";

Deno.test("applyOrientation() rotates and mirrors like sharp", async () => {
  for (const pixels of [paintNoise(7, 4, true), paintNoise(150, 70, true)]) {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const png = await toSharp(pixels).withMetadata({ orientation }).png().toBuffer();
      const wanted = await fromFile(await sharp(png).rotate().png().toBuffer());
      assertEquals(toDistance(applyOrientation(pixels, orientation), wanted), 0, `orientation ${orientation}`);
    }
  }
});

Deno.test("the orientation is applied in every format that has one", async () => {
  for (const format of ["jpeg", "webp", "png"] as const) {
    for (const orientation of [3, 6, 8]) {
      const file = await toSharp(paintPhoto(40, 24)).withMetadata({ orientation })[format](
        format === "png" ? {} : { quality: 100 },
      ).toBuffer();
      const upright = await fromFile(await sharp(file).rotate().png().toBuffer());
      const { bytes } = await convertFile(new Uint8Array(file));
      const shown = await fromFile(bytes);
      assertEquals([shown.width, shown.height], orientation === 3 ? [40, 24] : [24, 40]);
      assertEquals(toMeanDistance(shown, upright) < 3, true, `${format} ${orientation}`);
      assertEquals((await sharp(bytes).metadata()).orientation ?? 1, 1, "must not be turned twice");
    }
  }
});

Deno.test("readOrientation() reads both byte orders, and returns 1 for invalid data", () => {
  const little = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0];
  const big = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0];
  assertEquals(readOrientation(Uint8Array.from(little)), 6);
  assertEquals(readOrientation(Uint8Array.from([...new TextEncoder().encode("Exif\0\0"), ...big])), 8);
  assertEquals(readOrientation(Uint8Array.from(little.with(18, 99))), 1);
  assertEquals(readOrientation(Uint8Array.from(little.with(4, 255))), 1);
  assertEquals(readOrientation(new Uint8Array(3)), 1);
  assertEquals(applyOrientation(paint(1, 1, () => [1, 2, 3, 4]), 1), paint(1, 1, () => [1, 2, 3, 4]));
});
