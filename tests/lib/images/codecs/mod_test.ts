import { assert, assertEquals } from "@std/assert";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { createWebpEncoderPool, encodeWebp } from "@/lib/images/codecs/webp_encoder.ts";
import { FORMATS } from "@/lib/images/format.ts";
import type { Pixels } from "@/lib/images/pixels.ts";
import { ImageError } from "@/lib/images/image_error.ts";
import { modules } from "@/lib/images/wasm/modules.js";
import { toPngFile } from "@/tests/fuzz/files.ts";
import {
  filterFile,
  fromFile,
  pack,
  paint,
  paintNoise,
  paintPhoto,
  toDistance,
  toMeanDistance,
  toPng,
  toSharp,
} from "@/tests/lib/images/pictures.ts";

/** Applies a filter that changes nothing, so that only the codecs are tested. */
const NOTHING = { strength: "0" };

const photo = paintPhoto(67, 45);

const PNGS: Record<string, Uint8Array<ArrayBuffer>> = {
  "8-bit colour": await pack(toSharp(photo).removeAlpha().png()),
  "8-bit alpha": await pack(toSharp(paintNoise(67, 45)).png()),
  "16-bit colour": await pack(toSharp(photo).removeAlpha().toColourspace("rgb16").png()),
  "16-bit alpha": await pack(toSharp(paintNoise(67, 45)).toColourspace("rgb16").png()),
  interlaced: await pack(toSharp(photo).png({ progressive: true })),
  palette: await pack(toSharp(photo).png({ palette: true, colours: 16 })),
  "palette of two": await pack(toSharp(photo).png({ palette: true, colours: 2 })),
  "palette with alpha": await pack(toSharp(paintNoise(67, 45)).png({ palette: true })),
  grey: await pack(toSharp(photo).greyscale().removeAlpha().toColourspace("b-w").png()),
  "grey with alpha": await pack(toSharp(paintNoise(67, 45)).greyscale().toColourspace("b-w").png()),
};

Deno.test("every kind of PNG is decoded exactly", async () => {
  for (const [kind, file] of Object.entries(PNGS)) {
    const { bytes, format } = await filterFile(file, "contrast", NOTHING);
    assertEquals(format, "png");
    assertEquals(toDistance(await fromFile(bytes), await fromFile(file)), 0, kind);
  }
});

Deno.test("a PNG is decoded exactly with every filter type", async () => {
  for (const pixelBytes of [3, 4] as const) {
    for (let filter = 0; filter <= 4; filter++) {
      const pixels = paintNoise(37, 12, pixelBytes === 3);
      const file = writePng(pixels, pixelBytes, filter);
      assertEquals(toDistance(await fromFile(file), pixels), 0, "the test's own writer");
      const { bytes } = await filterFile(file, "contrast", NOTHING);
      assertEquals(toDistance(await fromFile(bytes), pixels), 0, `filter ${filter}, ${pixelBytes} bytes`);
    }
  }
});

/** Writes a PNG with one filter type for all scanlines, with the formulas of the specification. */
function writePng({ width, height, data }: Pixels, pixelBytes: 3 | 4, filter: number): Uint8Array<ArrayBuffer> {
  const at = (x: number, y: number, c: number) => x < 0 || y < 0 ? 0 : data[(y * width + x) * 4 + c]!;
  const paeth = (a: number, b: number, c: number) => {
    const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return pa! <= pb! && pa! <= pc! ? a : pb! <= pc! ? b : c;
  };
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    rows.push(filter);
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < pixelBytes; c++) {
        const [left, up, between] = [at(x - 1, y, c), at(x, y - 1, c), at(x - 1, y - 1, c)];
        rows.push((at(x, y, c) - [0, left, up, (left + up) >> 1, paeth(left, up, between)][filter]!) & 255);
      }
    }
  }
  return toPngFile(width, height, deflateSync(Uint8Array.from(rows)), pixelBytes === 3 ? 2 : 6);
}

Deno.test("a PNG is decoded without its texts and profiles", async () => {
  const file = await pack(toSharp(photo).withMetadata({ exif: { IFD0: { Copyright: "x".repeat(9000) } } }).png());
  const { bytes } = await filterFile(file, "contrast", NOTHING);
  assertEquals(toDistance(await fromFile(bytes), await fromFile(file)), 0);
});

const JPEGS: Record<string, Uint8Array<ArrayBuffer>> = {
  baseline: await pack(toSharp(photo).jpeg({ quality: 95 })),
  "full chroma": await pack(toSharp(photo).jpeg({ quality: 95, chromaSubsampling: "4:4:4" })),
  progressive: await pack(toSharp(photo).jpeg({ quality: 95, progressive: true })),
  grey: await pack(toSharp(photo).greyscale().toColourspace("b-w").jpeg({ quality: 95 })),
};

Deno.test("every kind of JPEG is decoded and encoded with no more loss than by sharp", async () => {
  for (const [kind, file] of Object.entries(JPEGS)) {
    const { bytes, format } = await filterFile(file, "contrast", NOTHING);
    assertEquals(format, "jpeg");
    const wanted = await fromFile(file);
    const chromaSubsampling = kind === "baseline" || kind === "progressive" ? "4:2:0" : "4:4:4";
    const theirs = await toSharp(wanted).jpeg({ quality: 90, chromaSubsampling }).toBuffer();
    const loss = toMeanDistance(await fromFile(bytes), wanted);
    assert(loss < 1.1 * toMeanDistance(await fromFile(theirs), wanted), `${kind}: ${loss}`);
  }
});

Deno.test("a CMYK JPEG is converted to RGB with the simple formula", async () => {
  const file = await pack(toSharp(photo).removeAlpha().toColourspace("cmyk").jpeg({ quality: 100 }));
  const { data, info } = await sharp(file).toColourspace("cmyk").raw().toBuffer({ resolveWithObject: true });
  const wanted = paint(info.width, info.height, (x, y) => {
    const [cyan, magenta, yellow, black] = data.subarray((y * info.width + x) * 4);
    const light = (ink: number) => (255 - ink) * (255 - black!) / 255;
    return [light(cyan!), light(magenta!), light(yellow!), 255];
  });
  const { bytes } = await filterFile(file, "contrast", { ...NOTHING, format: "png" });
  // sharp converts CMYK with a colour profile, which changes the values a little.
  assert(toMeanDistance(await fromFile(bytes), wanted) < 10, `${toMeanDistance(await fromFile(bytes), wanted)}`);
});

Deno.test("an encoded JPEG has quality 90 and loses no more than that of sharp", async () => {
  const smooth = paint(200, 120, (x, y) => [x, y + 60, 255 - x, 255]);
  const { bytes } = await filterFile(await toPng(smooth), "contrast", { ...NOTHING, format: "jpeg" });
  const theirs = await toSharp(smooth).jpeg({ quality: 90 }).toBuffer();
  const loss = toMeanDistance(await fromFile(bytes), smooth);
  assert(loss <= toMeanDistance(await fromFile(theirs), smooth) + 0.05, `${loss}`);
});

Deno.test("an encoded JPEG has the chroma subsampling of its source", async () => {
  const chroma = async (file: Uint8Array<ArrayBuffer>) => {
    const { bytes } = await filterFile(file, "invert", { format: "jpeg" });
    return (await sharp(bytes).metadata()).chromaSubsampling;
  };
  assertEquals(await chroma(JPEGS["baseline"]!), "4:2:0");
  assertEquals(await chroma(JPEGS["full chroma"]!), "4:4:4");
  assertEquals(await chroma(PNGS["8-bit colour"]!), "4:4:4");
});

Deno.test("a JPEG is encoded correctly at every size around that of a block", async () => {
  for (const width of [1, 2, 7, 8, 9, 15, 16, 17, 33]) {
    for (const height of [1, 8, 15, 16, 17, 31]) {
      const pixels = paint(width, height, (x, y) => [100 + x, 120 + y, 140, 255]);
      for (const from of ["png", "webp"] as const) {
        const file = await pack(toSharp(pixels)[from]({ quality: 100 }));
        const { bytes } = await filterFile(file, "contrast", { ...NOTHING, format: "jpeg" });
        assert(toMeanDistance(await fromFile(bytes), pixels) < 3, `${width}×${height} from ${from}`);
      }
    }
  }
});

Deno.test("noise, the worst case of its Huffman codes, is encoded as JPEG", async () => {
  const noise = paintNoise(64, 64, true);
  const { bytes } = await filterFile(await toPng(noise), "contrast", { ...NOTHING, format: "jpeg" });
  const theirs = await toSharp(noise).jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer();
  assert(toMeanDistance(await fromFile(bytes), await fromFile(theirs)) < 1);
});

Deno.test("transparent pixels become white, not black, in a format without transparency", async () => {
  const pixels = paint(32, 32, (x) => x < 16 ? [200, 0, 0, 255] : [0, 0, 0, 0]);
  const { bytes } = await filterFile(await toPng(pixels), "contrast", { ...NOTHING, format: "jpeg" });
  const { data } = await fromFile(bytes);
  assert([...data.subarray(28 * 4, 28 * 4 + 3)].every((value) => value > 250));
});

Deno.test("WebP is decoded and encoded, lossy with little loss and lossless exactly, both with alpha", async () => {
  const noise = paintNoise(40, 30);
  const exact = await pack(toSharp(noise).webp({ lossless: true, exact: true }));
  const { bytes } = await filterFile(exact, "contrast", NOTHING);
  assertEquals(toDistance(await fromFile(bytes), noise), 0);
  const lossy = await pack(toSharp(photo).webp({ quality: 90 }));
  const again = await fromFile((await filterFile(lossy, "contrast", NOTHING)).bytes);
  assert(toMeanDistance(again, await fromFile(lossy)) < 3);
});

// Its modes exceed 512 KiB only with so many pixels, for which a busy machine needs more than a minute.
const LIMIT = { timeout: 600_000 };
Deno.test("a lossy WebP stores 16 million pixels of noise, the worst case of its prediction modes", LIMIT, () => {
  const side = 4096, rows = paintNoise(side, 16, true).data, data = new Uint8ClampedArray(4 * side * side);
  for (let at = 0; at < data.length; at += rows.length) data.set(rows, at);
  const file = encodeWebp(createWebpEncoderPool(modules.webpEncoder), { width: side, height: side, data });
  assert(file.length > 1_000_000);
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

Deno.test("damaged data is an error, and the next image is decoded correctly", async () => {
  const good = PNGS["8-bit alpha"]!;
  for (const file of [...Object.values(PNGS), ...Object.values(JPEGS), await pack(toSharp(photo).webp())]) {
    const bad = file.slice();
    bad.fill(0x55, Math.floor(bad.length / 2), bad.length - 20);
    try {
      await filterFile(bad, "invert");
    } catch (error) {
      assert(error instanceof ImageError && error.code === "broken_image");
    }
    const { bytes } = await filterFile(good, "contrast", NOTHING);
    assertEquals(toDistance(await fromFile(bytes), await fromFile(good)), 0);
  }
});
