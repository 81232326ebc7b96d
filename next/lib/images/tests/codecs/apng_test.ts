import { assertEquals, assertThrows } from "@std/assert";
import sharp from "sharp";
import { ImageError } from "../../image_error.ts";
import type { Format } from "../../format.ts";
import type { Pixels } from "../../pixels.ts";
import { readPngChunks } from "../../formats/png.ts";
import { probe } from "../../probe.ts";
import { type FrameOptions, writeApng } from "./apng_writer.ts";
import { convertFile, filterFile, fromAnimation, LIMITS, paint, paintNoise } from "../pictures.ts";

const SIZE = { width: 4, height: 1 };
const COLOURS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  r: [255, 0, 0, 255],
  g: [0, 255, 0, 255],
  b: [0, 0, 255, 255],
  // Half transparent red.
  h: [255, 0, 0, 128],
  "-": [0, 0, 0, 0],
};

function row(colours: string): Pixels {
  return paint(colours.length, 1, (x) => COLOURS[colours[x]!]!);
}

/** Converts an animation and shows its rows. */
async function show(file: Uint8Array<ArrayBuffer>, format: Format = "webp"): Promise<string[]> {
  const { bytes } = await convertFile(file, format);
  const names = new Map(Object.entries(COLOURS).map(([name, colour]) => [`${colour}`, name]));
  return (await fromAnimation(bytes)).map(({ data }) =>
    [0, 4, 8, 12].map((at) => names.get(`${data.subarray(at, at + 4)}`) ?? "?").join("")
  );
}

Deno.test("an APNG is composed by its disposal and blending methods", async () => {
  const frames = (...parts: [string, number, number, number][]): FrameOptions[] => [
    { pixels: row("rrrr") },
    ...parts.map(([colours, left, dispose, blend]) => ({ pixels: row(colours), left, dispose, blend })),
  ];
  const cases: [FrameOptions[], string[]][] = [
    [frames(["gg", 1, 0, 0], ["b", 3, 0, 0]), ["rrrr", "rggr", "rggb"]],
    [frames(["gg", 1, 1, 0], ["b", 3, 0, 0]), ["rrrr", "rggr", "r--b"]],
    [frames(["gg", 1, 2, 0], ["b", 3, 0, 0]), ["rrrr", "rggr", "rrrb"]],
    [frames(["g-", 1, 0, 0], ["b-", 2, 0, 1]), ["rrrr", "rg-r", "rgbr"]],
    [frames(["h-", 1, 0, 1], ["h-", 1, 0, 0]), ["rrrr", "rrrr", "rh-r"]],
    // The first frame cannot be restored to anything but nothing.
    [[{ pixels: row("rrrr"), dispose: 2 }, { pixels: row("g"), left: 1 }], ["rrrr", "-g--"]],
  ];
  for (const [parts, wanted] of cases) assertEquals(await show(writeApng(parts, SIZE)), wanted);
});

Deno.test("the still image of an APNG is shown only if it is its first frame", async () => {
  const frames = [{ pixels: row("rrrr") }, { pixels: row("gg"), left: 2 }];
  assertEquals(await show(writeApng(frames, { ...SIZE, hidden: row("bbbb") })), ["rrrr", "rrgg"]);
  assertEquals(await show(writeApng([], { ...SIZE, hidden: row("bbbb") }), "gif"), ["bbbb"]);
});

Deno.test("an APNG with a number beyond 2³¹ − 1 shows its still image, as in Chromium", async () => {
  const frames = [{ pixels: row("rrrr") }, { pixels: row("gg"), left: 2 }];
  const options = { ...SIZE, hidden: row("bbbb") };
  for (const invalid of [{ count: 0 }, { count: 2 ** 31 }, { count: 2 ** 32 - 1 }, { plays: 2 ** 31 }]) {
    const file = writeApng(frames, { ...options, ...invalid });
    assertEquals([await show(file), (await convertFile(file)).isTruncated], [["bbbb"], false], JSON.stringify(invalid));
  }
  assertEquals(await show(writeApng(frames, { ...options, count: 2 ** 31 - 1 })), ["rrrr", "rrgg"]);
});

Deno.test("delays and loops of an APNG are preserved; the denominator 0 means 100", async () => {
  const delays = [[1, 4], [3, 0], [1, 30], [0, 7], [2, 1]] as const;
  const frames = delays.map((delay, i) => ({ pixels: row(["rrrr", "gggg"][i % 2]!), delay }));
  for (const plays of [0, 1, 5]) {
    const file = writeApng(frames, { ...SIZE, plays });
    const { bytes } = await filterFile(file, "invert", { format: "webp" });
    const { delay, loop } = await sharp(bytes, { animated: true }).metadata();
    assertEquals([delay, loop], [[250, 30, 33, 0, 2000], plays]);
  }
});

Deno.test("an APNG that is filtered has the same delays and loops", async () => {
  const delays = [[1, 4], [1, 30], [1001, 30000], [65535, 1], [0, 1]] as const;
  const frames = delays.map((delay, i) => ({ pixels: row(["rrrr", "gggg"][i % 2]!), delay }));
  const { bytes, format } = await filterFile(writeApng(frames, { ...SIZE, plays: 3 }), "invert");
  const chunks = [...readPngChunks(bytes)].map(({ type, content }) => ({
    type,
    view: new DataView(content.buffer, content.byteOffset, content.byteLength),
  }));
  const controls = chunks.filter(({ type }) => type === "fcTL").map((
    { view },
  ) => [view.getUint16(20), view.getUint16(22)]);
  assertEquals([format, controls], ["png", delays.map((delay) => [...delay])]);
  const { view: control } = chunks.find(({ type }) => type === "acTL")!;
  assertEquals([control.getUint32(0), control.getUint32(4)], [5, 3]);
});

Deno.test("an APNG ends before the first chunk that contradicts the specification", async () => {
  const frames = ["rrrr", "gggg", "bbbb"].map((colours) => ({ pixels: row(colours) }));
  const count = async (file: Uint8Array<ArrayBuffer>) => {
    const { bytes, isTruncated } = await filterFile(file, "invert", { format: "webp" });
    return [(await sharp(bytes, { animated: true }).metadata()).pages ?? 1, isTruncated];
  };
  assertEquals(await count(writeApng(frames, SIZE)), [3, false]);
  assertEquals(await count(writeApng(frames, { ...SIZE, renumber: (n) => n < 3 ? n : n + 1 })), [2, true]);
  assertEquals(await count(writeApng(frames, { ...SIZE, count: 7 })), [3, true]);
  assertEquals(await count(writeApng(frames, { ...SIZE, count: 2 })), [2, false]);
  const outside = [...frames, { pixels: row("rr"), left: 3 }];
  assertEquals(await count(writeApng(outside, SIZE)), [3, true]);
  // Without a valid frame there is a still image.
  assertEquals(await count(writeApng(frames, { ...SIZE, renumber: (n) => n + 1 })), [1, false]);
});

Deno.test("an APNG that ends early shows the frames and rows before", async () => {
  const frames = [0, 1, 2].map((i) => ({ pixels: paintNoise(20 + i, 20) }));
  const file = writeApng(frames, { width: 22, height: 20, hidden: paintNoise(22, 20) });
  for (const [part, pages] of [[0.95, 3], [0.7, 2], [0.45, undefined]] as const) {
    const { bytes, isTruncated } = await filterFile(file.slice(0, part * file.length), "invert", { format: "webp" });
    assertEquals([isTruncated, (await sharp(bytes, { animated: true }).metadata()).pages], [true, pages], `${part}`);
  }
});

Deno.test("frames and pixels of an APNG are limited before it is decoded", () => {
  const frames = Array.from({ length: 1001 }, () => ({ pixels: row("rrrr") }));
  assertThrows(() => probe(writeApng(frames, SIZE), LIMITS), ImageError, "1,000 frames, got 1,001");
  const large = writeApng(frames.slice(0, 6), { width: 5000, height: 2000, hidden: row("r") });
  assertThrows(() => probe(large, LIMITS), ImageError, "pixels in all frames, got 60,000,000");
});
