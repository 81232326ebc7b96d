import { assertEquals, assertThrows } from "@std/assert";
import { crc32, deflateSync } from "node:zlib";
import { decodeRarePng } from "@/lib/images/codecs/png_rare_decoder.ts";
import { readPngParts } from "@/lib/images/formats/png.ts";
import { ImageError } from "@/lib/images/image_error.ts";
import { createDice } from "@/tests/fuzz/mutate.ts";
import { fromFile, toDistance } from "@/tests/lib/images/pictures.ts";

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
      [false, true].map((hasTransparency) => ({ colourType: Number(type), bitDepth, isInterlaced, hasTransparency }))
    )
  )
);

const dice = createDice(3);

function toChunk(type: string, data: ArrayLike<number>): number[] {
  const bytes = new Uint8Array(12 + data.length), view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  new TextEncoder().encodeInto(type, bytes.subarray(4));
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return [...bytes];
}

/** The sizes of the images that Adam7 consists of, by rounding as in the PNG specification. */
function toPassSizes(width: number, height: number): number[][] {
  const [w, h] = [
    (by: number, plus: number) => (width + plus) >> by,
    (by: number, plus: number) => (height + plus) >> by,
  ];
  return [[w(3, 7), h(3, 7)], [w(3, 3), h(3, 7)], [w(2, 3), h(3, 3)], [w(2, 1), h(2, 3)], [w(1, 1), h(2, 1)], [
    w(1, 0),
    h(1, 1),
  ], [width, h(1, 0)]];
}

/** Writes random scanlines with random filter types. */
function writePng({ colourType, bitDepth, isInterlaced, hasTransparency }: Kind, width: number, height: number) {
  const rows: number[] = [], samples = SAMPLES[colourType]!;
  for (const [columns, count] of isInterlaced ? toPassSizes(width, height) : [[width, height]]) {
    const bytes = Math.ceil(columns! * samples * bitDepth / 8);
    for (let y = 0; y < count! && columns! > 0; y++) {
      rows.push(dice(5), ...Array.from({ length: bytes }, () => dice(3) === 0 ? dice(256) : dice(3)));
    }
  }
  const colours = Array.from({ length: 3 * (1 + dice(2 ** bitDepth)) }, () => dice(256));
  const transparency = colourType === 3 ? [dice(256)] : Array.from({ length: 2 * samples }, (_, i) => i % 2 * dice(2));
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...toChunk("IHDR", [0, 0, 0, width, 0, 0, 0, height, bitDepth, colourType, 0, 0, isInterlaced ? 1 : 0]),
    ...(colourType === 3 ? toChunk("PLTE", colours) : []),
    ...(hasTransparency && colourType < 4 ? toChunk("tRNS", transparency) : []),
    ...toChunk("IDAT", deflateSync(Uint8Array.from(rows))),
    ...toChunk("IEND", []),
  ]);
}

Deno.test("decodeRarePng() decodes every colour type, bit depth and interlacing exactly like sharp", async () => {
  for (const kind of KINDS) {
    for (const [width, height] of [[1, 1], [3, 2], [7, 5], [8, 8], [9, 17], [33, 21]] as const) {
      const file = writePng(kind, width, height);
      const pixels = decodeRarePng(readPngParts(file));
      assertEquals(toDistance(pixels, await fromFile(file)), 0, `${JSON.stringify(kind)}, ${width} × ${height}`);
    }
  }
});

Deno.test("decodeRarePng() rejects scanlines of which none is complete, or of an unknown filter type", () => {
  const parts = readPngParts(writePng({ ...KINDS[0]!, bitDepth: 1 }, 9, 3));
  for (const rows of [new Uint8Array(2), new Uint8Array(100_000), Uint8Array.of(0, 0, 0, 5, 0, 0, 0, 0, 0)]) {
    const data = [new Uint8Array(deflateSync(rows))];
    assertThrows(() => decodeRarePng({ ...parts, data }), ImageError);
  }
});

Deno.test("decodeRarePng() ignores a few bytes after the last scanline", () => {
  const parts = readPngParts(writePng({ ...KINDS[0]!, bitDepth: 1 }, 9, 3));
  const { isTruncated } = decodeRarePng({ ...parts, data: [new Uint8Array(deflateSync(new Uint8Array(1000)))] });
  assertEquals(isTruncated, undefined);
});

Deno.test("decodeRarePng() compares only the low bits of the transparent grey", () => {
  const parts = readPngParts(writePng({ ...KINDS[0]!, colourType: 0, bitDepth: 1, hasTransparency: false }, 9, 3));
  const pixels = decodeRarePng({ ...parts, transparency: Uint8Array.of(0, 255) });
  assertEquals(toDistance(pixels, decodeRarePng({ ...parts, transparency: Uint8Array.of(0, 1) })), 0);
});

Deno.test("decodeRarePng() requires the palette of indexed colours", () => {
  const parts = readPngParts(writePng({ ...KINDS[0]!, colourType: 3, bitDepth: 4 }, 9, 3));
  assertThrows(() => decodeRarePng({ ...parts, palette: undefined }), ImageError, "palette");
});

Deno.test("readPngParts() rejects a bit depth that the colour type does not allow", () => {
  for (const [colourType, bitDepth] of [[2, 4], [3, 16], [4, 1], [6, 2], [0, 3], [1, 8], [5, 8], [7, 8]] as const) {
    const file = writePng({ ...KINDS[0]!, bitDepth: 8 }, 4, 4);
    file.set(toChunk("IHDR", [0, 0, 0, 4, 0, 0, 0, 4, bitDepth, colourType, 0, 0, 0]), 8);
    assertThrows(() => readPngParts(file), ImageError, "bit depth");
  }
});

Deno.test("decodeRarePng() ignores a tRNS chunk of the wrong length", () => {
  const parts = readPngParts(writePng({ ...KINDS[0]!, colourType: 2, bitDepth: 8, hasTransparency: false }, 9, 3));
  for (const length of [0, 1, 4, 7]) {
    const pixels = decodeRarePng({ ...parts, transparency: new Uint8Array(length) });
    assertEquals(toDistance(pixels, decodeRarePng(parts)), 0);
  }
});
