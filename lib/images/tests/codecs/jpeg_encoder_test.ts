import { assert, assertEquals } from "@std/assert";
import sharp from "sharp";
import {
  convertFile,
  filterFile,
  fromFile,
  pack,
  paint,
  paintNoise,
  paintPhoto,
  toMeanDistance,
  toPng,
  toSharp,
} from "../pictures.ts";

const photo = paintPhoto(320, 240);

Deno.test("an encoded JPEG is at most 2 % larger than that of sharp at quality 90", async () => {
  const pictures = { photo, noise: paintNoise(200, 100, true), flat: paint(640, 480, (x) => [x >> 5, 90, 200, 255]) };
  for (const [name, pixels] of Object.entries(pictures)) {
    for (const chromaSubsampling of ["4:2:0", "4:4:4"]) {
      const source = await pack(toSharp(pixels).jpeg({ quality: 95, chromaSubsampling }));
      const { bytes } = await convertFile(source, "jpeg");
      const theirs = await sharp(source).jpeg({ quality: 90, chromaSubsampling }).toBuffer();
      assert(bytes.length <= 1.02 * theirs.length, `${name} ${chromaSubsampling}: ${bytes.length} of ${theirs.length}`);
    }
  }
});

Deno.test("a JPEG of any quality has the tables of sharp, is at most 5 % larger, and loses no more than a tenth more", async () => {
  const source = await toPng(photo);
  for (const quality of [1, 10, 49, 50, 51, 75, 89, 100]) {
    const { bytes } = await filterFile(source, "contrast", { strength: 0, format: "jpeg", quality });
    const theirs = await pack(toSharp(photo).jpeg({ quality, chromaSubsampling: "4:4:4" }));
    assertEquals(readTables(bytes), readTables(theirs), `quality ${quality}`);
    const [ours, sharps] = await Promise.all([bytes, theirs].map(async (file) => {
      return toMeanDistance(await fromFile(file), photo);
    }));
    assert(ours! <= 1.1 * sharps! + 0.05, `quality ${quality}: ${ours} instead of ${sharps}`);
    assert(bytes.length <= 1.05 * theirs.length, `quality ${quality}: ${bytes.length} of ${theirs.length}`);
  }
});

/** Returns the quantization tables of a JPEG, each with its number. */
function readTables(file: Uint8Array): string[] {
  const tables: string[] = [];
  for (let at = 2; file[at + 1] !== 0xda; at += 2 + (file[at + 2]! << 8 | file[at + 3]!)) {
    const content = file.subarray(at + 4, at + 2 + (file[at + 2]! << 8 | file[at + 3]!));
    for (let i = 0; file[at + 1] === 0xdb && i < content.length; i += 65) tables.push(content.slice(i, i + 65).toHex());
  }
  return tables;
}

Deno.test("a WebP with a quality is lossy, also if its source is not, and smaller with a lower one", async () => {
  const sizes: number[] = [];
  for (const quality of [100, 60, 5]) {
    const { bytes } = await filterFile(await toPng(photo), "contrast", { strength: 0, format: "webp", quality });
    assertEquals(new TextDecoder().decode(bytes.subarray(12, 16)), "VP8 ");
    sizes.push(bytes.length);
  }
  assertEquals(sizes, sizes.toSorted((a, b) => b - a));
});

Deno.test("a grey result has one component, is no larger than that of sharp, and loses no more", async () => {
  const grey = await pack(toSharp(photo).greyscale().toColourspace("b-w").jpeg({ quality: 95 }));
  const colour = await pack(toSharp(photo).jpeg({ quality: 95 }));
  for (
    const [file, filter] of [[grey, "contrast"], [colour, "greyscale"], [await toPng(photo), "greyscale"]] as const
  ) {
    const { bytes } = await filterFile(file, filter, { strength: 0, format: "jpeg" });
    const pixels = await fromFile((await filterFile(file, filter, { strength: 0, format: "png" })).bytes);
    const theirs = await pack(toSharp(pixels).toColourspace("b-w").jpeg({ quality: 90 }));
    assertEquals((await sharp(bytes).metadata()).channels, 1, filter);
    assert(bytes.length <= theirs.length, `${filter}: ${bytes.length} of ${theirs.length}`);
  }
});

Deno.test("a grey result keeps an RGB profile in three components, and a grey profile in one", async () => {
  const tagged = await pack(toSharp(photo).withIccProfile("p3").jpeg());
  const three = await sharp((await filterFile(tagged, "greyscale")).bytes).metadata();
  assertEquals([three.channels, three.icc?.toString("latin1", 16, 20)], [3, "RGB "]);
  const profile = new Uint8Array(three.icc!);
  profile.set(new TextEncoder().encode("GRAY"), 16);
  const segment = [...new TextEncoder().encode("ICC_PROFILE\0"), 1, 1, ...profile];
  const length = segment.length + 2;
  const plain = await pack(toSharp(photo).greyscale().toColourspace("b-w").jpeg());
  const grey = Uint8Array.of(0xff, 0xd8, 0xff, 0xe2, length >> 8, length & 255, ...segment, ...plain.subarray(2));
  const one = (await filterFile(grey, "invert")).bytes;
  assertEquals([(await sharp(one).metadata()).channels, one.toHex().includes(profile.toHex())], [1, true]);
  // Its three channels have 5, 6 and 5 bits, so the result is not grey.
  const dithered = (await filterFile(grey, "dither565")).bytes;
  assertEquals([(await sharp(dithered).metadata()).channels, dithered.toHex().includes(profile.toHex())], [3, false]);
});
