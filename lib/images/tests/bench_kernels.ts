// deno-lint-ignore-file no-console -- its output is read by the benchmark
// Runs some mixed jobs in one thread, as a worker does, and then measures every filter on opaque pixels and on others:
// deno run bench_kernels.ts <jobs>. Prints nanoseconds of processor time for each pixel.
import process from "node:process";
import { createCodecs } from "../codecs/mod.ts";
import { type FilterInfo, FILTERS, getFilter } from "../filters/table.ts";
import { createTools } from "../filters/tools.ts";
import { FORMATS } from "../format.ts";
import { createPipeline } from "../pipeline.ts";
import { planPipeline } from "../plan.ts";
import { createPixels, type Frame } from "../pixels.ts";
import { readHeader } from "../probe.ts";
import { modules } from "../wasm/modules.js";

/** The picture fits into the processor's cache, because memory is slower in a process that has used much of it. */
const WIDTH = 480, HEIGHT = 270;

/** How often each is measured. The fastest run counts, because other programs disturb it least. */
const RUNS = 30;

const codecs = createCodecs(modules);
const tools = createTools(modules);
let seed = 1;

// The first job of a worker frees its pixels. From then on V8 checks at each access that a buffer is still there, which
// takes a nanosecond; no worker works without it.
runJobs(1 + Number(Deno.args[0]));
const figures: Record<string, number> = {};
for (const isOpaque of [true, false]) {
  const suffix = isOpaque ? "" : ", alpha";
  const picture = paint(WIDTH, HEIGHT, isOpaque);
  for (const filter of FILTERS) {
    const kernel = getFilter(filter.name).createKernel(toDefault(filter), tools);
    figures[filter.name + suffix] = measure(picture, (frame) => void kernel.apply(frame));
  }
  for (const format of ["jpeg", "png", "gif"] as const) {
    figures[`encode ${format}${suffix}`] = measure(picture, (frame) => encode(format, frame));
  }
}
console.log(JSON.stringify(figures));
Deno.exit(0);

/** Filters pictures of all kinds and formats, small and large. */
function runJobs(count: number): void {
  const run = createPipeline(modules);
  for (let i = 0; i < count; i++) {
    const source = encode(pick(FORMATS), paint(pick([20, 200, 640]), pick([15, 150, 480]), next() % 2 === 0));
    const steps = Array.from({ length: 1 + next() % 3 }, () => {
      const filter = pick(FILTERS);
      return `${filter.name}:${toDefault(filter)}`;
    });
    run({ source, plan: planPipeline(readHeader(source), steps, { format: pick(FORMATS) }) });
  }
}

function toDefault({ parameter }: FilterInfo): string {
  if (parameter === undefined) return "";
  return String("default" in parameter ? parameter.default : parameter.example);
}

function encode(format: (typeof FORMATS)[number], frame: Frame): Uint8Array<ArrayBuffer> {
  const options = { ...frame, frames: 1, loop: 0, lossless: false, fullChroma: false, colour: {} };
  const encoder = codecs[format].createEncoder(options);
  encoder.add(frame);
  return encoder.finish();
}

function measure(picture: Frame, work: (frame: Frame) => void): number {
  let best = Infinity;
  for (let i = 0; i < RUNS; i++) {
    const frame = { ...picture, data: picture.data.slice() };
    const before = process.cpuUsage();
    work(frame);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) * 1000 / (WIDTH * HEIGHT));
  }
  return best;
}

/** Paints a gradient with a little noise. */
function paint(width: number, height: number, isOpaque: boolean): Frame {
  const frame = createPixels(width, height);
  const { data } = frame;
  for (let i = 0; i < data.length; i++) {
    const isAlpha = i % 4 === 3;
    data[i] = isAlpha && isOpaque ? 255 : (i / width >> 3 & 127) + (next() & 15) + 30 * (i % 4);
  }
  return { ...frame, delay: 0, isOpaque };
}

function next(): number {
  seed = Math.imul(seed, 1664525) + 1013904223 | 0;
  return seed >>> 16;
}

function pick<T>(items: readonly T[]): T {
  return items[next() % items.length]!;
}
