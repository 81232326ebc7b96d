import { assert, assertEquals, assertThrows } from "@std/assert";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { toUint32s } from "../../bytes.ts";
import { decodeScanlines, type PngDecoderExports } from "../../codecs/png_decoder.ts";
import { inflateScanlines } from "../../codecs/png_scanlines.ts";
import { type PngImage, readPngImage } from "../../formats/png.ts";
import { ImageError } from "../../image_error.ts";
import type { Pixels } from "../../pixels.ts";
import { InstancePool } from "../../wasm/instance_pool.ts";
import { modules } from "../../wasm/modules.js";
import { createDice } from "../mutate.ts";
import { writeChunk, writePng } from "./png_chunks.ts";
import { fromFile, toDistance } from "../pictures.ts";

interface Kind {
  readonly colourType: number;
  readonly bitDepth: number;
  readonly isInterlaced: boolean;
  readonly hasTransparency: boolean;
}

/** Bit depths and samples per pixel of each colour type. */
const DEPTHS: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const KINDS: Kind[] = Object.entries(DEPTHS).flatMap(([type, depths]) =>
  depths.flatMap((bitDepth) =>
    [false, true].flatMap((isInterlaced) =>
      // Colours with alpha have no tRNS chunk.
      (Number(type) < 4 ? [false, true] : [false]).map((hasTransparency) => ({
        colourType: Number(type),
        bitDepth,
        isInterlaced,
        hasTransparency,
      }))
    )
  )
);

const dice = createDice(3);
const pool = InstancePool.fromModule<PngDecoderExports>(modules.png);

/** The sizes of the images that Adam7 consists of, by rounding as in the PNG specification. */
function toPassSizes(width: number, height: number): number[][] {
  // The columns and rows before each pass begins, and the steps between them as powers of two.
  const passes = [[7, 3, 7, 3], [3, 3, 7, 3], [3, 2, 3, 3], [1, 2, 3, 2], [1, 1, 1, 2], [0, 1, 1, 1], [0, 0, 0, 1]];
  return passes.map(([left, stepX, top, stepY]) => [(width + left!) >> stepX!, (height + top!) >> stepY!]);
}

/** Writes random scanlines with one filter type or random ones. */
function writeRandom(kind: Kind, width: number, height: number, filter?: number): Uint8Array<ArrayBuffer> {
  const { colourType, bitDepth, isInterlaced, hasTransparency } = kind;
  const rows: number[] = [];
  const samples = SAMPLES[colourType]!;
  for (const [columns, count] of isInterlaced ? toPassSizes(width, height) : [[width, height]]) {
    const bytes = Math.ceil(columns! * samples * bitDepth / 8);
    for (let y = 0; y < count! && columns! > 0; y++) {
      rows.push(filter ?? dice(5), ...Array.from({ length: bytes }, () => dice(3) === 0 ? dice(256) : dice(3)));
    }
  }
  const colours = Array.from({ length: 3 * (1 + dice(2 ** Math.min(bitDepth, 8))) }, () => dice(256));
  const transparency = colourType === 3 ? [dice(256)] : Array.from({ length: 2 * samples }, (_, i) => i % 2 * dice(2));
  return writePng(
    [...toUint32s(width, height), bitDepth, colourType, 0, 0, isInterlaced ? 1 : 0],
    ...(colourType === 3 ? [writeChunk("PLTE", Uint8Array.from(colours))] : []),
    ...(hasTransparency ? [writeChunk("tRNS", Uint8Array.from(transparency))] : []),
    writeChunk("IDAT", deflateSync(Uint8Array.from(rows))),
  );
}

function decode(image: PngImage): Pixels {
  const scanlines = inflateScanlines(image);
  return pool.use((exports) => decodeScanlines(exports, { ...image, scanlines }));
}

/** Decodes a file of 16 bits with sharp, which would cut its samples to 8 bits, and rounds them. */
async function fromWideFile(file: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(file).toColourspace("rgb16").ensureAlpha().raw({ depth: "ushort" })
    .toBuffer({ resolveWithObject: true });
  const samples = new Uint16Array(new Uint8Array(data).buffer);
  return { ...info, data: Uint8ClampedArray.from(samples, (sample) => Math.round(sample / 65_535 * 255)) };
}

async function assertLikeSharp(kind: Kind, file: Uint8Array, name: string): Promise<void> {
  const wanted = await (kind.bitDepth === 16 ? fromWideFile(file) : fromFile(file));
  assertEquals(toDistance(decode(readPngImage(file)), wanted), 0, `${JSON.stringify(kind)}, ${name}`);
}

Deno.test("decodeScanlines() decodes every colour type, bit depth, filter type and interlacing like sharp", async () => {
  for (const kind of KINDS) {
    // Incomplete bytes and vectors at the ends of rows.
    for (const filter of [0, 1, 2, 3, 4]) {
      await assertLikeSharp(kind, writeRandom(kind, 33, 21, filter), `filter type ${filter}`);
    }
  }
});

Deno.test("decodeScanlines() decodes every kind like sharp at sizes at which passes of Adam7 are empty", async () => {
  for (const kind of KINDS) {
    for (const [width, height] of [[1, 1], [1, 9], [9, 1], [3, 6], [5, 2]] as const) {
      await assertLikeSharp(kind, writeRandom(kind, width, height), `${width} × ${height}`);
    }
  }
});

Deno.test("decodeScanlines() decodes more rows than a strip has like sharp", async () => {
  for (const [colourType, bitDepth] of [[2, 8], [3, 4], [6, 16]] as const) {
    for (const isInterlaced of [false, true]) {
      const kind = { colourType, bitDepth, isInterlaced, hasTransparency: false };
      // A strip has 65,536 pixels, and the last pass of Adam7 half of the rows.
      await assertLikeSharp(kind, writeRandom(kind, 270, 500), "270 × 500");
    }
  }
});

Deno.test("decodeScanlines() rejects scanlines of which none is complete, or of an unknown filter type", () => {
  const parts = readPngImage(writeRandom({ ...KINDS[0]!, bitDepth: 1 }, 9, 3));
  for (const rows of [new Uint8Array(2), Uint8Array.of(0, 0, 0, 5, 0, 0, 0, 0, 0)]) {
    const data = [new Uint8Array(deflateSync(rows))];
    assertThrows(() => decode({ ...parts, data }), ImageError);
  }
});

Deno.test("inflateScanlines() ignores a little that follows the last scanline, and inflates no more than that", () => {
  const parts = readPngImage(writeRandom({ ...KINDS[0]!, bitDepth: 1 }, 9, 3));
  const inflate = (length: number) => {
    return inflateScanlines({ ...parts, data: [new Uint8Array(deflateSync(new Uint8Array(length)))] });
  };
  for (const length of [1000, 60_000]) assert(inflate(length).length < 100);
  assertThrows(() => inflate(100_000_000), ImageError, "does not fit its size");
});

Deno.test("decodeScanlines() compares only the low bits of the transparent grey", () => {
  const parts = readPngImage(writeRandom({ ...KINDS[0]!, colourType: 0, bitDepth: 1, hasTransparency: false }, 9, 3));
  const pixels = decode({ ...parts, transparency: Uint8Array.of(0, 255) });
  assertEquals(toDistance(pixels, decode({ ...parts, transparency: Uint8Array.of(0, 1) })), 0);
});

Deno.test("readPngImage() rejects a bit depth that the colour type does not allow", () => {
  for (const [colourType, bitDepth] of [[2, 4], [3, 16], [4, 1], [6, 2], [0, 3], [1, 8], [5, 8], [7, 8]] as const) {
    const file = writePng([0, 0, 0, 4, 0, 0, 0, 4, bitDepth, colourType, 0, 0, 0]);
    assertThrows(() => readPngImage(file), ImageError, "bit depth");
  }
});
