// Rough estimates, from which the order of jobs and their memory follow. Points follow from what a job really took.

import { ApiError } from "@/lib/http/errors.ts";
import {
  ANIMATION,
  BASE,
  DRAWING,
  DRAWING_BASE,
  FRAME_NS,
  MAX_RELIABLE_BYTES,
  MAX_SHORT_MS,
  type PixelFigures,
  READING,
  READING_CUT_WEBP,
  type ReadingFigures,
  READY_PIXELS,
  SHRUNK_JPEG_MEMORY,
  SHRUNK_JPEG_TIME,
  SOURCE_COPIES,
  WRITING,
  type WritingFigures,
} from "@/lib/workers/cost_figures.ts";
import type { FilterJob } from "@/lib/workers/job.ts";
import { getFilter, type Header, IMAGE_FORMATS, MAX_SMALL_WEBP_PIXELS, type Plan, type Size } from "@pawkit/images";
import type { Drawing } from "@pawkit/images/svg";

/** What a job will take. */
export interface Cost {
  /** Processor time, roughly: what cannot end in time is refused. */
  readonly cpuMs: number;
  /** Whether it certainly takes little time, so that the worker for short jobs may do it. */
  readonly isShort: boolean;
  /**
   * The most memory that an ordinary file needs. It is reserved from the start of the job to its end, and the memory of
   * no codec grows beyond it.
   */
  readonly bytes: number;
}

/** Estimates a filter from its plan: its source is drawn or received, then decoded, filtered and encoded. */
export function estimateFilter(job: Omit<FilterJob, "memoryBytes">): Cost {
  const { source, plan: { header } } = job;
  const drawing = "svg" in source ? estimateDrawing(source) : { cpuMs: 0, bytes: 0 };
  const amounts = toAmounts(job);
  const cpuMs = drawing.cpuMs + BASE.cpuMs + estimateNs(amounts) / 1e6;
  const isReliable = amounts.length <= (MAX_RELIABLE_BYTES[header.format] ?? Infinity);
  return {
    cpuMs,
    isShort: isReliable && cpuMs <= MAX_SHORT_MS,
    bytes: drawing.bytes + BASE.bytes + estimateBytes(amounts),
  };
}

/** Estimates a drawing. Of its tiles, one after the other is in memory next to the picture that they make up. */
export function estimateDrawing({ svg = "", width, columns = 1 }: Partial<Drawing> & Pick<Drawing, "width">): Cost {
  const tiles = [svg].flat().length;
  const pixels = tiles * (width / columns) ** 2;
  const cpuMs = tiles * DRAWING_BASE.cpuMs + pixels * DRAWING.nsPerPixel / 1e6;
  return {
    cpuMs,
    isShort: cpuMs <= MAX_SHORT_MS,
    bytes: DRAWING_BASE.bytes + pixels * (tiles === 1 ? DRAWING : WRITING.webp).bytesPerPixel,
  };
}

/** What the time and the memory of a filter depend on. */
interface Amounts {
  readonly plan: Plan;
  /** The bytes of the received file. */
  readonly length: number;
  /** Whether the source is a file. A drawing that would be a PNG is handed over as pixels. */
  readonly isFile: boolean;
  /** The pixels of a frame of the source. */
  readonly sourcePixels: number;
  /** The pixels of a frame of the result. */
  readonly pixels: number;
  /** Whether no step changes the number of pixels. */
  readonly isSameSize: boolean;
  /** The frames of the result. */
  readonly frames: number;
  readonly writing: WritingFigures;
}

function toAmounts({ source, plan }: Omit<FilterJob, "memoryBytes">): Amounts {
  const { header, decoding, steps, size, format, lossless } = plan;
  const isSameSize = decoding === undefined && steps.every(({ before, after }) => toPixels(before) === toPixels(after));
  const pixels = isSameSize ? header.framePixels : toPixels(size);
  const frames = IMAGE_FORMATS[format].animates ? header.frames : 1;
  return {
    plan,
    length: "svg" in source ? 0 : source.length,
    isFile: !("svg" in source && source.format === "png"),
    sourcePixels: header.framePixels,
    pixels,
    isSameSize,
    frames,
    writing: WRITING[format === "webp" ? toWebpKind(lossless, frames * pixels) : format],
  };
}

function toPixels({ width, height }: Size): number {
  return width * height;
}

function toWebpKind(lossless: boolean, pixels: number): keyof typeof WRITING {
  if (!lossless) return "webp";
  return pixels <= MAX_SMALL_WEBP_PIXELS ? "smallLosslessWebp" : "losslessWebp";
}

/** Returns the processor time for decoding, filtering and encoding. */
function estimateNs({ plan, length, isFile, sourcePixels, pixels, frames, writing }: Amounts): number {
  const { header, decoding, steps } = plan;
  const { nsPerPixel, nsPerFileByte = 0 } = isFile ? readingFigures(header) : READY_PIXELS;
  const readNs = sourcePixels * nsPerPixel * SHRUNK_JPEG_TIME[decoding?.shrink ?? 1];
  const filterNs = steps.reduce((sum, { filter, before }) => sum + getFilter(filter).nsPerPixel * toPixels(before), 0);
  const measuring = steps.filter(({ filter }) => getFilter(filter).measuresFrames).length;
  const passes = header.frames === 1 ? 1 : 1 + measuring;
  return length * nsPerFileByte + frames * (FRAME_NS + passes * (readNs + filterNs) + pixels * writing.nsPerPixel);
}

/** Returns the memory of the file and of the pixels. */
function estimateBytes({ plan, length, isFile, sourcePixels, pixels, isSameSize, frames, writing }: Amounts): number {
  const { header, decoding } = plan;
  const readBytes = sourcePixels * (isFile ? readingBytesPerPixel(plan) : READY_PIXELS.bytesPerPixel) *
    SHRUNK_JPEG_MEMORY[decoding?.shrink ?? 1];
  const writeBytes = pixels * writing.bytesPerPixel + (writing.bytes ?? 0);
  // The pixels of both sizes are in memory.
  const stillBytes = isSameSize ? Math.max(readBytes, writeBytes) : readBytes + writeBytes;
  const animationBytes = header.frames === 1
    ? 0
    : sourcePixels * ANIMATION.bytesPerFramePixel + frames * pixels * ANIMATION.bytesPerPixel;
  return length * SOURCE_COPIES + stillBytes + animationBytes;
}

function readingFigures({ format, frames, isCut }: Header): ReadingFigures {
  // Of an animation, the frame that is cut off is left out.
  return format === "webp" && isCut && frames === 1 ? READING_CUT_WEBP : READING[format];
}

/** The inflated rows of a PNG are in memory next to its pixels. */
function readingBytesPerPixel({ header }: Plan): number {
  const { format, bitsPerPixel } = header;
  const { bytesPerPixel } = readingFigures(header);
  return format === "png" ? Math.max(bytesPerPixel, bitsPerPixel / 8 + 4) : bytesPerPixel;
}

/** What a single request may take, named like the settings. */
export interface CostLimits {
  readonly filterTimeoutMs: number;
  /** How much memory the jobs that run at the same time may take together. */
  readonly maxJobBytes: number;
}

/**
 * Checks that a filter can be done at all, whenever it is asked for.
 *
 * @throws {ApiError} `too_expensive`.
 */
export function assertWithinLimits(
  cost: Pick<Cost, "cpuMs" | "bytes">,
  { filterTimeoutMs, maxJobBytes }: CostLimits,
): void {
  assertAtMost("ms", Math.ceil(cost.cpuMs), filterTimeoutMs);
  assertAtMost("bytes", Math.ceil(cost.bytes), maxJobBytes);
}

/** What each unit counts, in words. */
const UNITS = { ms: "ms of processor time", bytes: "bytes of memory" };

function assertAtMost(unit: keyof typeof UNITS, got: number, limit: number): void {
  if (got <= limit) return;
  const reason = `must take at most ${limit.toLocaleString("en")} ${UNITS[unit]}, but would take about ${
    got.toLocaleString("en")
  }`;
  const formats = `${unit === "bytes" ? "png" : "jpeg"} takes least, webp and avif most`;
  const remedy = `use a smaller image or width, fewer frames or filters, or another format: ${formats}`;
  throw new ApiError("too_expensive", `Cannot filter the image: ${reason}; ${remedy}`, {
    details: { unit, limit, got },
  });
}

/** The bytes of a file for each pixel that are assumed where the limits are stated. */
const STATED_FILE_BYTES = 1;

/** The lossless WebP images that fit into the memory with default settings. */
const USUAL_WEBP_PIXELS = 12_000_000;

/** Describes how large pictures may be. Returns `undefined` if they may be as large as with the default settings. */
export function describeMemoryLimit(maxJobBytes: number, maxPixels: number): string | undefined {
  const toMaxPixels = ({ bytesPerPixel }: PixelFigures) =>
    (maxJobBytes - BASE.bytes) / (bytesPerPixel + STATED_FILE_BYTES * SOURCE_COPIES);
  if (toMaxPixels(WRITING.losslessWebp) >= Math.min(maxPixels, USUAL_WEBP_PIXELS)) return undefined;
  const figures = { ...READING, webp: WRITING.webp, "lossless webp": WRITING.losslessWebp };
  const limits = Object.entries(figures).map(([format, each]) => `${format} ${(toMaxPixels(each) / 1e6).toFixed(1)}`);
  return `MEMORY_BUDGET allows pictures of about ${
    limits.join(", ")
  } megapixels; larger ones get 422 \`too_expensive\``;
}
