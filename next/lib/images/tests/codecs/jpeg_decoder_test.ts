import { assert, assertEquals, assertThrows } from "@std/assert";
import sharp, { type Sharp } from "sharp";
import type { Shrink } from "../../codecs/codec.ts";
import { decodeJpeg, type JpegDecoderExports } from "../../codecs/jpeg_decoder.ts";
import { InstancePool } from "../../wasm/instance_pool.ts";
import { modules } from "../../wasm/modules.js";
import { ImageError } from "../../image_error.ts";
import type { Pixels } from "../../pixels.ts";
import { createDice, mutate } from "../mutate.ts";
import { toComponents, toSegment, writeJpeg, type WriteJpegOptions } from "./jpeg_writer.ts";
import { fromFile, pack, paint, paintNoise, paintPhoto, toDistance, toMeanDistance, toSharp } from "../pictures.ts";

const pool = InstancePool.fromModule<JpegDecoderExports>(modules.jpegDecoder);

function decode(file: Uint8Array, shrink?: Shrink): Pixels {
  return pool.use((exports) => decodeJpeg(exports, file, shrink));
}

const ADOBE_RGB = toSegment(0xee, [...new TextEncoder().encode("Adobe"), 0, 100, 0, 0, 0, 0, 0]);
const JFIF = toSegment(0xe0, [...new TextEncoder().encode("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0]);

/** Asserts that a file is decoded to exactly the pixels that sharp (libjpeg-turbo) decodes. */
async function assertSame(file: Uint8Array<ArrayBuffer>, name: string): Promise<void> {
  const pixels = decode(file);
  assertEquals(toDistance(pixels, await fromFile(file)), 0, name);
}

const SIZES = [[1, 1], [2, 3], [5, 2], [7, 9], [8, 8], [15, 16], [17, 33], [67, 45]] as const;

Deno.test("JpegDecoder decodes every sampling and size exactly like sharp", async () => {
  const samplings = [[1, 1], [2, 1], [1, 2], [2, 2], [4, 1], [4, 2], [1, 4]] as const;
  for (const [width, height] of SIZES) {
    for (const [h, v] of samplings) {
      const file = writeJpeg({ width, height, components: toComponents(h, v), extra: JFIF });
      await assertSame(file, `${width}×${height}, ${h}×${v}`);
    }
    await assertSame(
      writeJpeg({ width, height, components: [{ id: 1, h: 2, v: 2 }] }),
      `grey ${width}×${height}`,
    );
  }
});

Deno.test("JpegDecoder decodes every structure of a file exactly like sharp", async () => {
  const size = { width: 67, height: 45 };
  const subsampled = toComponents(2, 2);
  const files: Record<string, WriteJpegOptions> = {
    "a restart after each MCU": { ...size, components: subsampled, restartInterval: 1 },
    "a restart after every third MCU": { ...size, components: toComponents(2, 1), restartInterval: 3 },
    "a scan for each component": { ...size, components: subsampled, scans: [[0], [1], [2]] },
    "a scan for two components": { ...size, components: subsampled, scans: [[0], [2, 1]], restartInterval: 2 },
    "components in reverse order": { ...size, components: [...subsampled].reverse() },
    "chroma finer than luma": { ...size, components: [1, 2, 3].map((id) => ({ id, h: id % 2 + 1, v: 1 })) },
    "Huffman tables omitted": { ...size, components: subsampled, omitsHuffmanTables: true },
    "a quantization table of 16 bits": { ...size, components: subsampled, hasWideQuantization: true },
    "RGB by the Adobe segment": { ...size, components: toComponents(1, 1), extra: ADOBE_RGB },
    "RGB by component ids": { ...size, components: toComponents(1, 1, [82, 71, 66]) },
    "JFIF overrides Adobe": { ...size, components: toComponents(1, 1), extra: [...JFIF, ...ADOBE_RGB] },
    "the same id for all components": { ...size, components: toComponents(2, 1, [1, 1, 1]), extra: JFIF },
    "no sign of the colour space": { ...size, components: toComponents(1, 1, [7, 8, 9]) },
  };
  for (const [name, options] of Object.entries(files)) await assertSame(writeJpeg(options), name);
});

Deno.test("JpegDecoder mixes the inks that sharp decodes from CMYK and YCCK", async () => {
  for (const transform of [0, 2]) {
    const extra = [...ADOBE_RGB.slice(0, -1), transform];
    const file = writeJpeg({ width: 67, height: 45, components: toComponents(2, 2, [1, 2, 3, 4]), extra });
    const inks = await sharp(file).pipelineColourspace("cmyk").toColourspace("cmyk").raw().toBuffer();
    const light = (i: number) => i % 4 === 3 ? 255 : (255 - inks[i]!) * (255 - inks[i | 3]!) / 255;
    const { data } = decode(file);
    assert(data.every((value, i) => Math.abs(value - light(i)) <= 0.5), `transform ${transform}`);
  }
});

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
        await assertSame(new Uint8Array(file), `${width}×${height}, ${JSON.stringify(kind)} ${chromaSubsampling}`);
      }
    }
  }
});

Deno.test("JpegDecoder shrinks common samplings and every size exactly like libjpeg-turbo", async () => {
  // Of the pixels that `djpeg -scale 1/2 -rgb -pnm` and so on (libjpeg-turbo 2.1.5) writes for all these files.
  const digests = {
    2: "60b947ee43b7afccdd955bbea23ef468830406caec2f88d0f4e59e3923355d73",
    4: "60eb2b0875ceeffd3860be23a1613452416c1498f6e813bab1ec6f7524c1153f",
    8: "2ccb746a49d2dddb0e05e80013d22fb759053c5e72d8c534e5e5d3027ab11d7d",
  };
  // Not 4 × 2, whose chroma we smooth at 1/8, where libjpeg-turbo repeats it.
  const samplings = [[1, 1], [2, 1], [1, 2], [2, 2], [4, 1], [1, 4]] as const;
  const files = SIZES.flatMap(([width, height]) =>
    samplings.map(([h, v]) => writeJpeg({ width, height, components: toComponents(h, v), extra: JFIF }))
  );
  for (const shrink of [2, 4, 8] as const) {
    const colours = files.flatMap((file) => [...decode(file, shrink).data.filter((_, i) => i % 4 < 3)]);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(colours))).toHex();
    assertEquals(digest, digests[shrink], `1/${shrink}`);
  }
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

/** A valid file that tests damage: its restart markers make it easy to cut. */
const VALID = writeJpeg({ width: 67, height: 45, components: toComponents(2, 2), restartInterval: 2 });

function findMarker(marker: number, nth = 0): number {
  let at = -1;
  for (let i = 0; i <= nth; i++) at = VALID.findIndex((byte, j) => j > at && byte === 0xff && VALID[j + 1] === marker);
  return at;
}

/** Replaces some bytes of the valid file. */
function patch(at: number, remove: number, ...values: number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...VALID.subarray(0, at), ...values, ...VALID.subarray(at + remove)]);
}

Deno.test("JpegDecoder rejects damaged files and decodes the next one", async () => {
  const frame = findMarker(0xc0);
  const scan = findMarker(0xda);
  const dcTable = findMarker(0xc4), acTable = findMarker(0xc4, 1);
  const segmentBytes = (at: number) => 2 + VALID[at + 2]! * 256 + VALID[at + 3]!;
  const files: Record<string, Uint8Array<ArrayBuffer>> = {
    "no quantization table": patch(findMarker(0xdb), 69),
    "another quantization table": patch(frame + 12, 1, 3),
    "another DC table": patch(scan + 6, 1, 0x20),
    "another AC table": patch(scan + 6, 1, 0x02),
    "more codes of one bit than fit": patch(dcTable + 5, 2, 3, 0),
    "more than 256 codes": patch(acTable + 5, 16, ...Array(16).fill(255)),
    "a DC code for values of 16 bits": patch(dcTable + 21, 1, 16),
    "a Huffman table of an unknown class": patch(dcTable + 4, 1, 0x20),
    "no component": patch(frame + 9, 1, 0),
    "two components": patch(frame + 9, 1, 2),
    "a component twice": patch(frame + 13, 1, 1),
    "a component twice in a scan": patch(scan + 7, 1, 1),
    "an unknown component in a scan": patch(scan + 7, 1, 9),
    "no component in a scan": patch(scan + 4, 7, 0),
    "a component with a sampling factor of 0": patch(frame + 11, 1, 0x20),
    "a component with a sampling factor of 5": patch(frame + 11, 1, 0x51),
    "two frames": patch(scan, 0, ...VALID.subarray(frame, frame + segmentBytes(frame))),
    "no frame": patch(frame, segmentBytes(frame)),
    "no scan": VALID.subarray(0, scan).slice(),
    "a scan cut off": patch(findMarker(0xd1), VALID.length - 2 - findMarker(0xd1)),
    "a restart marker too few": patch(findMarker(0xd1), 2),
    "a restart marker too early": patch(findMarker(0xd1) - 12, 12),
    "restart markers out of order": patch(findMarker(0xd1) + 1, 1, 0xd2),
    "a code that does not exist": patch(findMarker(0xd1) - 8, 6, 0xff, 0, 0xff, 0, 0xff, 0),
    "components without a scan": writeJpeg({ width: 9, height: 9, components: toComponents(1, 1), scans: [[0]] }),
  };
  for (const [name, file] of Object.entries(files)) {
    const error = assertThrows(() => decode(file), Error, undefined, name);
    const isImageError = error instanceof ImageError && ["broken_image", "unsupported_format"].includes(error.code);
    assert(isImageError, `${name}: ${error}`);
    await assertSame(VALID, `after ${name}`);
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

/** Writes one grey block. The codes of its AC coefficients are 00 (15 zeros, then a value of one bit) and 01 (EOB). */
function writeGreyBlock(
  marker: number,
  scans: readonly { spectral: number[]; data: number[] }[],
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...toSegment(0xdb, [0, ...new Array<number>(64).fill(16)]),
    ...toSegment(marker, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
    ...toSegment(0xc4, [0x00, 1, ...new Array<number>(15).fill(0), 3]),
    ...toSegment(0xc4, [0x10, 0, 2, ...new Array<number>(14).fill(0), 0xf1, 0x00]),
    ...scans.flatMap(({ spectral, data }) => [...toSegment(0xda, [1, 1, 0, ...spectral]), ...data]),
    ...[0xff, 0xd9],
  ]);
}

Deno.test("JpegDecoder ignores a run past the end of a block and rejects an invalid code", () => {
  const dc = { spectral: [0, 0, 0], data: [0b0100_1111] };
  const sequential = (data: number[]) => writeGreyBlock(0xc0, [{ spectral: [0, 63, 0], data }]);
  const first = (data: number[]) => writeGreyBlock(0xc2, [dc, { spectral: [1, 63, 0], data }]);
  const refinement = (data: number[]) => {
    const eob = { spectral: [1, 63, 0x01], data: [0b0111_1111] };
    return writeGreyBlock(0xc2, [dc, eob, { spectral: [1, 63, 0x10], data }]);
  };
  // Three values and EOB; three values and one for zigzag index 64; code 10, which does not exist.
  const files = [
    [sequential([0b0100_0010, 0b0100_1011]), sequential([0b0100_0010, 0b0100_1001]), sequential([0b0100_1011])],
    ...[first, refinement].map((
      write,
    ) => [write([0x24, 0b1011_1111]), write([0x24, 0b1001_1111]), write([0b1011_1111])]),
  ];
  const wanted = decode(files[0]![0]!);
  for (const [valid, tooLong, invalid] of files) {
    assertEquals(decode(valid!).data, wanted.data);
    assertEquals(decode(tooLong!).data, wanted.data);
    assertEquals(decode(tooLong!, 8).data, decode(valid!, 8).data);
    if (valid === files[0]![0]) assertThrows(() => decode(invalid!), ImageError, "damaged");
  }
  // Only details are missing, which a smaller image does not have anyway.
  const coarse = writeGreyBlock(0xc2, [dc]);
  for (const [, , invalid] of files.slice(1)) {
    assertEquals(decode(invalid!), { ...decode(coarse), isOpaque: false, isTruncated: true });
    assertEquals(decode(invalid!, 8), decode(coarse, 8));
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

Deno.test("JpegDecoder survives random damage and decodes the next file", async () => {
  const dice = createDice(5);
  const progressive = await pack(toSharp(paintPhoto(61, 47)).jpeg({ progressive: true }));
  const wanted = await fromFile(VALID);
  let rejected = 0;
  for (let i = 0; i < 200; i++) {
    const file = mutate(i % 2 === 0 ? VALID : progressive, dice);
    try {
      const { width, height } = decode(file, ([1, 2, 4, 8] as const)[(i >> 1) % 4]);
      assert(width * height > 0);
    } catch (error) {
      assert(error instanceof ImageError, `file ${i}: ${error}`);
      rejected++;
    }
    assertEquals(toDistance(decode(VALID), wanted), 0, `after file ${i}`);
  }
  assert(rejected > 30 && rejected < 200, `${rejected}`);
});
