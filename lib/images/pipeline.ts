import { type Codecs, createCodecs } from "./codecs/mod.ts";
import type { Encoder } from "./codecs/codec.ts";
import { parseColour } from "./colour.ts";
import { roundCorners } from "./corners.ts";
import { getFilter } from "./filters/table.ts";
import { createTools } from "./filters/tools.ts";
import type { Kernel, KernelTools } from "./filters/types.ts";
import { IMAGE_FORMATS } from "./format.ts";
import { readColour } from "./formats/colour.ts";
import { applyOrientation } from "./formats/orientation.ts";
import { brokenImageError, tooMuchMemoryError } from "./image_error.ts";
import { flatten, type Frame, freePixels, type Pixels } from "./pixels.ts";
import type { Plan } from "./plan.ts";
import type { ResizerFactory } from "./resize.ts";
import { checkJob, type RefusedGrowth, withLimits } from "./wasm/limits.ts";
import type { Modules } from "./wasm/modules.js";

/** A file to filter, and the plan for it. */
export interface PipelineInput {
  readonly source: Uint8Array<ArrayBuffer>;
  readonly plan: Plan;
  /** The bytes to which the memory of each codec may grow. Without it, to any size. */
  readonly memoryBytes?: number | undefined;
}

/** The filtered file. */
export interface PipelineOutput {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the source ended early, so that a part of the image is missing. */
  readonly isTruncated: boolean;
}

/** Options of {@linkcode createPipeline}. */
export interface PipelineOptions {
  /** Called between frames, steps and strips. What it throws ends the job. */
  readonly check?: () => void;
  /** Frees memory at once, where that is possible. */
  readonly collectGarbage?: () => void;
  /** The codecs, if they are shared with other work; by default its own. */
  readonly codecs?: Codecs;
}

/**
 * Creates the function that decodes, resizes, filters and encodes an image in the thread that calls it.
 *
 * It throws an `ImageError`: `broken_image` if the file cannot be decoded, `too_expensive` if that takes too much
 * memory.
 */
export function createPipeline(
  modules: Modules,
  { check = () => {}, collectGarbage = () => {}, codecs = createCodecs(modules) }: PipelineOptions = {},
): (input: PipelineInput) => PipelineOutput {
  const tools = createTools(modules);
  return ({ source, plan, memoryBytes = Infinity }) =>
    withLimits({ memoryBytes, check }, (getRefused) => {
      return new PipelineRun(source, plan, { codecs, tools, collectGarbage, getRefused }).run();
    });
}

/** What a run works with. */
interface RunTools extends Required<Omit<PipelineOptions, "check">> {
  readonly tools: KernelTools & { readonly resizers: ResizerFactory };
  /** Returns the growth of a memory that was refused during the run. */
  readonly getRefused: () => RefusedGrowth | undefined;
}

/** The garbage of an image with more pixels may be more than 60 MB, and is collected at once. */
const LARGE_PIXELS = 4_000_000;

/** One image on its way through the pipeline. */
class PipelineRun {
  /** The kernel of each step of the plan. */
  readonly #kernels: readonly Kernel[];
  /** Whether pixels are left in memory, because they are not freed one by one. */
  #hasGarbage: boolean;

  constructor(
    private readonly source: Uint8Array<ArrayBuffer>,
    private readonly plan: Plan,
    private readonly tools: RunTools,
  ) {
    this.#kernels = createKernels(plan, tools.tools);
    this.#hasGarbage = plan.header.frames > 1;
  }

  run(): PipelineOutput {
    try {
      this.#measureFrames();
      return this.#recolour() ?? this.#convertFrames();
    } catch (error) {
      this.#hasGarbage = true;
      const refused = this.tools.getRefused();
      throw refused === undefined ? error : tooMuchMemoryError(refused, error);
    } finally {
      this.#releaseMemory();
    }
  }

  /** Shows all frames to the kernels whose result depends on all of them, as they are after the kernels before. */
  #measureFrames(): void {
    // A single frame measures itself. A palette cannot: it may have colours that no pixel uses.
    const isNeeded = this.plan.header.frames > 1 || canRecolour(this.plan);
    for (const [index, kernel] of this.#kernels.entries()) {
      if (!isNeeded || kernel.measure === undefined) continue;
      for (const frame of this.#readFrames()) kernel.measure(this.#applyKernels(frame, index));
    }
  }

  /** Filters the colour tables of a GIF instead of its pixels, if that is enough. */
  #recolour(): PipelineOutput | undefined {
    if (!canRecolour(this.plan)) return undefined;
    const kernel: Kernel = { apply: (colours) => this.#applyKernels(colours) };
    const bytes = this.tools.codecs.recolourGif(this.source, kernel);
    return bytes && { bytes, isTruncated: false };
  }

  /** Decodes, filters and encodes frame by frame. */
  #convertFrames(): PipelineOutput {
    const isStill = this.plan.header.frames === 1;
    const encoder = createEncoder(this.tools.codecs, this.source, this.plan);
    let isTruncated = false;
    let last: Frame | undefined;
    for (const decoded of this.#readFrames()) {
      isTruncated ||= decoded.isTruncated ?? false;
      last = finishFrame(this.#applyKernels(decoded), this.plan);
      // Before the encoder needs as much.
      if (isStill) this.#releaseMemory();
      encoder.add(last);
    }
    const bytes = encoder.finish();
    if (isStill && last !== undefined) freePixels(last);
    return { bytes, isTruncated };
  }

  /** Decodes resized, upright frames: all of them, or the first one if the output format has no animation. */
  *#readFrames(): Generator<Frame> {
    const { header, decoding, format } = this.plan;
    const { codecs, tools } = this.tools;
    const resize = decoding && tools.resizers(decoding);
    const shrink = decoding?.shrink ?? 1;
    const [width, height] = [header.width, header.height].map((side) => Math.ceil(side / shrink));
    try {
      for (const frame of codecs[header.format].decode(this.source, header, shrink)) {
        // The limits were checked against the header: a frame of another size would bypass them.
        if (frame.width !== width || frame.height !== height) throw brokenImageError("its sizes contradict each other");
        const upright = applyOrientation(resize?.(frame) ?? frame, header.orientation);
        if (upright.data !== frame.data) freePixels(frame);
        yield { ...frame, ...upright };
        if (!IMAGE_FORMATS[format].animates) return;
      }
    } catch (error) {
      throw isTrap(error) ? brokenImageError("its data is damaged", error) : error;
    }
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

  /**
   * Frees memory after a large image. Most still images leave no garbage, because their pixels are freed at once. But a
   * dropped WebAssembly instance stays in memory until garbage is collected, even after a small picture.
   */
  #releaseMemory(): void {
    const { codecs, getRefused, collectGarbage } = this.tools;
    const hasDropped = codecs.release() || getRefused() !== undefined;
    const hasMuchGarbage = this.#hasGarbage && this.plan.header.totalPixels > LARGE_PIXELS;
    if (hasDropped || hasMuchGarbage) collectGarbage();
  }
}

/** Returns whether a decoder in WebAssembly has trapped, so the file is damaged. Some throw a number for it. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || !(error instanceof Error);
}

function createKernels({ steps, fit, position }: Plan, tools: KernelTools): Kernel[] {
  const resize: KernelTools["resize"] = (pixels, box) => tools.resize(pixels, { ...box, fit, position });
  return steps.map(({ filter, value }) => getFilter(filter).createKernel(value ?? "", { ...tools, resize }));
}

/** Rounds the corners and fills the background, if the plan has them. */
function finishFrame(frame: Frame, { radius, background }: Plan): Frame {
  const rounded = radius === undefined ? frame : roundCorners(frame, radius);
  return { ...frame, ...(background ? flatten(rounded, parseColour(background)) : rounded) };
}

/** Returns whether a GIF stays one and every pixel keeps its place, so that only its colours change. */
function canRecolour({ header, format, decoding, steps, radius, background }: Plan): boolean {
  return header.format === "gif" && format === "gif" && decoding === undefined &&
    steps.every(({ filter }) => getFilter(filter).isPointOperation) && radius === undefined && background === undefined;
}

function createEncoder(codecs: Codecs, source: Uint8Array<ArrayBuffer>, plan: Plan): Encoder {
  const { header, size, format, lossless, quality } = plan;
  return codecs[format].createEncoder({
    ...size,
    frames: IMAGE_FORMATS[format].animates ? header.frames : 1,
    loop: header.loop,
    colour: readColour(source, header),
    lossless,
    quality,
    fullChroma: header.fullChroma,
  });
}
