import { type Format, IMAGE_FORMATS, MAX_SMALL_WEBP_PIXELS, type SourceFormat } from "./format.ts";
import type { Header } from "./formats/header.ts";
import { ImageError } from "./image_error.ts";
import { type FilterOptions, type Plan, planPipeline } from "./plan.ts";
import type { Size } from "./pixels.ts";
import type { ImageHeader } from "./probe.ts";

/** The most bytes of a result. */
export const MAX_RESULT_BYTES = 32 * 1024 * 1024;

/** What a job will make, and what it needs. */
export interface JobPlan extends Size {
  readonly format: Format;
  /** The most memory that an ordinary file needs. No codec gets more. */
  readonly bytes: number;
}

/**
 * Plans a job from the header of its image, without decoding anything.
 *
 * @throws {ImageError} `too_many_pixels` if the format cannot store the result.
 * @throws {StepError}
 */
export function plan(header: ImageHeader, steps: readonly string[], options: FilterOptions = {}): JobPlan {
  const { size, format, bytes } = planJob(header, steps, options);
  return { ...size, format, bytes };
}

/** Plans a job with all that its pipeline needs. */
export function planJob(
  header: ImageHeader,
  steps: readonly string[],
  options: FilterOptions,
): Plan & Pick<JobPlan, "bytes"> {
  const plan = planPipeline(header, steps, options);
  const limit = IMAGE_FORMATS[plan.format].maxSide, got = Math.max(plan.size.width, plan.size.height);
  if (got > limit) {
    const message = `Cannot encode the image as ${plan.format}: must have at most ${limit} pixels a side, got ${got}`;
    throw new ImageError("too_many_pixels", message, { details: { limit, got } });
  }
  return { ...plan, bytes: Math.ceil(estimateBytes(header.byteLength, plan)) };
}

/** The bytes that decoding takes for each pixel. */
const READING: Readonly<Record<SourceFormat, number>> = { avif: 50, png: 8, jpeg: 6, gif: 10, webp: 14 };

/** The same for a progressive JPEG. */
const READING_PROGRESSIVE = 10;

/** The bytes that encoding takes for each pixel. */
const WRITING = { png: 8, jpeg: 6, gif: 8, webp: 24, losslessWebp: 30, smallLosslessWebp: 40 } as const;

/** What libwebp takes for its histograms, besides, if it compresses more. */
const SMALL_LOSSLESS_WEBP_BYTES = 15_000_000;

/** Every job besides its pixels: the codecs, and garbage that is not collected yet. */
const BASE_BYTES = 40_000_000;

/** An animation keeps the frame before, and its file and garbage grow with the pixels of all frames. */
const ANIMATION = { bytesPerFramePixel: 24, bytesPerPixel: 2 } as const;

/** The part of its memory that a JPEG takes if it is shrunk while it is decoded. By 8 it needs only means of blocks. */
const SHRUNK_JPEG = { 1: 1, 2: 0.7, 4: 0.7, 8: 0.2 } as const;

/** The received source, and the copy of its decoder. One more while a part of a form is taken out of it. */
const SOURCE_COPIES = 3;

function estimateBytes(length: number, { header, decoding, steps, size, format, lossless }: Plan): number {
  const isSameSize = decoding === undefined && steps.every(({ before, after }) => toPixels(before) === toPixels(after));
  const pixels = isSameSize ? header.framePixels : toPixels(size);
  const frames = IMAGE_FORMATS[format].animates ? header.frames : 1;
  const isSmall = frames * pixels <= MAX_SMALL_WEBP_PIXELS;
  const writing = format === "webp" && lossless ? isSmall ? "smallLosslessWebp" : "losslessWebp" : format;
  const readBytes = header.framePixels * readingBytesPerPixel(header) * SHRUNK_JPEG[decoding?.shrink ?? 1];
  const writeBytes = pixels * WRITING[writing] + (writing === "smallLosslessWebp" ? SMALL_LOSSLESS_WEBP_BYTES : 0);
  // The pixels of both sizes are in memory.
  const stillBytes = isSameSize ? Math.max(readBytes, writeBytes) : readBytes + writeBytes;
  const animationBytes = header.frames === 1
    ? 0
    : header.framePixels * ANIMATION.bytesPerFramePixel + frames * pixels * ANIMATION.bytesPerPixel;
  return BASE_BYTES + length * SOURCE_COPIES + stillBytes + animationBytes;
}

function toPixels({ width, height }: Size): number {
  return width * height;
}

function readingBytesPerPixel({ format, bitsPerPixel, isProgressive }: Header): number {
  if (isProgressive) return READING_PROGRESSIVE;
  // The inflated rows of a PNG are in memory next to its pixels.
  return format === "png" ? Math.max(READING.png, bitsPerPixel / 8 + 4) : READING[format];
}
