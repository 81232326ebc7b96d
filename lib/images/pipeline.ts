import type { Encoder } from "./codecs/codec.ts";
import { type Codecs, createCodecs } from "./codecs/mod.ts";
import { parseColour } from "./colour.ts";
import type { KernelTools } from "./filters/filter.ts";
import { getFilter } from "./filters/mod.ts";
import { createTools } from "./filters/tools.ts";
import { IMAGE_FORMATS, type WritableFormat } from "./format.ts";
import { readColour } from "./formats/colour.ts";
import { applyOrientation } from "./formats/orientation.ts";
import { brokenImageError, CancelledError, ImageError } from "./image_error.ts";
import { flatten, type Frame, freePixels, type Pixels } from "./pixels.ts";
import type { Plan } from "./plan.ts";
import { createResizerFactory, type ResizerFactory } from "./resize.ts";
import { roundCorners } from "./round_corners.ts";
import { type RefusedGrowth, withMemoryLimit } from "./wasm/memory_limit.ts";
import type { Modules } from "./wasm/modules.js";

/** A file to filter, and the plan for it. */
export interface PipelineInput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly plan: Plan;
  /** The bytes to which the memory of each codec may grow. Without it, to any size. */
  readonly memoryBytes?: number | undefined;
}

/** The filtered file. */
export interface PipelineOutput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: WritableFormat;
  /** Whether the source ended early, so that a part of the image is missing. */
  readonly isTruncated: boolean;
  /** Milliseconds that each stage took, over all frames, in the order of the stages. */
  readonly timings: Readonly<Record<"decode" | "filter" | "encode", number>>;
}

/**
 * Decodes, resizes, filters and encodes an image.
 *
 * @throws {ImageError} `broken_image` if the file cannot be decoded, `too_expensive` if that takes too much memory.
 */
export type Pipeline = (input: PipelineInput) => Promise<PipelineOutput>;

/** The garbage of an image with more pixels may be more than 60 MB, and is collected at once. */
const LARGE_PIXELS = 4_000_000;

/** Options of {@linkcode createPipeline}. */
export interface PipelineOptions {
  /** Throws a {@linkcode CancelledError} if the running work should give up. */
  readonly checkpoint?: () => void;
  /** Frees memory at once, where that is possible. */
  readonly collectGarbage?: () => void;
}

/** Creates a pipeline, which works on one image at a time, in the thread that calls it. */
export function createPipeline(
  modules: Modules,
  { checkpoint = () => {}, collectGarbage = () => {} }: PipelineOptions = {},
): Pipeline {
  const codecs = createCodecs(modules, checkpoint);
  const kernelTools = createTools(modules, checkpoint);
  const resizers = createResizerFactory(modules.resize, checkpoint);
  return async (input) => {
    const { plan: { header: { frames, totalPixels, format } }, memoryBytes = Infinity } = input;
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
        return await runFilter(input, { codecs, kernelTools, resizers, checkpoint, onDecoded });
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
  /** Throws if the work should give up. */
  readonly checkpoint: () => void;
  /** Called when a frame is decoded and filtered. */
  readonly onDecoded: () => void;
}

async function runFilter({ bytes: file, plan }: PipelineInput, tools: Tools): Promise<PipelineOutput> {
  const { codecs, kernelTools, checkpoint, onDecoded } = tools;
  const { header, steps, format, fit, position, radius, background } = plan;
  const timings = { decode: 0, filter: 0, encode: 0 };
  let lapStart = performance.now();
  // Adds the time since the last call to a stage.
  const lap = (stage: keyof typeof timings) => {
    const now = performance.now();
    timings[stage] += now - lapStart;
    lapStart = now;
  };
  const canRecolour = header.format === "gif" && format === "gif" && plan.decoding === undefined &&
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
    const rounded = radius === undefined ? frame : roundCorners(frame, radius, checkpoint);
    return { ...frame, ...(background ? flatten(rounded, parseColour(background), checkpoint) : rounded) };
  };
  for (const [index, kernel] of kernels.entries()) {
    // A palette is not measured itself, because it may have colours that no pixel uses.
    if (kernel.measure === undefined || (header.frames === 1 && !canRecolour)) continue;
    for await (const frame of readFrames(tools, file, plan)) kernel.measure(apply(frame, index));
  }
  lap("decode");
  let bytes = canRecolour ? codecs.recolourGif(file, { apply }) : undefined;
  let isTruncated = false;
  if (bytes === undefined) {
    const encoder = createEncoder(codecs, file, plan);
    let last: Frame | undefined;
    for await (const decoded of readFrames(tools, file, plan)) {
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
  return { bytes, format, isTruncated, timings };
}

/** Decodes resized, upright frames: all of them, or the first one if the output format has no animation. */
async function* readFrames(
  { codecs, resizers, checkpoint }: Tools,
  bytes: Uint8Array<ArrayBuffer>,
  { header, decoding, format }: Plan,
): AsyncGenerator<Frame> {
  const resize = decoding && resizers(decoding);
  const shrink = decoding?.shrink ?? 1;
  const [width, height] = [header.width, header.height].map((side) => Math.ceil(side / shrink));
  try {
    for await (const frame of codecs[header.format].decode(bytes, header, shrink)) {
      // The limits were checked against the header: a frame of another size would bypass them.
      if (frame.width !== width || frame.height !== height) throw brokenImageError("its sizes contradict each other");
      const upright = applyOrientation(resize?.(frame) ?? frame, header.orientation, checkpoint);
      if (upright.data !== frame.data) freePixels(frame);
      yield { ...frame, ...upright };
      if (!IMAGE_FORMATS[format].animates) return;
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

/** Returns whether a decoder in WebAssembly has trapped, so the file is damaged. Some throw a number for it. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || !(error instanceof Error);
}

function createEncoder(codecs: Codecs, bytes: Uint8Array<ArrayBuffer>, plan: Plan): Encoder {
  const { header, size, format, lossless, quality } = plan;
  return codecs[format].createEncoder({
    ...size,
    frames: IMAGE_FORMATS[format].animates ? header.frames : 1,
    loop: header.loop,
    colour: readColour(bytes, header),
    lossless,
    quality,
    fullChroma: header.fullChroma,
  });
}
