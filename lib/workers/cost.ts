import type { FilterJob } from "@/lib/workers/job.ts";
import { ApiError } from "@/lib/http/errors.ts";
import {
  getFilter,
  IMAGE_FORMATS,
  MAX_SMALL_WEBP_PIXELS,
  type ReadableFormat,
  type Size,
  type WritableFormat,
} from "@pawkit/images";
import type { Drawing } from "@pawkit/images/svg";

// Rough figures, from which the order of jobs and their memory follow. Points follow from what a job really took.

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

/** Time and memory. */
type Figure = Omit<Cost, "isShort">;

/** What a format takes for each pixel. */
interface Figures {
  readonly nsPerPixel: number;
  readonly bytesPerPixel: number;
}

/** `nsPerFileByte` is what a byte of the file takes besides: a small PNG can have a Huffman table for each pixel. */
const READING: Readonly<Record<ReadableFormat, Figures & { readonly nsPerFileByte?: number }>> = {
  png: { nsPerPixel: 30, bytesPerPixel: 8, nsPerFileByte: 50 },
  jpeg: { nsPerPixel: 30, bytesPerPixel: 10 },
  gif: { nsPerPixel: 20, bytesPerPixel: 10 },
  webp: { nsPerPixel: 100, bytesPerPixel: 14 },
  bmp: { nsPerPixel: 10, bytesPerPixel: 8 },
  avif: { nsPerPixel: 300, bytesPerPixel: 41 },
};

/** `bytes` is what a file takes in addition, however small: libwebp has a histogram of 17 KB for each of many tiles. */
const WRITING: Readonly<
  Record<WritableFormat | "losslessWebp" | "smallLosslessWebp", Figures & { readonly bytes?: number }>
> = {
  png: { nsPerPixel: 40, bytesPerPixel: 8 },
  jpeg: { nsPerPixel: 30, bytesPerPixel: 8 },
  gif: { nsPerPixel: 40, bytesPerPixel: 8 },
  webp: { nsPerPixel: 230, bytesPerPixel: 24 },
  losslessWebp: { nsPerPixel: 210, bytesPerPixel: 30 },
  smallLosslessWebp: { nsPerPixel: 800, bytesPerPixel: 40, bytes: 15_000_000 },
};

const DRAWING: Figures = { nsPerPixel: 60, bytesPerPixel: 12 };

/** The longest estimate of a short job. */
const MAX_SHORT_MS = 300;

/**
 * The most bytes of a file whose estimate is reliable. A lossless WebP of 164 KB can declare so many codes that it
 * takes 890 ms instead of 7, and an AVIF can have more pixels than its header says.
 */
const MAX_RELIABLE_BYTES: Partial<Record<ReadableFormat, number>> = { webp: 32_768, avif: 0 };

/** Every job takes this much besides its pixels: for the codecs, and for garbage that is not collected yet. */
const BASE: Figure = { cpuMs: 6, bytes: 40_000_000 };

/** The shapes of a drawing. */
const DRAWING_BASE: Figure = { cpuMs: 36, bytes: 8_000_000 };

/** Every frame takes this much besides its pixels. */
const FRAME_NS = 500_000;

/** An animation keeps the frame before, and its file and garbage grow with the pixels of all frames. */
const ANIMATION = { bytesPerFramePixel: 24, bytesPerPixel: 2 };

/** The received source, and the copy of its decoder. One more while a part of a form is taken out of it. */
const SOURCE_COPIES = 3;

/** The part of its memory that a JPEG takes if it is shrunk while it is decoded. By 8 it needs only means of blocks. */
const SHRUNK_JPEG_MEMORY = { 1: 1, 2: 0.7, 4: 0.7, 8: 0.2 } as const;

/** Estimates a filter from its plan. */
export function estimateFilter({ source, plan }: Omit<FilterJob, "memoryBytes">): Cost {
  const { header, decoding, steps, size, format: target, lossless } = plan;
  const drawing = "svg" in source ? estimateDrawing(source) : { cpuMs: 0, bytes: 0 };
  const length = "svg" in source ? 0 : source.length;
  const shrink = decoding?.shrink ?? 1;
  const frames = IMAGE_FORMATS[target].animates ? header.frames : 1;
  const sourcePixels = header.framePixels;
  const isSameSize = decoding === undefined && steps.every(({ before, after }) => toPixels(before) === toPixels(after));
  const pixels = isSameSize ? sourcePixels : toPixels(size);
  const reading = READING[header.format];
  const writing = WRITING[target === "webp" ? toWebpKind(lossless, frames * pixels) : target];
  const filterNs = steps.reduce((sum, { filter, before }) => sum + getFilter(filter).nsPerPixel * toPixels(before), 0);
  const fileNs = length * (reading.nsPerFileByte ?? 0);
  const readNs = sourcePixels / shrink ** 2 * reading.nsPerPixel;
  const writeNs = pixels * writing.nsPerPixel;
  const measuring = steps.filter(({ filter }) => getFilter(filter).measuresFrames).length;
  const passes = header.frames === 1 ? 1 : 1 + measuring;
  // The inflated rows of a PNG are in memory next to its pixels.
  const rowBytes = header.format === "png" ? header.bitsPerPixel / 8 + 4 : 0;
  const readBytes = sourcePixels * Math.max(reading.bytesPerPixel, rowBytes) * SHRUNK_JPEG_MEMORY[shrink];
  const writeBytes = pixels * writing.bytesPerPixel + (writing.bytes ?? 0);
  // The pixels of both sizes are in memory.
  const stillBytes = isSameSize ? Math.max(readBytes, writeBytes) : readBytes + writeBytes;
  const animationBytes = header.frames === 1
    ? 0
    : sourcePixels * ANIMATION.bytesPerFramePixel + frames * pixels * ANIMATION.bytesPerPixel;
  const pixelNs = frames * (FRAME_NS + passes * (readNs + filterNs) + writeNs);
  const cpuMs = drawing.cpuMs + BASE.cpuMs + (fileNs + pixelNs) / 1e6;
  const isReliable = length <= (MAX_RELIABLE_BYTES[header.format] ?? Infinity);
  return {
    cpuMs,
    isShort: isReliable && cpuMs <= MAX_SHORT_MS,
    bytes: drawing.bytes + BASE.bytes + length * SOURCE_COPIES + stillBytes + animationBytes,
  };
}

function toPixels({ width, height }: Size): number {
  return width * height;
}

function toWebpKind(lossless: boolean, pixels: number): keyof typeof WRITING {
  if (!lossless) return "webp";
  return pixels <= MAX_SMALL_WEBP_PIXELS ? "smallLosslessWebp" : "losslessWebp";
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
export function assertWithinLimits(cost: Figure, { filterTimeoutMs, maxJobBytes }: CostLimits): void {
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
  const toMaxPixels = ({ bytesPerPixel }: Figures) =>
    (maxJobBytes - BASE.bytes) / (bytesPerPixel + STATED_FILE_BYTES * SOURCE_COPIES);
  if (toMaxPixels(WRITING.losslessWebp) >= Math.min(maxPixels, USUAL_WEBP_PIXELS)) return undefined;
  const figures = { ...READING, webp: WRITING.webp, "lossless webp": WRITING.losslessWebp };
  const limits = Object.entries(figures).map(([format, each]) => `${format} ${(toMaxPixels(each) / 1e6).toFixed(1)}`);
  return `MEMORY_BUDGET allows pictures of about ${
    limits.join(", ")
  } megapixels; larger ones get 422 \`too_expensive\``;
}
