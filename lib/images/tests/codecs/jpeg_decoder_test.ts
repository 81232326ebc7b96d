import { assert, assertEquals, assertThrows } from "@std/assert";
import sharp, { type Sharp } from "sharp";
import type { Shrink } from "../../codecs/codec.ts";
import { decodeJpeg, type JpegDecoderExports } from "../../codecs/jpeg_decoder.ts";
import { InstancePool } from "../../wasm/instance_pool.ts";
import { modules } from "../../wasm/modules.js";
import { ImageError } from "../../image_error.ts";
import type { Pixels } from "../../pixels.ts";
import { fromFile, pack, paint, paintNoise, paintPhoto, toDistance, toMeanDistance, toSharp } from "../pictures.ts";

const pool = InstancePool.fromModule<JpegDecoderExports>(modules.jpegDecoder);

function decode(file: Uint8Array, shrink?: Shrink): Pixels {
  return pool.use((exports) => decodeJpeg(exports, file, shrink));
}

const SIZES = [[1, 1], [2, 3], [5, 2], [7, 9], [8, 8], [15, 16], [17, 33], [67, 45]] as const;

Deno.test("JpegDecoder decodes files of sharp exactly", async () => {
  const kinds = [{}, { progressive: true }, { mozjpeg: true }, { optimiseCoding: false }, {
    progressive: true,
    mozjpeg: true,
  }];
  for (const [n, [width, height]] of SIZES.entries()) {
    for (const [i, kind] of kinds.entries()) {
      for (const chromaSubsampling of ["4:4:4", "4:2:0"]) {
        const picture = toSharp(i % 2 === 0 ? paintPhoto(width, height) : paintNoise(width, height, true));
        // Each quality with each kind and subsampling, in two or three sizes.
        const quality = [30, 90, 100][(n + i) % 3]!;
        const file = await picture.jpeg({ ...kind, chromaSubsampling, quality }).toBuffer();
        const distance = toDistance(decode(file), await fromFile(file));
        assertEquals(distance, 0, `${width}×${height}, ${JSON.stringify(kind)} ${chromaSubsampling}`);
      }
    }
  }
});

Deno.test("JpegDecoder mixes the inks that sharp decodes from CMYK", async () => {
  const file = await pack(toSharp(paintPhoto(67, 45)).removeAlpha().toColourspace("cmyk").jpeg());
  const inks = await sharp(file).pipelineColourspace("cmyk").toColourspace("cmyk").raw().toBuffer();
  const light = (i: number) => i % 4 === 3 ? 255 : (255 - inks[i]!) * (255 - inks[i | 3]!) / 255;
  assert(decode(file).data.every((value, i) => Math.abs(value - light(i)) <= 0.5));
});

/** Returns the mean of each square of pixels of an image; those at the edges may be incomplete. */
function toMeans({ width, height, data }: Pixels, side: number): Pixels {
  return paint(Math.ceil(width / side), Math.ceil(height / side), (left, top) => {
    const sums: [number, number, number, number] = [0, 0, 0, 0];
    const right = Math.min((left + 1) * side, width), bottom = Math.min((top + 1) * side, height);
    for (let y = top * side; y < bottom; y++) {
      for (let x = left * side; x < right; x++) sums.forEach((_, c) => sums[c]! += data[(y * width + x) * 4 + c]!);
    }
    return sums.map((sum) => sum / (right - left * side) / (bottom - top * side)) as typeof sums;
  });
}

Deno.test("JpegDecoder shrinks to the means of the pixels, also what is left of a file that ends early", async () => {
  const photo = toSharp(paintPhoto(163, 117));
  const fullChroma = { quality: 95, chromaSubsampling: "4:4:4" };
  const files: Record<string, [Sharp, minDecibels: number]> = {
    "4:4:4": [photo.clone().jpeg(fullChroma), 49],
    "4:2:0": [photo.clone().jpeg({ quality: 95 }), 42],
    "progressive": [photo.clone().jpeg({ ...fullChroma, progressive: true }), 49],
    "grey": [photo.clone().toColourspace("b-w").jpeg({ quality: 95 }), 50],
    "CMYK": [photo.clone().toColourspace("cmyk").jpeg({ quality: 95 }), 44],
  };
  for (const [name, [image, minDecibels]] of Object.entries(files)) {
    const file = await pack(image);
    for (const shrink of [2, 4, 8] as const) {
      for (const part of [file, file.slice(0, file.length / 2)]) {
        const pixels = decode(part, shrink);
        const full = decode(part);
        const means = toMeans(full, shrink);
        // Squares that are complete and neither transparent nor at the end of the data.
        const errors = Array.from(pixels.data, (value, i) => value - means.data[i]!)
          .filter((_, i) => means.data[i | 3] === 255);
        const error = errors.reduce((sum, difference) => sum + difference ** 2, 0) / errors.length;
        assert(errors.length > pixels.data.length / 5, `${errors.length}`);
        const decibels = 10 * Math.log10(255 ** 2 / error);
        assertEquals([pixels.width, pixels.height], [means.width, means.height]);
        assertEquals(pixels.isTruncated, full.isTruncated);
        assert(decibels >= minDecibels, `${name}, 1/${shrink}: ${decibels} dB`);
      }
    }
  }
});

Deno.test("JpegDecoder rejects invalid progressive scans", async () => {
  const progressive = await pack(toSharp(paintPhoto(67, 45)).jpeg({ progressive: true }));
  const scans = [...progressive.keys()].filter((i) => progressive[i] === 0xff && progressive[i + 1] === 0xda);
  const spectralSelection = (scan: number) => scan + 5 + 2 * progressive[scan + 4]!;
  const damages = [
    [spectralSelection(scans[0]!), 1],
    [spectralSelection(scans[0]!) + 1, 5],
    [spectralSelection(scans[0]!) + 2, 0x0e],
    [spectralSelection(scans[1]!) + 1, 64],
    [spectralSelection(scans[1]!) + 1, 0],
    [spectralSelection(scans.at(-1)!) + 2, 0x20],
  ] as const;
  for (const [at, value] of damages) {
    const file = progressive.slice();
    file[at] = value;
    assertThrows(() => decode(file), ImageError, "damaged");
  }
});

Deno.test("JpegDecoder accepts or rejects a progressive image in every size alike", async () => {
  const file = await pack(toSharp(paintPhoto(300, 200)).jpeg({ progressive: true }));
  const scans = [...file.keys()].filter((i) => file[i] === 0xff && file[i + 1] === 0xda);
  const start = scans.at(-1)! + 10;
  const cutScan = Uint8Array.from([...file.subarray(0, start + 20), 0xff, 0xd9]);
  const damaged = file.slice().fill(0xfe, start, start + 40);
  const headers = file.subarray(0, scans[0]);
  const withoutDc = Uint8Array.from([...headers, ...file.subarray(scans[1]!)]);
  const whole = await fromFile(file);
  for (const shrink of [1, 2, 4, 8] as const) {
    for (const detail of [cutScan, damaged]) assertEquals(decode(detail, shrink).width, Math.ceil(300 / shrink));
    const error = assertThrows(() => decode(withoutDc, shrink), ImageError);
    assertEquals(
      error.message,
      "Cannot read the image: must be a complete, valid file, but its scans are out of order",
    );
  }
  const coarse = decode(cutScan);
  assertEquals([coarse.isTruncated, toMeanDistance(coarse, whole) < 3], [true, true]);
});
