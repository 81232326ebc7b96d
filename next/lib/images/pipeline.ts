import type { Encoder } from "./codecs/codec.ts";
import { type Codecs, createCodecs } from "./codecs/mod.ts";
import { parseColour } from "./colour.ts";
import { getFilter } from "./filters/table.ts";
import { createTools } from "./filters/tools.ts";
import type { Kernel, KernelTools } from "./filters/types.ts";
import { type Format, IMAGE_FORMATS } from "./format.ts";
import { readColour } from "./formats/colour.ts";
import { tooMuchMemoryError } from "./image_error.ts";
import { flatten, type Frame, freePixels, type Pixels } from "./pixels.ts";
import type { Plan } from "./plan.ts";
import { readFrames, type ReadFramesOptions } from "./read_frames.ts";
import { roundCorners } from "./corners.ts";
import { checkJob, type RefusedGrowth, withLimits } from "./wasm/limits.ts";
import type { Modules } from "./wasm/modules.js";

export { type Codecs, createCodecs };

/** A picture to filter, and the plan for it. */
export interface PipelineInput {
  /** A file, or the pixels of a still picture, which the pipeline changes and frees. */
  readonly source: Uint8Array<ArrayBuffer> | Pixels;
  readonly plan: Plan;
  /** The bytes to which the memory of each codec may grow. Without it, to any size. */
  readonly memoryBytes?: number | undefined;
}

/** The filtered file. */
export interface PipelineOutput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: Format;
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
export type Pipeline = (input: PipelineInput) => PipelineOutput;

/** The garbage of an image with more pixels may be more than 60 MB, and is collected at once. */
const LARGE_PIXELS = 4_000_000;

/** Options of {@linkcode createPipeline}. */
export interface PipelineOptions {
  /** Called between frames, steps and strips. What it throws ends the job. */
  readonly check?: () => void;
  /** Frees memory at once, where that is possible. */
  readonly collectGarbage?: () => void;
  /** The codecs, if they are shared with other work; by default its own. */
  readonly codecs?: Codecs;
}

/** Creates a pipeline, which works on one image at a time, in the thread that calls it. */
export function createPipeline(
  modules: Modules,
  { check = () => {}, collectGarbage = () => {}, codecs = createCodecs(modules) }: PipelineOptions = {},
): Pipeline {
  const kernelTools = createTools(modules);
  const tools = { codecs, kernelTools, resizers: kernelTools.resizers, collectGarbage };
  return (input) =>
    withLimits({ memoryBytes: input.memoryBytes ?? Infinity, check }, (getRefused) => {
      return new PipelineRun(input, { ...tools, getRefused }).run();
    });
}

/** What a run works with. */
interface Tools extends Omit<ReadFramesOptions, "plan">, Required<Omit<PipelineOptions, "check">> {
  readonly kernelTools: KernelTools;
  /** Returns the growth of a memory that was refused during the run. */
  readonly getRefused: () => RefusedGrowth | undefined;
}

/** One image on its way through the pipeline. */
class PipelineRun {
  readonly #tools: Tools;
  readonly #source: PipelineInput["source"];
  readonly #plan: Plan;
  /** The kernel of each step of the plan. */
  readonly #kernels: readonly Kernel[];
  readonly #timings = { decode: 0, filter: 0, encode: 0 };
  /** When the current stage began. */
  #stageStart = performance.now();
  /** Whether pixels are left in memory, because they are not freed one by one. */
  #hasGarbage: boolean;

  constructor({ source, plan }: PipelineInput, tools: Tools) {
    this.#tools = tools;
    this.#source = source;
    this.#plan = plan;
    this.#kernels = createKernels(plan, tools.kernelTools);
    this.#hasGarbage = plan.header.frames > 1;
  }

  run(): PipelineOutput {
    try {
      this.#measureFrames();
      const { bytes, isTruncated } = this.#recolour() ?? this.#convertFrames();
      return { bytes, format: this.#plan.format, isTruncated, timings: this.#timings };
    } catch (error) {
      this.#hasGarbage = true;
      const refused = this.#tools.getRefused();
      throw refused === undefined ? error : tooMuchMemoryError(refused, error);
    } finally {
      this.#releaseMemory();
    }
  }

  /** Shows all frames to the kernels whose result depends on all of them, as they are after the kernels before. */
  #measureFrames(): void {
    // A single frame measures itself. A palette cannot: it may have colours that no pixel uses.
    const isNeeded = this.#plan.header.frames > 1 || canRecolour(this.#plan);
    for (const [index, kernel] of this.#kernels.entries()) {
      if (!isNeeded || kernel.measure === undefined) continue;
      for (const frame of this.#readFrames()) kernel.measure(this.#applyKernels(frame, index));
    }
    this.#endStage("decode");
  }

  /** Filters the colour tables of a GIF instead of its pixels, if that is enough. */
  #recolour(): EncodedFile | undefined {
    if (!canRecolour(this.#plan) || !(this.#source instanceof Uint8Array)) return undefined;
    const kernel: Kernel = { apply: (colours) => this.#applyKernels(colours) };
    const bytes = this.#tools.codecs.recolourGif(this.#source, kernel);
    if (bytes === undefined) return undefined;
    this.#endStage("encode");
    return { bytes, isTruncated: false };
  }

  /** Decodes, filters and encodes frame by frame. */
  #convertFrames(): EncodedFile {
    const isStill = this.#plan.header.frames === 1;
    const encoder = createEncoder(this.#tools.codecs, this.#source, this.#plan);
    let isTruncated = false;
    let last: Frame | undefined;
    for (const decoded of this.#readFrames()) {
      this.#endStage("decode");
      isTruncated ||= decoded.isTruncated ?? false;
      const frame = this.#finishFrame(this.#applyKernels(decoded));
      this.#endStage("filter");
      // Before the encoder needs as much: a lossless WebP of 25 million pixels takes 570 MB that way instead of 686.
      if (isStill) this.#releaseMemory();
      encoder.add(frame);
      this.#endStage("encode");
      last = frame;
    }
    const bytes = encoder.finish();
    if (isStill && last !== undefined) freePixels(last);
    this.#endStage("encode");
    return { bytes, isTruncated };
  }

  #readFrames(): Generator<Frame> {
    return readFrames(this.#source, { ...this.#tools, plan: this.#plan });
  }

  /** Applies the first `count` kernels, by default all of them. */
  #applyKernels<P extends Pixels>(pixels: P, count = this.#kernels.length): P {
    let current = pixels;
    for (const kernel of this.#kernels.slice(0, count)) {
      const next = { ...current, ...kernel.apply(current) };
      if (next.data !== current.data) freePixels(current);
      current = next;
      checkJob();
    }
    return current;
  }

  /** Rounds the corners and fills the background, if the plan has them. */
  #finishFrame(frame: Frame): Frame {
    const { radius, background } = this.#plan;
    const rounded = radius === undefined ? frame : roundCorners(frame, radius);
    return { ...frame, ...(background ? flatten(rounded, parseColour(background)) : rounded) };
  }

  /** Adds the time since the end of the last stage to this one. */
  #endStage(stage: keyof PipelineOutput["timings"]): void {
    const now = performance.now();
    this.#timings[stage] += now - this.#stageStart;
    this.#stageStart = now;
  }

  /**
   * Drops what large images need. Collecting garbage takes 50 ms. Most still images leave none: their pixels are freed.
   * But an instance that is dropped stays in memory until then, whatever the size of its picture.
   */
  #releaseMemory(): void {
    const { codecs, getRefused, collectGarbage } = this.#tools;
    const hasDropped = codecs.release() || getRefused() !== undefined;
    const hasMuchGarbage = this.#hasGarbage && this.#plan.header.totalPixels > LARGE_PIXELS;
    if (hasDropped || hasMuchGarbage) collectGarbage();
  }
}

interface EncodedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the source ended early. */
  readonly isTruncated: boolean;
}

function createKernels({ steps, fit, position }: Plan, tools: KernelTools): Kernel[] {
  const resize: KernelTools["resize"] = (pixels, box) => tools.resize(pixels, { ...box, fit, position });
  return steps.map(({ filter, value }) => getFilter(filter).createKernel(value ?? "", { ...tools, resize }));
}

/** Returns whether a GIF stays one and every pixel keeps its place, so that only its colours change. */
function canRecolour({ header, format, decoding, steps, radius, background }: Plan): boolean {
  return header.format === "gif" && format === "gif" && decoding === undefined &&
    steps.every(({ filter }) => getFilter(filter).isPointOperation) && radius === undefined && background === undefined;
}

function createEncoder(codecs: Codecs, source: PipelineInput["source"], plan: Plan): Encoder {
  const { header, size, format, lossless, quality } = plan;
  return codecs[format].createEncoder({
    ...size,
    frames: IMAGE_FORMATS[format].animates ? header.frames : 1,
    loop: header.loop,
    colour: source instanceof Uint8Array ? readColour(source, header) : {},
    lossless,
    quality,
    fullChroma: header.fullChroma,
  });
}
