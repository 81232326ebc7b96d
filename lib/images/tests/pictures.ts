import sharp, { type GifOptions, type Sharp, type WebpOptions } from "sharp";
import { createCodecs } from "../codecs/mod.ts";
import { type FilterName, getFilter } from "../filters/table.ts";
import { createTools } from "../filters/tools.ts";
import { createPipeline, type PipelineInput, type PipelineOutput } from "../pipeline.ts";
import { type FilterOptions, type Plan, planPipeline } from "../plan.ts";
import type { Pixels } from "../pixels.ts";
import { probe } from "../probe.ts";
import { readSteps } from "../steps.ts";
import { modules } from "../wasm/modules.js";

/** The codecs of all tests of a file. */
export const codecs = createCodecs(modules);

const run = createPipeline(modules, { codecs });
const tools = createTools(modules);

/** Filters a copy of pixels, with the default or an example of a value that is not given. */
export function applyFilter(
  name: FilterName,
  pixels: Pixels,
  { strength }: { readonly strength?: number | string } = {},
): Pixels {
  const copy = { ...pixels, data: pixels.data.slice() };
  const value = strength === undefined ? toStep(name).split(":")[1] ?? "" : String(strength);
  return getFilter(name).createKernel(value, tools).apply(copy) ?? copy;
}

/** Returns a step with its default or an example. */
export function toStep(name: FilterName): string {
  const { parameter } = getFilter(name);
  if (parameter === undefined) return name;
  return `${name}:${"default" in parameter ? parameter.default : parameter.example}`;
}

/** What {@linkcode filterFile} does besides filtering; `strength` is that of a single step. */
export type FilterFileOptions = FilterOptions & Pick<PipelineInput, "memoryBytes"> & { readonly strength?: number };

/** A filtered file. */
export type FilteredFile = PipelineOutput & Pick<Plan, "format">;

/** Filters a file in this thread: `filterFile(bytes, "greyscale,blur:3", { format: "png" })`. */
export function filterFile(
  bytes: Uint8Array<ArrayBuffer>,
  chain: string,
  { strength, memoryBytes, ...options }: FilterFileOptions = {},
): Promise<FilteredFile> {
  // Tests wait for files of sharp anyway, and for an error of either in the same way.
  return Promise.resolve().then(() => {
    const steps = readSteps(chain, { strength: strength?.toString(), width: 1 });
    const plan = planPipeline(probe(bytes), steps, options);
    return { ...run({ source: bytes, plan, memoryBytes }), format: plan.format };
  });
}

/** Decodes a file and encodes it again, in the same format or in another, with a filter that changes nothing. */
export async function convertFile(
  bytes: Uint8Array<ArrayBuffer>,
  format?: FilterOptions["format"],
  memoryBytes?: number,
): Promise<FilteredFile> {
  return await filterFile(bytes, "contrast", { strength: 0, format, memoryBytes });
}

/** Decodes a file, by way of PNG. Returns the pixels. */
export async function decodeFile(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels & { isTruncated: boolean }> {
  const result = await convertFile(bytes, "png");
  return { ...await fromFile(result.bytes), isTruncated: result.isTruncated };
}

/** Draws pixels: `paint(4, 3, (x, y) => [x, y, 0, 255])`. */
export function paint(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number, number],
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const pixel = colour(x, y);
      for (let i = 0; i < 4; i++) data[at + i] = pixel[i]!;
    }
  }
  return { width, height, data };
}

/** Draws a reproducible image like a photograph: smooth areas, edges and a little noise. */
export function paintPhoto(width: number, height: number): Pixels {
  let seed = 7;
  const noise = () => (seed = Math.imul(seed, 1103515245) + 12345 | 0) >>> 28;
  return paint(width, height, (x, y) => {
    const light = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height / 3) ** 2 ? 90 : 0;
    return [40 + 120 * x / width + light + noise(), 60 + 100 * y / height + noise(), 150 - light + noise(), 255];
  });
}

/** Draws reproducible noise: every value of every channel, including alpha. */
export function paintNoise(width: number, height: number, isOpaque = false): Pixels {
  let seed = 99;
  const next = () => (seed = Math.imul(seed, 1664525) + 1013904223 | 0) >>> 24;
  return paint(width, height, () => [next(), next(), next(), isOpaque ? 255 : next()]);
}

/** Draws reproducible noise of 1,024 colours, for which the encoder of lossless WebP needs most memory. */
export function paintColours(width: number, height: number): Pixels {
  let seed = 1;
  const next = () => (seed = Math.imul(seed, 1103515245) + 12345 | 0) >>> 22;
  return paint(width, height, () => {
    const colour = next();
    return [colour >> 2, (colour & 3) * 60, colour & 255, 255];
  });
}

/** Passes pixels to sharp, which the tests compare with. */
export function toSharp({ width, height, data }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Returns the file of an image of sharp: a copy, because its buffers may share memory. */
export async function pack(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await image.toBuffer());
}

/** Encodes pixels as PNG with sharp. */
export async function toPng(pixels: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  return await pack(toSharp(pixels).png());
}

/** Joins frames of the same size to an animation with sharp. */
export async function animate(
  frames: readonly Pixels[],
  format: "gif" | "webp",
  options: GifOptions & WebpOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const joined = sharp(await Promise.all(frames.map(toPng)), { join: { animated: true } });
  return await pack(joined[format](options));
}

/** Decodes a file to RGBA with sharp; `page` is a frame of an animation. */
export async function fromFile(bytes: Uint8Array, page = 0): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { page }).toColourspace("srgb").ensureAlpha().raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

/** Decodes all frames of an animation to RGBA with sharp; transparent pixels are 0. */
export async function fromAnimation(bytes: Uint8Array): Promise<Pixels[]> {
  const { data, info } = await sharp(bytes, { animated: true }).toColourspace("srgb").ensureAlpha().raw()
    .toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  const frameBytes = info.width * height * 4;
  return Array.from({ length: info.height / height }, (_, page) => {
    const frame = new Uint8ClampedArray(data.subarray(page * frameBytes, (page + 1) * frameBytes));
    return { width: info.width, height, data: frame.map((value, i) => frame[i | 3] === 0 ? 0 : value) };
  });
}

/** Returns the largest difference between two images in any channel of any pixel. */
export function toDistance(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return Infinity;
  let worst = 0;
  for (let i = 0; i < one.data.length; i++) worst = Math.max(worst, Math.abs(one.data[i]! - other.data[i]!));
  return worst;
}

/** Returns the mean difference between two images over all channels. */
export function toMeanDistance(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return Infinity;
  let sum = 0;
  for (let i = 0; i < one.data.length; i++) sum += Math.abs(one.data[i]! - other.data[i]!);
  return sum / one.data.length;
}
