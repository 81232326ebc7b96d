/**
 * What a thread without permissions needs to work on images: it gets the modules of `loadModules()` by a message.
 *
 * @module
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createCodecs } from "./codecs/mod.ts";
import { parseColour } from "./colour.ts";
import type { Format as WritableFormat } from "./format.ts";
import { ImageError } from "./image_error.ts";
import { MAX_RESULT_BYTES, planJob } from "./job.ts";
import { createPipeline } from "./pipeline.ts";
import { probe } from "./probe.ts";
import type { FilterOptions } from "./plan.ts";
import { toBraille } from "./braille.ts";
import { flatten } from "./pixels.ts";
import { toHalfBlocks } from "./half_blocks.ts";
import { roundCorners } from "./corners.ts";
import { createRasterizer } from "./svg.ts";
import type { Modules } from "./wasm/modules.js";

export type { FilterOptions, Modules, WritableFormat };
export { ImageError } from "./image_error.ts";
export { loadModules } from "./mod.ts";

/** Options of {@linkcode openImages}. */
export interface OpenImagesOptions {
  /** What `loadModules()` returned. */
  readonly modules: Modules;
  /** The most memory of a job; by default any. A job never gets more than its plan says. */
  readonly memoryBytes?: number | undefined;
  /** Called between frames, steps and strips. What it throws ends the job, for example because nobody waits for it. */
  readonly check?: (() => void) | undefined;
}

/** A job: the steps as `readSteps` returns them, and what else to do. */
export interface FilterJob extends FilterOptions {
  readonly steps: readonly string[];
}

/** A filtered image. */
export interface FilterResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: WritableFormat;
  readonly width: number;
  readonly height: number;
  /** Whether the source ended early, so that a part of the image is missing. */
  readonly truncated: boolean;
}

/** How an SVG document becomes a picture. */
export interface DrawOptions {
  /** The width in pixels. The height follows from the ratio of the document. */
  readonly width: number;
  readonly format: "png" | "jpeg" | "webp";
  /** The radius of round corners in pixels. */
  readonly radius?: number | "max" | undefined;
  /** The colour behind transparent pixels, as RRGGBB. A JPEG is white there. */
  readonly background?: string | undefined;
}

/** How an SVG document becomes text. */
export interface TextOptions {
  /** The width in characters. */
  readonly columns: number;
  /** Half blocks in 24-bit colours, or a line drawing in Braille without colours; by default all. */
  readonly colors?: "all" | "none" | undefined;
}

/** Works on one image at a time. */
export interface Images {
  /**
   * Decodes, resizes, filters and encodes an image.
   *
   * @throws {ImageError}
   */
  filter(bytes: Uint8Array<ArrayBuffer>, job: FilterJob): FilterResult;
  /** Renders an SVG document. @throws {Error} If it is none. */
  drawSvg(svg: string, options: DrawOptions): Uint8Array<ArrayBuffer>;
  /** Renders an SVG document for a terminal. @throws {Error} If it is none. */
  toText(svg: string, options: TextOptions): string;
}

/**
 * Opens the codecs.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { loadModules, openImages } from "@pawkit/images/thread";
 *
 * const images = openImages({ modules: await loadModules(), memoryBytes: 2 ** 28 });
 * const gif = Uint8Array.fromBase64("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=");
 * const { format, width } = images.filter(gif, { steps: ["invert", "blur:5"], format: "png" });
 * assertEquals([format, width], ["png", 1]);
 * ```
 */
export function openImages({ modules, memoryBytes = Infinity, check = () => {} }: OpenImagesOptions): Images {
  const codecs = createCodecs(modules);
  const rasterize = createRasterizer(modules.svg);
  const collectGarbage = findGarbageCollector();
  const runPipeline = createPipeline(modules, { codecs, check, collectGarbage });
  return {
    filter(bytes, { steps, ...options }) {
      const plan = planJob(probe(bytes), steps, options);
      assertAtMost("bytes of memory", plan.bytes, memoryBytes);
      const result = runPipeline({ source: bytes, plan, memoryBytes: plan.bytes });
      assertAtMost("bytes as a result", result.bytes.length, MAX_RESULT_BYTES);
      return { bytes: result.bytes, format: plan.format, ...plan.size, truncated: result.isTruncated };
    },
    drawSvg(svg, { width, format, radius, background }) {
      const pixels = rasterize(svg, width);
      const rounded = radius === undefined ? pixels : roundCorners(pixels, radius);
      const picture = background === undefined ? rounded : flatten(rounded, parseColour(background));
      const size = { width: picture.width, height: picture.height };
      // A drawing consists of edges between colours, which would be blurred with less chroma.
      const encoder = codecs[format].createEncoder({
        ...size,
        frames: 1,
        loop: 0,
        lossless: false,
        fullChroma: true,
        colour: {},
      });
      encoder.add({ ...picture, delay: 0 });
      const file = encoder.finish();
      if (codecs.release()) collectGarbage();
      return file;
    },
    toText(svg, { columns, colors = "all" }) {
      // A character has two columns of dots.
      return colors === "none" ? toBraille(rasterize(svg, 2 * columns)) : toHalfBlocks(rasterize(svg, columns));
    },
  };
}

function assertAtMost(unit: string, got: number, limit: number): void {
  if (got <= limit) return;
  const message = `Cannot filter the image: must take at most ${limit.toLocaleString("en")} ${unit}, but would take ` +
    `${got.toLocaleString("en")}; use a smaller image or width, fewer frames, or another format`;
  throw new ImageError("too_expensive", message, { details: { limit, got } });
}

/**
 * Returns the function that collects garbage at once, which V8 offers only if asked. V8 does not count the memory of
 * WebAssembly instances, so without it large ones would stay.
 */
function findGarbageCollector(): () => void {
  try {
    setFlagsFromString("--expose-gc");
    return runInNewContext("gc") as () => void;
  } catch {
    return () => {};
  }
}
