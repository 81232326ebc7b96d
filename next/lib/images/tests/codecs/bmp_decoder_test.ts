import { assertEquals, assertRejects } from "@std/assert";
import { decodeBmp } from "../../codecs/bmp_decoder.ts";
import { ImageError } from "../../image_error.ts";
import { type BmpOptions, writeBmp } from "./bmp_writer.ts";
import { decodeFile, filterFile, paint, paintNoise, toDistance } from "../pictures.ts";

const SIZES = [[1, 1], [7, 5], [34, 9]] as const;

Deno.test("a BMP of 24 or 32 bits is decoded exactly, bottom-up and top-down", async () => {
  for (const [width, height] of SIZES) {
    const noise = paintNoise(width, height, true);
    for (const bits of [24, 32] as const) {
      for (const topDown of [false, true]) {
        for (const headerBytes of [40, 108, 124]) {
          const file = writeBmp(noise, { bits, topDown, headerBytes });
          assertEquals(toDistance(await decodeFile(file), noise), 0, `${width} × ${height}, ${bits} bits`);
        }
      }
    }
  }
});

Deno.test("a BMP with a colour table is decoded exactly", async () => {
  for (const [width, height] of SIZES) {
    for (const bits of [1, 2, 4, 8] as const) {
      const toIndex = (x: number, y: number) => (x + 2 * y) % 2 ** bits;
      const picture = paint(width, height, (x, y) => [toIndex(x, y) * 9 % 256, 40, toIndex(x, y), 255]);
      for (const headerBytes of [12, 16, 40, 64, 124]) {
        const decoded = await decodeFile(writeBmp(picture, { bits, headerBytes }));
        assertEquals(toDistance(decoded, picture), 0, `${width} × ${height}, ${bits} bits`);
      }
    }
  }
});

Deno.test("a BMP with masks is decoded with the precision of its bits, and with alpha if it has a mask", async () => {
  const noise = paintNoise(31, 17);
  const kinds: Record<string, [BmpOptions, number]> = {
    "5 bits each": [{ bits: 16 }, 4],
    "5, 6, 5 bits": [{ bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0] }, 4],
    "4 bits each": [{ bits: 16, masks: [0xf00, 0xf0, 0xf, 0xf000] }, 9],
    "a byte each": [{ bits: 32, masks: [0xff, 0xff00, 0xff0000, 0xff000000] }, 0],
    "a byte each, new header": [{ bits: 32, masks: [0xff0000, 0xff00, 0xff, 0xff000000], headerBytes: 124 }, 0],
    "10 bits each": [{ bits: 32, masks: [0x3ff00000, 0xffc00, 0x3ff, 0] }, 0],
  };
  for (const [name, [options, tolerance]] of Object.entries(kinds)) {
    const decoded = await decodeFile(writeBmp(noise, options));
    const hasAlpha = (options.masks?.[3] ?? 0) !== 0;
    const wanted = hasAlpha ? noise : paintNoise(31, 17);
    if (!hasAlpha) {
      for (let i = 3; i < wanted.data.length; i += 4) wanted.data[i] = 255;
    }
    assertEquals(toDistance(decoded, wanted) <= tolerance, true, name);
  }
});

Deno.test("a BMP whose alpha channel is empty is opaque, as in browsers", async () => {
  const noise = paintNoise(5, 4, true);
  const empty = { ...noise, data: noise.data.map((level, i) => i % 4 === 3 ? 0 : level) };
  const masks = [0xff0000, 0xff00, 0xff, 0xff000000] as const;
  const { data } = await decodeFile(writeBmp(empty, { bits: 32, masks, headerBytes: 124 }));
  assertEquals(data, noise.data);
});

Deno.test("a BMP whose pixel offset points into its colour table is decoded after the table", async () => {
  const picture = paint(7, 6, (x, y) => [20 * x, 40 * y, 9, 255]);
  const file = writeBmp(picture, { bits: 8 });
  const runs = writeRuns(8, [5, 1, 0, 0, 5, 1, 0, 0, 5, 1]);
  const green = paint(5, 3, () => B);
  // The colour table is from 54 to 1078. The padding of the last row may be missing.
  const cases = [[100, file, picture], [54, file.slice(0, -1), picture], [54, runs, green]] as const;
  for (const [offset, bmp, wanted] of cases) {
    new DataView(bmp.buffer).setUint32(10, offset, true);
    assertEquals(toDistance(await decodeFile(bmp), wanted), 0, `${offset}`);
  }
});

const A: Colour = [200, 10, 20, 255], B: Colour = [30, 140, 50, 255], NONE: Colour = [0, 0, 0, 0];
type Colour = [number, number, number, number];

/** Writes a BMP of 5 × 3 pixels with run-length encoding and the colours A and B. */
function writeRuns(bits: 4 | 8, data: readonly number[]): Uint8Array<ArrayBuffer> {
  const file = writeBmp(paint(5, 3, (x) => x % 2 === 0 ? A : B), { bits });
  const start = new DataView(file.buffer).getUint32(10, true);
  file[30] = bits === 8 ? 1 : 2;
  return Uint8Array.from([...file.subarray(0, start), ...data]);
}

Deno.test("a BMP with run-length encoding is decoded: runs, single pixels, jumps and line ends", async () => {
  // From the bottom: BBBBB; ABA, then a jump to the right and up; A.
  const rle8 = [5, 1, 0, 0, 0, 3, 0, 1, 0, 0, 0, 2, 1, 1, 1, 0, 0, 1];
  const rle4 = [5, 0x11, 0, 0, 0, 3, 0x01, 0x00, 0, 2, 1, 1, 1, 0x00, 0, 1];
  const rows = [[NONE, NONE, NONE, NONE, A], [A, B, A, NONE, NONE], [B, B, B, B, B]];
  for (const file of [writeRuns(8, rle8), writeRuns(4, rle4), writeRuns(8, rle8.slice(0, -2))]) {
    assertEquals(toDistance(await decodeFile(file), paint(5, 3, (x, y) => rows[y]![x]!)), 0);
  }
});

Deno.test("a BMP of OS/2 with run-length encoded colours is decoded", async () => {
  const file = writeBmp(paint(5, 3, () => A), { bits: 24, headerBytes: 64 });
  const [red, green, blue] = B;
  // From the bottom: BBBBB; three single pixels with a padding byte, BAB; the end.
  const single = [A, B].flatMap(([red, green, blue]) => [blue, green, red]);
  file.set([5, blue, green, red, 0, 0, 0, 3, blue, green, red, ...single, 0, 1, blue, green, red, 0, 1], 78);
  file[30] = 4;
  const rows = [[NONE, NONE, NONE, NONE, NONE], [B, A, B, B, NONE], [B, B, B, B, B]];
  assertEquals(toDistance(await decodeFile(file), paint(5, 3, (x, y) => rows[y]![x]!)), 0);
});

Deno.test("run-length encoding never writes outside of the image", async () => {
  for (const data of [[255, 1, 255, 1], [0, 2, 255, 255, 9, 1], [0, 200, 1], [0, 0, 0, 0, 0, 0, 0, 0, 5, 1], [], [0]]) {
    assertEquals((await decodeFile(writeRuns(8, data))).width, 5);
  }
});

Deno.test("run-length encoding reads no pixels beyond a row: a small file could ask for billions of them", () => {
  let checkpoints = 0;
  for (const run of [[255, 1], [0, 254, ...Array(254).fill(1)]]) {
    decodeBmp(writeRuns(8, Array(10_000).fill(run).flat()), () => checkpoints++);
  }
  // One for each file. Another one would follow after a million pixels.
  assertEquals(checkpoints, 2);
});

Deno.test("a BMP that is cut off, compressed or of an unknown version is an error", async () => {
  const file = writeBmp(paintNoise(9, 9, true), { bits: 24 });
  await assertRejects(() => filterFile(file.slice(0, -2), "invert"), ImageError, "cut off");
  await assertRejects(() => filterFile(file.slice(0, 20), "invert"), ImageError, "cut off");
  for (const [at, value, message] of [[30, 1, "compressed"], [28, 3, "3 bits"], [14, 15, "unknown version"]] as const) {
    const other = file.slice();
    other[at] = value;
    await assertRejects(() => filterFile(other, "invert"), ImageError, message);
  }
});
