import { eTag } from "@std/http";
import {
  type DrawingJob,
  type FilterJob,
  isLossless,
  type JobResult,
  type RunJob,
  toTargetFormat,
} from "@/lib/filters/job.ts";
import { planSteps } from "@/lib/filters/plan.ts";
import { parseColour } from "@/lib/images/colour.ts";
import type { Encoder } from "@/lib/images/codecs/codec.ts";
import { type Codecs, createCodecs } from "@/lib/images/codecs/mod.ts";
import type { KernelTools } from "@/lib/images/filters/filter.ts";
import { getFilter } from "@/lib/images/filters/mod.ts";
import { createTools } from "@/lib/images/filters/tools.ts";
import { IMAGE_FORMATS } from "@/lib/images/format.ts";
import { readColour } from "@/lib/images/formats/colour.ts";
import { applyOrientation } from "@/lib/images/formats/orientation.ts";
import { brokenImageError, CancelledError, ImageError } from "@/lib/images/image_error.ts";
import { flatten, type Frame, freePixels, type Pixels, type Size } from "@/lib/images/pixels.ts";
import { roundCorners } from "@/lib/images/round_corners.ts";
import { createResizerFactory, type ResizerFactory } from "@/lib/images/resize.ts";
import type { ResizePlan } from "@/lib/images/resize_plan.ts";
import { type RefusedGrowth, withMemoryLimit } from "@/lib/images/wasm/memory_limit.ts";
import type { Modules } from "@/lib/images/wasm/modules.js";

/** The garbage of an image with more pixels may be more than 60 MB, and is collected at once. */
const LARGE_PIXELS = 4_000_000;

/** Options of {@linkcode createRunJob}. */
export interface RunJobOptions {
  /** Throws a {@linkcode CancelledError} if the running job should give up. */
  readonly checkpoint?: () => void;
  /** Frees memory at once, where that is possible. */
  readonly collectGarbage?: () => void;
}

/** Creates the function that runs jobs, in the thread that calls it. */
export function createRunJob(
  modules: Modules,
  { checkpoint = () => {}, collectGarbage = () => {} }: RunJobOptions = {},
): RunJob {
  const codecs = createCodecs(modules, checkpoint);
  const kernelTools = createTools(modules, checkpoint);
  const resizers = createResizerFactory(modules.resize, checkpoint);
  return async (job) => {
    if ("svg" in job) return await runDrawing(job);
    const { header: { frames, totalPixels, format }, memoryBytes = Infinity } = job;
    return await withMemoryLimit(memoryBytes, async (getRefused) => {
      let hasGarbage = frames > 1 || format === "avif";
      // Collecting garbage takes 50 ms. Most still images leave none: `runFilter` frees their pixels. But an instance
      // that is dropped stays in memory until then, whatever the size of its picture.
      const release = () => {
        const hasDropped = codecs.release() || getRefused() !== undefined;
        if (hasDropped || (hasGarbage && totalPixels > LARGE_PIXELS)) collectGarbage();
      };
      try {
        // Before the encoder needs as much: a lossless WebP of 25 million pixels takes 570 MB that way instead of 686.
        const onDecoded = frames === 1 ? release : () => {};
        return await runFilter(job, { codecs, kernelTools, resizers, checkpoint, onDecoded });
      } catch (error) {
        hasGarbage = true;
        const refused = getRefused();
        throw refused === undefined || error instanceof CancelledError ? error : tooMuchMemoryError(refused, error);
      } finally {
        release();
      }
    });
  };
}

/** What a filter works with. */
interface Tools {
  readonly codecs: Codecs;
  readonly kernelTools: KernelTools;
  readonly resizers: ResizerFactory;
  /** Throws if the job should give up. */
  readonly checkpoint: () => void;
  /** Called when a frame is decoded and filtered. */
  readonly onDecoded: () => void;
}

async function runDrawing({ svg, side, format }: DrawingJob): Promise<JobResult> {
  // The rasterizer is a megabyte of code, so it is loaded with the first drawing.
  const { renderPng, renderWebp } = await import("@/lib/images/svg/render.ts");
  const bytes = format === "png" ? renderPng(svg, side) : await renderWebp(svg, side);
  return { bytes, format, etag: await eTag(bytes), isTruncated: false, timings: {} };
}

async function runFilter(job: FilterJob, tools: Tools): Promise<JobResult> {
  const { codecs, kernelTools, checkpoint, onDecoded } = tools;
  const { header, values: { fit, position, radius, background } } = job;
  const format = toTargetFormat(job);
  const timings = { decode: 0, filter: 0, encode: 0 };
  let lapStart = performance.now();
  // Adds the time since the last call to a stage.
  const lap = (stage: keyof typeof timings) => {
    const now = performance.now();
    timings[stage] += now - lapStart;
    lapStart = now;
  };
  const { decoding, steps, size } = planSteps(job);
  const canRecolour = header.format === "gif" && format === "gif" && decoding === undefined &&
    steps.every(({ filter }) => getFilter(filter).isPointOperation) && radius === undefined && background === undefined;
  const resize: KernelTools["resize"] = (pixels, box) => kernelTools.resize(pixels, { ...box, fit, position });
  const kernels = steps.map(({ filter, values }) => getFilter(filter).createKernel(values, { ...kernelTools, resize }));
  const apply = <P extends Pixels>(pixels: P, count = kernels.length): P => {
    let current = pixels;
    for (const kernel of kernels.slice(0, count)) {
      const next = { ...current, ...kernel.apply(current) };
      if (next.data !== current.data) freePixels(current);
      current = next;
      checkpoint();
    }
    return current;
  };
  const finish = (frame: Frame): Frame => {
    const rounded = radius === undefined ? frame : roundCorners(frame, radius);
    return { ...frame, ...(background ? flatten(rounded, parseColour(background), checkpoint) : rounded) };
  };
  for (const [index, kernel] of kernels.entries()) {
    // A palette is not measured itself, because it may have colours that no pixel uses.
    if (kernel.measure === undefined || (header.frames === 1 && !canRecolour)) continue;
    for await (const frame of readFrames(tools, job, decoding)) kernel.measure(apply(frame, index));
  }
  lap("decode");
  let bytes = canRecolour ? codecs.recolourGif(job.bytes, { apply }) : undefined;
  let isTruncated = false;
  if (bytes === undefined) {
    const encoder = createEncoder(codecs, job, size);
    let last: Frame | undefined;
    for await (const decoded of readFrames(tools, job, decoding)) {
      lap("decode");
      isTruncated ||= decoded.isTruncated ?? false;
      const frame = finish(apply(decoded));
      lap("filter");
      onDecoded();
      encoder.add(frame);
      lap("encode");
      last = frame;
    }
    bytes = encoder.finish();
    if (header.frames === 1 && last !== undefined) freePixels(last);
  }
  lap("encode");
  return { bytes, format, etag: await eTag(bytes), isTruncated, timings };
}

/** Decodes resized, upright frames: all of them, or the first one if the output format has no animation. */
async function* readFrames(
  { codecs, resizers, checkpoint }: Tools,
  job: FilterJob,
  plan: ResizePlan | undefined,
): AsyncGenerator<Frame> {
  const { bytes, header } = job;
  const resize = plan && resizers(plan);
  const shrink = plan?.shrink ?? 1;
  const [width, height] = [header.width, header.height].map((side) => Math.ceil(side / shrink));
  try {
    for await (const frame of codecs[header.format].decode(bytes, header, shrink)) {
      // The limits were checked against the header: a frame of another size would bypass them.
      if (frame.width !== width || frame.height !== height) throw brokenImageError("its sizes contradict each other");
      const upright = applyOrientation(resize?.(frame) ?? frame, header.orientation, checkpoint);
      if (upright.data !== frame.data) freePixels(frame);
      yield { ...frame, ...upright };
      if (!IMAGE_FORMATS[toTargetFormat(job)].animates) return;
    }
  } catch (error) {
    throw isTrap(error) ? brokenImageError("its data is damaged", error) : error;
  }
}

/** Creates the error for a file with which a codec needs more memory than an ordinary one of its size. */
function tooMuchMemoryError({ limit, got }: RefusedGrowth, cause: unknown): ImageError {
  const message = `Cannot filter the image: must take at most ${limit.toLocaleString("en")} bytes of memory, as ` +
    `ordinary files of its size do, but needs ${got.toLocaleString("en")} or more; save it again with another ` +
    "program, or use another format";
  return new ImageError("too_expensive", message, { details: { limit, got }, cause });
}

/** Returns whether a decoder in WebAssembly has given up, which is about the file. Some throw a number for it. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || !(error instanceof Error);
}

function createEncoder(codecs: Codecs, job: FilterJob, size: Size): Encoder {
  const { bytes, header } = job;
  const format = toTargetFormat(job);
  return codecs[format].createEncoder({
    ...size,
    frames: IMAGE_FORMATS[format].animates ? header.frames : 1,
    loop: header.loop,
    colour: readColour(bytes, header),
    lossless: isLossless(job),
    quality: job.values.quality,
    fullChroma: header.fullChroma,
  });
}
