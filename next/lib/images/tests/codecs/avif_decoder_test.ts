import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import sharp from "sharp";
import { concat, toUint32s } from "../../bytes.ts";
import { readColour } from "../../formats/colour.ts";
import { ImageError } from "../../image_error.ts";
import { probe, readHeader } from "../../probe.ts";
import { createAvif } from "./avif_files.ts";
import {
  convertFile,
  decodeFile,
  filterFile,
  fromFile,
  LIMITS,
  pack,
  paint,
  paintNoise,
  paintPhoto,
  toDistance,
  toMeanDistance,
  toSharp,
} from "../pictures.ts";

const photo = paintPhoto(70, 50);
const lossless = await pack(toSharp(photo).avif({ lossless: true, effort: 0 }));

Deno.test("an AVIF is decoded like sharp does, and returned as PNG", async () => {
  const images = {
    lossy: toSharp(photo).avif({ quality: 80, effort: 0 }),
    "full chroma": toSharp(photo).avif({ quality: 80, effort: 0, chromaSubsampling: "4:4:4" }),
    alpha: toSharp(paintNoise(40, 30)).avif({ quality: 90, effort: 0 }),
    grey: toSharp(photo).greyscale().toColourspace("b-w").avif({ quality: 80, effort: 0 }),
    "10 bits": toSharp(photo).avif({ quality: 80, effort: 0, bitdepth: 10 }),
  };
  for (const [name, image] of Object.entries(images)) {
    const file = await pack(image);
    const { bytes, format } = await convertFile(file);
    const distance = toMeanDistance(await fromFile(bytes), await fromFile(file));
    assertEquals([format, distance < 1.5], ["png", true], `${name}: ${distance}`);
  }
});

Deno.test("the profile of an AVIF is copied, to PNG and to other formats", async () => {
  const file = await pack(toSharp(photo).removeAlpha().withIccProfile("p3").avif({ effort: 0 }));
  const { icc } = await sharp(file).metadata();
  for (const format of ["png", "jpeg", "webp"] as const) {
    const { bytes } = await filterFile(file, "invert", { format });
    assertEquals((await sharp(bytes).metadata()).icc, icc, format);
  }
});

/** The picture in the files of avifenc. */
const gradient = paint(16, 16, (x, y) => [16 * x, 16 * y, 0, 255]);

Deno.test("an AVIF is turned and mirrored as its properties say", async () => {
  const patch = (property: string, value: number) => {
    const file = rename(createAvif("turned"), "irot", property);
    file[findContent(file, property)] = value;
    return file;
  };
  for (const turns of [0, 1, 2, 3]) {
    // The turn is to the left.
    const wanted = await fromFile(await pack(toSharp(gradient).rotate(-90 * turns).png()));
    assertEquals(toDistance(await decodeFile(patch("irot", turns)), wanted), 0, `${turns}`);
  }
  for (const [mode, mirrored] of [[0, toSharp(gradient).flip()], [1, toSharp(gradient).flop()]] as const) {
    const wanted = await fromFile(await pack(mirrored.png()));
    assertEquals(toDistance(await decodeFile(patch("imir", mode)), wanted), 0, `mirror ${mode}`);
  }
});

Deno.test("an AVIF of a grid of tiles is decoded in the order of its references", async () => {
  const file = createAvif("grid");
  const { data } = await fromFile(file);
  assert(toMeanDistance(await decodeFile(file), await fromFile(file)) < 1);
  // The number of references follows the number of the image, and each has two bytes.
  const at = findContent(file, "dimg") + 4;
  file.set([0, 2, 4, 6].flatMap((i) => [...file.subarray(at + 6 - i, at + 8 - i)]), at);
  const reversed = paint(128, 128, (x, y) => {
    const [red, green, blue] = data.subarray(((y ^ 64) * 128 + (x ^ 64)) * 4);
    return [red!, green!, blue!, 255];
  });
  // Its chroma is smoothed across the edges of tiles.
  assert(toMeanDistance(await decodeFile(file), reversed) < 2);
});

Deno.test("of an AVIF sequence the still image is decoded, or the first one", async () => {
  const sequence = createAvif("sequence");
  const files = {
    "with a still image": sequence,
    "with a track that cannot be read": rename(sequence, "tkhd", "skip"),
    "without a primary image": rename(sequence, "pitm", "skip"),
    "without images outside of its track": rename(sequence, "meta", "free"),
  };
  for (const [name, file] of Object.entries(files)) {
    const { width, height } = probe(file, LIMITS);
    assertEquals([width, height], [16, 16], name);
    assertEquals(toDistance(await decodeFile(file), gradient), 0, name);
  }
  const empty = rename(rename(sequence, "pitm", "skip"), "av01", "mp4v");
  assertThrows(() => probe(empty, LIMITS), ImageError, "an AVIF without an image");
});

Deno.test("other primaries of an AVIF become a cICP chunk", async () => {
  const file = createAvif("turned");
  // Display P3 and the transfer function of sRGB, two bytes each.
  file.set([0, 12, 0, 13], findContent(file, "nclx"));
  const { bytes } = await filterFile(file, "invert");
  assert(bytes.toHex().includes(`${toBytes("cICP").toHex()}0c0d0001`));
});

const toBytes = (text: string) => new TextEncoder().encode(text);

/** Returns where the content of the first box of a type starts. */
const findContent = (file: Uint8Array, type: string) => file.toHex().indexOf(toBytes(type).toHex()) / 2 + 4;

/** Replaces the type of all boxes of a kind. */
function rename(file: Uint8Array<ArrayBuffer>, from: string, to: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromHex(file.toHex().replaceAll(toBytes(from).toHex(), toBytes(to).toHex()));
}

Deno.test("an AVIF without pixel information is decoded, which libheif did not write until 2021", async () => {
  const noise = paintNoise(40, 30);
  const transparent = await pack(toSharp(noise).avif({ lossless: true, effort: 0 }));
  for (const [file, wanted] of [[lossless, photo], [transparent, await fromFile(transparent)]] as const) {
    assert(toMeanDistance(await decodeFile(rename(file, "pixi", "skip")), wanted) < 1);
  }
});

Deno.test("an AVIF with an invalid crop is decoded without it, like in browsers", async () => {
  assert(toMeanDistance(await decodeFile(rename(lossless, "pixi", "clap")), photo) < 1);
});

Deno.test("an AVIF whose last box has no length is decoded", async () => {
  const file = lossless.slice();
  const mdat = file.toHex().indexOf(toBytes("mdat").toHex()) / 2;
  file.fill(0, mdat - 4, mdat);
  assert(toMeanDistance(await decodeFile(file), photo) < 1);
});

/** Writes a box of the ISO base media file format. */
function toBox(type: string, ...content: (number | number[])[]): number[] {
  const body = content.flat();
  return [0, 0, 0, body.length + 8, ...toBytes(type), ...body];
}

/** Writes an AVIF without data: the number of its primary image, and the properties of all images. */
function toAvif(primary: number, ...properties: number[][]): Uint8Array<ArrayBuffer> {
  const pitm = toBox("pitm", 0, 0, 0, 0, 0, primary);
  const meta = toBox("meta", 0, 0, 0, 0, pitm, toBox("iprp", ...properties));
  return Uint8Array.from([...toBox("ftyp", ...toBytes("avif"), 0, 0, 0, 0), ...meta]);
}

Deno.test("probe() reads the size of the primary image of an AVIF, not of a larger one", () => {
  const sizes = [90, 30].map((side) => toBox("ispe", 0, 0, 0, 0, 0, 0, 0, side, 0, 0, 0, side));
  // Image 1 has the first property, and image 2, the primary one, the second.
  const file = toAvif(2, toBox("ipco", ...sizes), toBox("ipma", 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1, 1, 0, 2, 1, 2));
  const { width, height } = probe(file, LIMITS);
  assertEquals([width, height], [30, 30]);
});

Deno.test("the limit of pixels is that of other formats", () => {
  const limits = { ...LIMITS, maxPixels: 3499 };
  assertThrows(() => probe(lossless, limits), ImageError, "must have at most 3,499 pixels in a frame, got 3,500");
  assertEquals(probe(lossless, { ...LIMITS, maxPixels: 3500 }).framePixels, 3500);
});

Deno.test("an AVIF whose data is much larger than its header says is an error, because its memory is limited", async () => {
  const create = { width: 2000, height: 2000, channels: 3, background: "#347" } as const;
  const file = await pack(sharp({ create }).avif({ effort: 0 }));
  const ispe = file.toHex().indexOf(toBytes("ispe").toHex()) / 2;
  // The size after the type, version and flags.
  file.set([0, 0, 0, 8, 0, 0, 0, 8], ispe + 8);
  const error = await assertRejects(() => filterFile(file, "invert", { memoryBytes: 20_000_000 }), ImageError);
  assertEquals(error.code, "too_expensive", error.message);
  assert(toMeanDistance(await decodeFile(lossless), photo) < 1);
});

Deno.test("the pixels of an ordinary AVIF are those of its size, also with an alpha plane, tiles or frames", async () => {
  const small = paint(1, 1, () => [9, 9, 9, 99]);
  const files = {
    lossless,
    tiny: await pack(toSharp(small).avif({ effort: 0 })),
    alpha: await pack(toSharp(paintNoise(41, 31)).avif({ effort: 0 })),
    "12 bits": await pack(toSharp(photo).avif({ effort: 0, bitdepth: 12, chromaSubsampling: "4:4:4" })),
    grid: createAvif("grid"),
    sequence: createAvif("sequence"),
    "sequence without a still image": rename(createAvif("sequence"), "pitm", "skip"),
  };
  for (const [name, file] of Object.entries(files)) {
    const { width, height, framePixels, totalPixels } = probe(file, LIMITS);
    assertEquals([framePixels, totalPixels], [width * height, width * height], name);
  }
});

/** Returns where each tile of the grid states the position and the length of its data. */
const findTilePositions = (grid: Uint8Array) =>
  [1, 2, 3, 4].map((item) => findContent(grid, "iloc") + 8 + 14 * item + 6);

Deno.test("the data of all tiles counts, because each could have the same data, much larger than a tile", async () => {
  const side = 2560;
  const create = { width: side, height: side, channels: 3, background: "#347" } as const;
  const large = await pack(sharp({ create }).avif({ effort: 0 }));
  const data = large.subarray(findContent(large, "mdat"));
  const grid = createAvif("grid");
  const file = concat([grid, toUint32s(data.length + 8), toBytes("mdat"), data]);
  for (const at of findTilePositions(file)) file.set(toUint32s(grid.length + 8, data.length), at);
  const pixels = 4 * side ** 2 - 128 ** 2;
  const error = assertThrows(() => probe(file, LIMITS), ImageError, "pixels in a frame, got 26,198,016");
  assertEquals([error.code, readHeader(file).framePixels], ["too_many_pixels", pixels]);
});

Deno.test("the sizes of all tiles count, because the decoder scales what it decoded", () => {
  const file = createAvif("grid");
  const ispe = file.toHex().lastIndexOf(toBytes("ispe").toHex()) / 2;
  file.set(toUint32s(16_384, 16_384), ispe + 8);
  const error = assertThrows(() => probe(file, LIMITS), ImageError);
  assertEquals(error.code, "too_many_pixels");
});

Deno.test("an image of an AVIF without a sequence header is an error: it would use that of the tile before", () => {
  const file = createAvif("grid");
  const view = new DataView(file.buffer);
  const start = view.getUint32(findTilePositions(file)[1]!);
  // After a temporal delimiter of two bytes; the other type means padding.
  assertEquals(file[start + 2], 0x0a);
  file[start + 2] = 0x7a;
  assertThrows(() => probe(file, LIMITS), ImageError, "no sequence header");
  // A header ends with its unit. Otherwise thousands of them could share the same bytes.
  file.set([0x0a, 1], start + 2);
  assertThrows(() => probe(file, LIMITS), ImageError, "cut off");
});

Deno.test("a track of an AVIF with two tables of samples is an error", () => {
  const file = rename(rename(createAvif("sequence"), "pitm", "skip"), "stss", "stsz");
  assertThrows(() => probe(file, LIMITS), ImageError, "several tables");
});

Deno.test("an AVIF with more frames than layers is an error, because nothing could stop its decoder", async () => {
  const file = await pack(toSharp(photo).removeAlpha().avif({ lossless: true, effort: 0 }));
  const start = findContent(file, "mdat"), iloc = findContent(file, "iloc");
  // After a temporal delimiter of two bytes, and the sequence header with its length.
  const frame = start + 4 + file[start + 3]!;
  const repeat = (times: number, from = start) => {
    const repeated = concat([file, ...Array(times - 1).fill(file.subarray(from))]);
    const view = new DataView(repeated.buffer);
    view.setUint32(start - 8, repeated.length - start + 8);
    // The last number of the box is the length of the only image.
    view.setUint32(iloc - 8 + view.getUint32(iloc - 8) - 4, repeated.length - start);
    return repeated;
  };
  assert(toMeanDistance(await decodeFile(repeat(4)), photo) < 1);
  assertThrows(() => probe(repeat(5, frame), LIMITS), ImageError, "more than 4 frames");
  assertThrows(() => probe(repeat(5), LIMITS), ImageError, "more than 4 sequence headers");
});

Deno.test("the first image of an AVIF sequence has no more frames either", () => {
  const file = rename(createAvif("sequence"), "pitm", "skip");
  const offset = findContent(file, "stco") + 8, length = findContent(file, "stsz") + 12;
  const view = new DataView(file.buffer);
  const sample = file.subarray(view.getUint32(offset), view.getUint32(offset) + view.getUint32(length));
  const data = concat(Array(5).fill(sample));
  const repeated = concat([file, [0, 0, 0, 0], toBytes("mdat"), data]);
  new DataView(repeated.buffer).setUint32(file.length, data.length + 8);
  new DataView(repeated.buffer).setUint32(offset, file.length + 8);
  new DataView(repeated.buffer).setUint32(length, data.length);
  assertThrows(() => probe(repeated, LIMITS), ImageError, "more than 4 ");
});

Deno.test("a damaged AVIF is an error, and the next one is decoded", async () => {
  for (const length of [20, 100, lossless.length >> 1, lossless.length - 1]) {
    await assertRejects(() => decodeFile(lossless.slice(0, length)), ImageError);
  }
  const bad = lossless.slice();
  bad.fill(0x55, bad.length - 400, bad.length - 10);
  await assertRejects(() => decodeFile(bad), ImageError);
  assert(toMeanDistance(await decodeFile(lossless), photo) < 1);
});

Deno.test("readColour() ignores a colour box that ends early, even at the end of an AVIF", () => {
  const ispe = toBox("ispe", 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 9);
  for (const kind of ["", "nc", "nclx", "nclx\0\x0c"]) {
    const properties = toBox("ipco", ispe, toBox("colr", ...toBytes(kind)));
    const file = toAvif(1, toBox("ipma", 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 2), properties);
    assertEquals(readColour(file, probe(file, LIMITS)), {}, kind);
  }
});
