import { assertEquals } from "@std/assert";
import { inflateSync } from "node:zlib";
import fc from "@/tests/support/random.ts";
import { encodePng, type PngEncoderExports } from "../../codecs/png_encoder.ts";
import { readPngImage } from "../../formats/png.ts";
import type { Pixels } from "../../pixels.ts";
import { InstancePool } from "../../wasm/instance_pool.ts";
import { modules } from "../../wasm/modules.js";
import { fromFile, paint, paintNoise, paintPhoto, toDistance } from "../pictures.ts";

const pool = InstancePool.fromModule<PngEncoderExports>(modules.png);

function encode(pixels: Pixels): Uint8Array<ArrayBuffer> {
  return pool.use((exports) => encodePng(exports, pixels));
}

/** Asserts that sharp decodes the file to the same pixels, and zlib its data. Returns how it stores them. */
async function assertDecodes(pixels: Pixels, name: string): Promise<{ colourType: number; bitDepth: number }> {
  const file = encode(pixels);
  assertEquals(toDistance(await fromFile(file), pixels), 0, name);
  const { width, height, data, channels, bitDepth, colourType } = readPngImage(file);
  assertEquals(inflateSync(data[0]!).length, (Math.ceil(width * channels * bitDepth / 8) + 1) * height, name);
  return { colourType, bitDepth };
}

const KINDS: Record<string, (width: number, height: number) => Pixels> = {
  "all zeros": (width, height) => paint(width, height, () => [0, 0, 0, 0]),
  black: (width, height) => paint(width, height, () => [0, 0, 0, 255]),
  photo: paintPhoto,
  noise: (width, height) => paintNoise(width, height, true),
  "transparent noise": paintNoise,
  "one transparent pixel": (width, height) =>
    paint(width, height, (x, y) => [9, 8, 7, x === width - 1 && y === height - 1 ? 254 : 255]),
  columns: (width, height) => paint(width, height, (x) => [x * x, x % 7, 255 - x, 255]),
  rows: (width, height) => paint(width, height, (_, y) => [y * y, y % 7, 255 - y, y]),
};

for (const [kind, draw] of Object.entries(KINDS)) {
  Deno.test(`PngEncoder encodes ${kind} without loss at every size`, async () => {
    for (
      const [width, height] of [[1, 1], [1, 300], [300, 1], [2, 3], [5, 4], [17, 33], [64, 16], [9, 7300]] as const
    ) {
      await assertDecodes(draw(width, height), `${width} × ${height}`);
    }
    // More than one strip, and of what zlib compresses at once.
    await assertDecodes(draw(701, 130), "701 × 130");
  });
}

Deno.test("PngEncoder encodes more rows than a strip has, and rows that are a strip, without loss", async () => {
  await assertDecodes(paintNoise(1, 65_600), "1 × 65600");
  for (const kind of ["photo", "transparent noise", "columns"]) {
    await assertDecodes(KINDS[kind]!(65_537, 2), `65537 × 2, ${kind}`);
  }
});

Deno.test("PngEncoder encodes runs of every length without loss", async () => {
  const run = fc.record({ length: fc.integer({ min: 1, max: 700 }), colour: fc.integer({ min: 0, max: 3 }) });
  const property = fc.asyncProperty(
    fc.array(run, { minLength: 1, maxLength: 40 }),
    fc.integer({ min: 1, max: 90 }),
    fc.constantFrom(0xff000000, 0xfe000000),
    async (runs, width, alpha) => {
      const words = runs.flatMap(({ length, colour }) => Array<number>(length).fill(alpha | (colour * 0x015501)));
      const height = Math.ceil(words.length / width);
      const data = new Uint32Array(width * height).fill(alpha);
      data.set(words);
      await assertDecodes({ width, height, data: new Uint8ClampedArray(data.buffer) }, "runs");
    },
  );
  await fc.assert(property, { numRuns: 30 });
});

Deno.test("PngEncoder limits the length of Huffman codes without loss", async () => {
  // Each value is half as frequent as the one before: the rarest of 16 would get a code of 16 bits.
  const pixels = paint(1 << 16, 1, (x) => {
    const value = x === 0 ? 17 : 31 - Math.clz32(x & -x);
    return [value, value, value, 255];
  });
  await assertDecodes(pixels, "halves");
});

Deno.test("PngEncoder stores pixels with the fewest bits", async () => {
  const grey = (toLevel: (x: number) => number, alpha = 255) =>
    paint(260, 260, (x, y) => [toLevel(x + y), toLevel(x + y), toLevel(x + y), y === 0 ? alpha : 255]);
  // The colour type, the bit depth, and the pixels.
  const cases: [number, number, Pixels][] = [
    [0, 1, grey((i) => i % 2 * 255)],
    [0, 2, grey((i) => i % 4 * 85)],
    [0, 4, grey((i) => i % 16 * 17)],
    [0, 8, grey((i) => 3 * i)],
    [3, 2, grey((i) => 1 + i % 4)],
    [3, 2, grey((i) => i % 2 * 255, 7)],
    [4, 8, paint(40, 40, (x, y) => [x, x, x, 6 * y])],
    [3, 1, paint(260, 260, (x) => [x % 2 * 9, 200, 7, 255])],
    [3, 4, paint(260, 260, (x) => [x % 16, 200, 7, x % 2 * 255])],
    [3, 8, paint(260, 260, (x, y) => [x % 16, 200, y % 16, 255])],
    // In a small picture a palette may take more bytes than it saves.
    [6, 8, paint(32, 32, (x, y) => [200, 80, 40, 255 - 8 * Math.hypot(x - 16, y - 16)])],
    [2, 8, paint(40, 40, (x) => [6 * x, 90, 250 - 6 * x, 255])],
    [3, 2, paint(40, 40, (x, y) => [[0, 9, 200, 255][(x * x ^ y * 7) & 3]!, 80, 40, 255])],
    [2, 8, paint(40, 40, (x, y) => [x, 200, y, 255])],
    [6, 8, paint(40, 40, (x, y) => [x, 200, y, x])],
  ];
  for (const [colourType, bitDepth, pixels] of cases) {
    assertEquals(await assertDecodes(pixels, `type ${colourType}, ${bitDepth} bits`), { colourType, bitDepth });
  }
});
