import type { Encoder } from "@/lib/images/codecs/codec.ts";
import { recolourGif } from "@/lib/images/codecs/gif_recolour.ts";
import { type Codecs, createCodecs } from "@/lib/images/codecs/mod.ts";
import type { Format, SourceFormat } from "@/lib/images/format.ts";
import { readGifLoop } from "@/lib/images/formats/gif.ts";
import { type Header, toDisplayedSize } from "@/lib/images/formats/header.ts";
import { applyOrientation } from "@/lib/images/formats/orientation.ts";
import { readWebpLoop } from "@/lib/images/formats/webp.ts";
import { type Blur, createBlur } from "@/lib/images/kernels/blur.ts";
import { createKernel, isColourwise, type Kernel } from "@/lib/images/kernels/mod.ts";
import { type Bounds, createBounds, measureBounds } from "@/lib/images/kernels/normalize.ts";
import type { Frame } from "@/lib/images/picture.ts";
import type { Operation } from "@/lib/filters/request.ts";
import { Stopwatch, type Timings } from "@/lib/filters/stopwatch.ts";
import type { Modules } from "@/lib/images/wasm/modules.js";
import { brokenImageError, ImageError } from "@/lib/images/image_error.ts";

/** A file that was looked at, and what is to be done to it. */
export interface Job extends Operation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly header: Header;
}

/** The answer to a job. */
export interface JobResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: Format;
  /** Names these very bytes, with its quotes. */
  readonly etag: string;
  readonly timings: Timings;
}

/** Does a job: decode, filter, encode. */
export type RunJob = (job: Job) => Promise<JobResult>;

/**
 * Makes the function that does jobs, one at a time.
 *
 * It throws an {@linkcode ImageError} `broken_image` when the file cannot be decoded, and another error when the fault is
 * ours.
 */
export function createRunner(modules: Modules): RunJob {
  const codecs = createCodecs(modules);
  const blur = createBlur(modules.blur);
  return async (job) => {
    try {
      return await run(job, codecs, blur);
    } finally {
      codecs.release();
    }
  };
}

async function run(job: Job, codecs: Codecs, blur: Blur): Promise<JobResult> {
  const watch = new Stopwatch();
  const format = job.format === "auto" ? toAnswerFormat(job.header.format) : job.format;
  const bounds = needsBounds(job) ? await measure(readFrames(codecs, job, format)) : undefined;
  watch.lap("decode");
  const kernel = createKernel(job.filter, { strength: job.strength, blur, bounds });
  const bytes = isRecolouring(job, format)
    ? recolourGif(job.bytes, kernel)
    : await filterFrames(readFrames(codecs, job, format), kernel, createEncoder(codecs, job, format), watch);
  watch.lap("encode");
  return { bytes, format, etag: await toEtag(bytes), timings: watch.timings };
}

function toAnswerFormat(format: SourceFormat): Format {
  return format === "bmp" ? "png" : format;
}

async function filterFrames(
  frames: AsyncIterable<Frame>,
  kernel: Kernel,
  encoder: Encoder,
  watch: Stopwatch,
): Promise<Uint8Array<ArrayBuffer>> {
  for await (const frame of frames) {
    watch.lap("decode");
    kernel(frame);
    watch.lap("filter");
    await encoder.add(frame);
    watch.lap("encode");
  }
  return encoder.finish();
}

/** Reads upright frames; a format without animation gets the first one. */
async function* readFrames(codecs: Codecs, { bytes, header }: Job, format: Format): AsyncGenerator<Frame> {
  const { width, height } = header;
  try {
    for await (const frame of codecs[header.format].decode(bytes, header)) {
      // The limits were checked against the header; a picture of another size got around them.
      if (frame.width !== width || frame.height !== height) throw brokenImageError("its sizes contradict");
      yield { ...frame, ...applyOrientation(frame, header.orientation) };
      if (!canAnimate(format)) return;
    }
  } catch (error) {
    // Whatever a decoder throws, and some throw what is no Error: it is about the file.
    throw error instanceof ImageError ? error : brokenImageError("its data is damaged", error);
  }
}

function createEncoder(codecs: Codecs, { bytes, header }: Job, format: Format): Encoder {
  const animated = header.frames > 1;
  return codecs[format].createEncoder({
    ...toDisplayedSize(header),
    animated,
    loop: animated ? readLoop(bytes, header.format) : 1,
    // A lossless WebP keeps its promise; what GIF and PNG sources ask for is small only if it may lose a little.
    lossless: header.lossless,
    fullChroma: header.fullChroma,
  });
}

function readLoop(bytes: Uint8Array, format: SourceFormat): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return format === "gif" ? readGifLoop(view) : readWebpLoop(view);
}

/** All frames are stretched alike, or an animation would flicker; a still picture is measured when it is decoded. */
function needsBounds({ filter, header }: Job): boolean {
  return filter === "normalize" && canAnimate(header.format);
}

async function measure(frames: AsyncIterable<Frame>): Promise<Bounds> {
  const bounds = createBounds();
  for await (const frame of frames) measureBounds(frame, bounds);
  return bounds;
}

function isRecolouring({ filter, header }: Job, format: Format): boolean {
  return header.format === "gif" && format === "gif" && isColourwise(filter);
}

function canAnimate(format: SourceFormat): boolean {
  return format === "gif" || format === "webp";
}

async function toEtag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `"${hash.subarray(0, 16).toBase64({ alphabet: "base64url", omitPadding: true })}"`;
}
