import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Codecs } from "../codecs/mod.ts";
import { createCodecs } from "../codecs/mod.ts";
import { FILTERS, getFilter } from "../filters/mod.ts";
import { createTools } from "../filters/tools.ts";
import { type Format, FORMATS } from "../format.ts";
import { applyOrientation } from "../formats/orientation.ts";
import { CancelledError } from "../image_error.ts";
import type { Pixels } from "../pixels.ts";
import { readHeader } from "../probe.ts";
import { roundCorners } from "../round_corners.ts";
import { modules } from "../wasm/modules.js";
import { animate, pack, paint, paintNoise, paintPhoto, toSharp } from "./pictures.ts";

let calls = 0;
let lastCall = Infinity;
const checkpoint = () => {
  if (++calls >= lastCall) throw new CancelledError("given up");
};
const codecs = createCodecs(modules, checkpoint);
const tools = createTools(modules, checkpoint);

/** Returns how often work calls the checkpoint. */
async function countCalls(work: () => unknown): Promise<number> {
  calls = 0;
  await work();
  return calls;
}

async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels[]> {
  const header = readHeader(bytes);
  return await Array.fromAsync(codecs[header.format].decode(bytes, header));
}

function encode(frames: readonly Pixels[], format: Format, lossless = true): Uint8Array<ArrayBuffer> {
  const { width, height } = frames[0]!;
  const options = { width, height, frames: frames.length, loop: 0, lossless, fullChroma: true, colour: {} };
  const encoder = (codecs as Codecs)[format].createEncoder(options);
  for (const frame of frames) encoder.add({ ...frame, data: frame.data.slice(), delay: 100 });
  return encoder.finish();
}

/** Decodes, filters and encodes a file. */
async function run(
  bytes: Uint8Array<ArrayBuffer>,
  filter = FILTERS[0]!,
  format: Format = "png",
): Promise<Uint8Array> {
  const frames = await decode(bytes);
  const kernel = getFilter(filter).createKernel({ strength: 1 }, tools);
  for (const frame of frames) kernel.apply(frame);
  return encode(frames, format);
}

/** Work on a large image must call the checkpoint this much more often than on a small one. */
const MIN_CALLS = 2;

/** The sizes of the two images. */
const SMALL = [512, 256] as const, LARGE = [1024, 640] as const;

const drawing = (width: number, height: number) => paint(width, height, (x, y) => [x & 32, y & 32, (x ^ y) & 16, 255]);
const toBoth = (draw: (width: number, height: number) => Pixels) => [draw(...SMALL), draw(...LARGE)];
const PICTURES = { photo: toBoth(paintPhoto), drawing: toBoth(drawing), translucent: toBoth(paintNoise) };

/** Writes a small and a large file of each kind that is decoded by code of ours. */
const FILES: Record<string, () => Promise<Uint8Array<ArrayBuffer>>[]> = {
  PNG: () => PICTURES.photo.map((each) => pack(toSharp(each).png({ compressionLevel: 1 }))),
  "interlaced PNG": () =>
    PICTURES.photo.map((each) => pack(toSharp(each).png({ progressive: true, compressionLevel: 1 }))),
  JPEG: () => PICTURES.photo.map((each) => pack(toSharp(each).jpeg())),
  "progressive JPEG": () => PICTURES.photo.map((each) => pack(toSharp(each).jpeg({ progressive: true }))),
  GIF: () =>
    PICTURES.translucent.map((each) => pack(toSharp(each).removeAlpha().gif({ effort: 1, dither: 0, colours: 16 }))),
};

for (const [name, write] of Object.entries(FILES)) {
  Deno.test(`decoding calls the checkpoint after a part of the pixels: ${name}`, async () => {
    const [small, large] = await Promise.all(write());
    const few = await countCalls(() => decode(small!));
    const many = await countCalls(() => decode(large!));
    assert(few >= 1 && many - few >= MIN_CALLS, `${few} and ${many} calls`);
  });
}

for (const format of FORMATS.filter((format) => format !== "webp")) {
  for (const [kind, [small, large]] of Object.entries(PICTURES)) {
    Deno.test(`encoding calls the checkpoint after a part of the pixels: ${format}, ${kind}`, async () => {
      const few = await countCalls(() => encode([small!], format));
      const many = await countCalls(() => encode([large!], format));
      assert(few >= 1 && many - few >= MIN_CALLS, `${few} and ${many} calls`);
    });
  }
}

Deno.test("blurring, turning and rounding call the checkpoint after a part of the pixels", async () => {
  const pixels = PICTURES.photo[1]!;
  const wide = paintPhoto(4000, 20);
  assert(await countCalls(() => tools.blur(pixels, 3)) > LARGE[1]);
  // A wide image is blurred transposed.
  assert(await countCalls(() => tools.blur(wide, 3)) > 4000);
  assertEquals(await countCalls(() => roundCorners(drawing(...LARGE), "max", checkpoint)), LARGE[1]);
  for (const orientation of [2, 5, 6]) {
    const count = await countCalls(() => applyOrientation(pixels, orientation, checkpoint));
    assert(count >= LARGE[1] / 64, `${count}`);
  }
});

Deno.test("every frame of an animation calls the checkpoint, also in libwebp's codecs", async () => {
  const frames = [0, 1, 2, 3].map((i) => paint(40, 30, (x, y) => [x * 6, y * 8, i * 60, x === i ? 0 : 255]));
  for (const format of ["gif", "webp"] as const) {
    const file = await animate(frames, format);
    assert(await countCalls(() => decode(file)) >= 2 * frames.length, format);
  }
  for (const format of ["gif", "webp", "png"] as const) {
    assert(await countCalls(() => encode(frames, format)) >= 2 * frames.length, format);
  }
  // Finding what changes calls it for rows.
  assert(await countCalls(() => encode(frames, "webp", false)) >= 30 * (frames.length - 1));
});

Deno.test("a still WebP calls the checkpoint before and after their decoder", async () => {
  const image = toSharp(paintPhoto(30, 20));
  for (const file of [await pack(image.clone().webp())]) {
    assertEquals(await countCalls(() => decode(file)), 2);
    // Of a file that is cut off two decodings are compared.
    if (file[0] === 0x52) assert(await countCalls(() => decode(file.slice(0, -20))) >= 4);
  }
});

Deno.test("a job stops at the checkpoint that throws, and the next job is not affected", async () => {
  const photo = toSharp(paintPhoto(60, 45));
  const frames = [paintPhoto(30, 20), drawing(30, 20), paintNoise(30, 20)];
  const stills = await Promise.all([
    ...FORMATS.map((format) => pack(photo.clone()[format]())),
    ...[pack(photo.clone().jpeg({ progressive: true }))],
    pack(photo.clone().webp()).then((file) => file.slice(0, -20)),
  ]);
  const gif = await animate(frames, "gif");
  // Each decoder with one of the encoders, which do not know what was decoded; then the encoders of animations.
  const jobs = [
    ...stills.map((file, i) => [file, FORMATS[i % FORMATS.length]!] as const),
    [await animate(frames, "webp"), "gif"] as const,
    ...(["webp", "png"] as const).map((format) => [gif, format] as const),
  ];
  for (const [i, [file, format]] of jobs.entries()) {
    const filter = FILTERS[i % FILTERS.length]!;
    calls = 0;
    const wanted = await run(file, filter, format);
    const count = calls;
    for (const n of [1, 2, 3, Math.ceil(count / 4), Math.ceil(count / 2), count - 1, count]) {
      calls = 0;
      lastCall = n;
      await assertRejects(() => run(file, filter, format), CancelledError);
      assertEquals(calls, n, `${i} to ${format}: the work went on`);
      lastCall = Infinity;
    }
    assertEquals(await run(file, filter, format), wanted, `${i} to ${format}`);
  }
});
