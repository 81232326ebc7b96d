import { LARGE_PIXELS } from "@/lib/filters/pixel_budget.ts";
import type { Operation } from "@/lib/filters/request.ts";
import type { Encoder } from "@/lib/images/codecs/codec.ts";
import { type Codecs, createCodecs } from "@/lib/images/codecs/mod.ts";
import { createBlur } from "@/lib/images/filters/blur.ts";
import type { KernelTools } from "@/lib/images/filters/filter.ts";
import { getFilter } from "@/lib/images/filters/mod.ts";
import type { Format } from "@/lib/images/format.ts";
import { readColour } from "@/lib/images/formats/colour.ts";
import { type Header, toDisplayedSize } from "@/lib/images/formats/header.ts";
import { applyOrientation } from "@/lib/images/formats/orientation.ts";
import { brokenImageError, ImageError } from "@/lib/images/image_error.ts";
import type { Frame } from "@/lib/images/pixels.ts";
import type { Modules } from "@/lib/images/wasm/modules.js";

/** Work for a runner. */
export type Job = FilterJob | DrawingJob;

/** An image whose header was checked, and what to do with it. */
export interface FilterJob extends Operation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly header: Header;
}

/** A picture of this service to render. */
export interface DrawingJob {
  readonly svg: string;
  /** The width and height in pixels. */
  readonly side: number;
  readonly format: "png" | "webp";
}

/** The filtered or drawn image. */
export interface JobResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: Format;
  /** The entity tag of these bytes, including its quotes. */
  readonly etag: string;
  /** Whether the source ended early, so that a part of the image is missing. */
  readonly isTruncated: boolean;
  /** Milliseconds that each phase took, over all frames, in the order of the phases. Empty for a drawing. */
  readonly timings: Readonly<Partial<Record<Phase, number>>>;
}

type Phase = "decode" | "filter" | "encode";

/** Runs jobs, one at a time. */
export interface JobRunner {
  /**
   * Decodes, filters and encodes an image, or draws one.
   *
   * @throws {ImageError} `broken_image` if the file cannot be decoded.
   * @throws {Error} for an error of this service; the runner must not be used again.
   */
  run(job: Job): Promise<JobResult>;
  /** Ends the runner. A busy thread ends after its job, because nothing can stop it earlier. */
  close(): void;
}

/** Creates a runner that works in the current thread; `collectGarbage` frees memory at once, if that is possible. */
export function createInlineRunner(modules: Modules, collectGarbage: () => void = () => {}): JobRunner {
  const codecs = createCodecs(modules);
  const blur = createBlur(modules.blur);
  // Before the encoder needs as much: a lossless WebP of 25 million pixels takes 570 MB that way instead of 686.
  const freeDecoder = ({ frames, framePixels }: Header) => {
    if (frames > 1 || framePixels <= LARGE_PIXELS) return;
    codecs.release();
    collectGarbage();
  };
  return {
    async run(job) {
      try {
        return "svg" in job ? await runDrawing(job) : await runFilter(job, { codecs, blur, freeDecoder });
      } finally {
        codecs.release();
      }
    },
    close() {},
  };
}

/** What a filter works with. */
interface Tools {
  readonly codecs: Codecs;
  readonly blur: KernelTools["blur"];
  /** Called when an image is decoded. */
  readonly freeDecoder: (header: Header) => void;
}

async function runDrawing({ svg, side, format }: DrawingJob): Promise<JobResult> {
  // The rasterizer is a megabyte of code, so it is loaded with the first drawing.
  const { renderPng, renderWebp } = await import("@/lib/images/svg/render.ts");
  const bytes = format === "png" ? renderPng(svg, side) : await renderWebp(svg, side);
  return { bytes, format, etag: await toEtag(bytes), isTruncated: false, timings: {} };
}

async function runFilter(job: FilterJob, { codecs, blur, freeDecoder }: Tools): Promise<JobResult> {
  const { strength, header } = job, filter = getFilter(job.filter);
  // BMP and AVIF can only be read.
  const autoFormat = header.format === "bmp" || header.format === "avif" ? "png" : header.format;
  const format = job.format === "auto" ? autoFormat : job.format;
  const timings = { decode: 0, filter: 0, encode: 0 };
  let lapStart = performance.now();
  // Adds the time since the last call to a phase.
  const lap = (phase: Phase) => {
    const now = performance.now();
    timings[phase] += now - lapStart;
    lapStart = now;
  };
  const canRecolour = header.format === "gif" && format === "gif" && filter.isPointOperation;
  const kernel = filter.createKernel({ strength, blur });
  // A palette is not measured itself, because it may have colours that no pixel uses.
  if (kernel.measure !== undefined && (header.frames > 1 || canRecolour)) {
    for await (const frame of readFrames(codecs, job, format)) kernel.measure(frame);
  }
  lap("decode");
  let bytes = canRecolour ? codecs.recolourGif(job.bytes, kernel) : undefined, isTruncated = false;
  if (bytes === undefined) {
    const encoder = createEncoder(codecs, job, format);
    for await (const frame of readFrames(codecs, job, format)) {
      lap("decode");
      isTruncated ||= frame.isTruncated ?? false;
      kernel.apply(frame);
      lap("filter");
      freeDecoder(header);
      encoder.add(frame);
      lap("encode");
    }
    bytes = encoder.finish();
  }
  lap("encode");
  return { bytes, format, etag: await toEtag(bytes), isTruncated, timings };
}

/** Decodes upright frames: all of them, or the first one if the output format has no animation. */
async function* readFrames(codecs: Codecs, { bytes, header }: FilterJob, format: Format): AsyncGenerator<Frame> {
  const { width, height } = header;
  try {
    for await (const frame of codecs[header.format].decode(bytes, header)) {
      // The limits were checked against the header: a frame of another size would bypass them.
      if (frame.width !== width || frame.height !== height) throw brokenImageError("its sizes contradict each other");
      yield { ...frame, ...applyOrientation(frame, header.orientation) };
      if (format === "jpeg") return;
    }
  } catch (error) {
    // Everything that a decoder throws is about the file. Some throw values that are not an Error.
    throw error instanceof ImageError ? error : brokenImageError("its data is damaged", error);
  }
}

function createEncoder(codecs: Codecs, { bytes, header }: FilterJob, format: Format): Encoder {
  return codecs[format].createEncoder({
    ...toDisplayedSize(header),
    frames: format === "jpeg" ? 1 : header.frames,
    loop: header.loop,
    colour: readColour(bytes, header),
    lossless: header.lossless,
    fullChroma: header.fullChroma,
  });
}

async function toEtag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `"${hash.subarray(0, 16).toBase64({ alphabet: "base64url", omitPadding: true })}"`;
}
