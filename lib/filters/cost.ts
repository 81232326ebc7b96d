import { type DrawingJob, type FilterJob, toTargetFormat } from "@/lib/filters/job.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { getFilter } from "@/lib/images/filters/mod.ts";
import { type Format, MAX_SMALL_WEBP_PIXELS, type SourceFormat } from "@/lib/images/format.ts";
import type { Header } from "@/lib/images/formats/header.ts";
import { planResize } from "@/lib/images/resize_plan.ts";

/** What a piece of work takes. Points, memory and the order of jobs follow from it. */
export interface Cost {
  /** Processor time of the worker, and of the main thread times {@linkcode MAIN_THREAD_WEIGHT}. */
  readonly cpuMs: number;
  /** Memory from its start to its end. */
  readonly bytes: number;
}

/** Points of a filter whose result is not cached, including the one point of every request. */
export const UNCACHED_FILTER_POINTS = 10;

/** The work that these points include. */
export const INCLUDED_MS = 200;

/** The further work for which each further point is charged. */
export const MS_PER_POINT = 20;

/**
 * What decoding takes: processor time for each pixel and for each byte of the file, memory for each pixel of a frame.
 */
interface DecodingRate {
  readonly nsPerPixel: number;
  readonly nsPerByte: number;
  readonly bytesPerPixel: number;
}

/** What encoding takes for each pixel of a smooth and of a noisy picture, and for each frame however small it is. */
interface EncodingRate {
  readonly smoothNs: number;
  readonly noisyNs: number;
  readonly msPerFrame: number;
  readonly bytesPerPixel: number;
}

// The constants are those of the slowest known files of each format; `deno task bench costs` measures and checks them.
const DECODING: { readonly [name in SourceFormat]: DecodingRate } = {
  png: { nsPerPixel: 9, nsPerByte: 22, bytesPerPixel: 8 },
  jpeg: { nsPerPixel: 9, nsPerByte: 45, bytesPerPixel: 10 },
  gif: { nsPerPixel: 8, nsPerByte: 20, bytesPerPixel: 10 },
  webp: { nsPerPixel: 60, nsPerByte: 100, bytesPerPixel: 14 },
  bmp: { nsPerPixel: 8, nsPerByte: 5, bytesPerPixel: 8 },
  avif: { nsPerPixel: 280, nsPerByte: 170, bytesPerPixel: 38 },
};

/** What a PNG takes for each byte beyond twice its pixels: only Huffman tables for single pixels make it that large. */
const TABLES_NS_PER_BYTE = 150;

/** A JPEG that its decoder shrinks, for each pixel before that. By 8 it needs only the means of blocks. */
const HALVED_JPEG: DecodingRate = { nsPerPixel: 6, nsPerByte: 45, bytesPerPixel: 7 };
const SHRUNK_JPEG = { 2: HALVED_JPEG, 4: HALVED_JPEG, 8: { nsPerPixel: 3, nsPerByte: 20, bytesPerPixel: 2 } } as const;

/** What resizing takes for each pixel of the source, and in addition if the columns are not fewer afterwards. */
const RESIZING = { nsPerPixel: 10, nsPerColumn: 25 };

const ENCODING: { readonly [name in Format | WebpKind]: EncodingRate } = {
  png: { smoothNs: 27, noisyNs: 54, msPerFrame: 0.7, bytesPerPixel: 8 },
  jpeg: { smoothNs: 9, noisyNs: 56, msPerFrame: 0, bytesPerPixel: 8 },
  gif: { smoothNs: 28, noisyNs: 42, msPerFrame: 0.15, bytesPerPixel: 8 },
  webp: { smoothNs: 130, noisyNs: 330, msPerFrame: 0.9, bytesPerPixel: 14 },
  animatedWebp: { smoothNs: 230, noisyNs: 330, msPerFrame: 0.9, bytesPerPixel: 14 },
  losslessWebp: { smoothNs: 210, noisyNs: 210, msPerFrame: 0.9, bytesPerPixel: 30 },
  smallLosslessWebp: { smoothNs: 1050, noisyNs: 700, msPerFrame: 0.9, bytesPerPixel: 40 },
};

/** The settings of the encoder of WebP, whose speeds differ most; see `webp_encoder.ts`. */
type WebpKind = "animatedWebp" | "losslessWebp" | "smallLosslessWebp";

/** The work of every job besides its pixels. Half of it is that of the main thread. */
const BASE_MS = 6;

/** The memory of every job besides its pixels: that of the codecs, and garbage that is not collected yet. */
const BASE_BYTES = 40_000_000;

/** Further memory of an animation for each pixel of a frame: the frame before it is kept. */
const ANIMATION_BYTES_PER_PIXEL = 24;

/** Further memory of an animation for each pixel of all frames: its file, and garbage that is not collected yet. */
const RESULT_BYTES_PER_PIXEL = 2;

/** How many milliseconds a millisecond of the main thread counts, because it serves everybody. */
const MAIN_THREAD_WEIGHT = 10;

/** The time of the main thread for each byte that it receives and copies. */
const RECEIVING_NS_PER_BYTE = 9 * MAIN_THREAD_WEIGHT;

/** The copies of a source: the received one, that of the worker, and that of its decoder. */
const SOURCE_COPIES = 3;

/** The work on the shapes of a drawing, and on each of its pixels. */
const DRAWING = { ms: 30, bytes: 8_000_000, nsPerPixel: 60, bytesPerPixel: 12 };

/** Estimates the work of the main thread on a source that arrives, before anything is known about it. */
export function estimateReceiving(length: number): Pick<Cost, "cpuMs"> {
  return { cpuMs: length * RECEIVING_NS_PER_BYTE / 1e6 };
}

/** Estimates a filter from the header of its source. */
export function estimateFilter({ bytes: { length }, header, steps, size, format }: FilterJob): Cost {
  const { framePixels, frames } = header;
  const target = toTargetFormat(header, format);
  const plan = planResize(header, size);
  const shrink = plan?.shrink ?? 1;
  // A JPEG contains only the first frame.
  const sourcePixels = target === "jpeg" ? framePixels : header.totalPixels;
  const resizedPixels = plan === undefined ? framePixels : plan.width * plan.height;
  const pixels = plan === undefined ? sourcePixels : resizedPixels * (target === "jpeg" ? 1 : frames);
  const decoding = shrink === 1 ? DECODING[header.format] : SHRUNK_JPEG[shrink];
  const encoding = ENCODING[target === "webp" ? toWebpKind(header, pixels) : target];
  const pixelBytes = header.totalPixels * header.bitsPerPixel / 8;
  // Noise cannot be compressed.
  const noise = Math.min(1, length / pixelBytes);
  const tablesNs = header.format === "png" ? Math.max(0, length - 2 * pixelBytes) * TABLES_NS_PER_BYTE : 0;
  // A smaller picture may have more details in each pixel, so the slower one is assumed.
  const encodingNs = plan === undefined
    ? encoding.smoothNs + noise * (encoding.noisyNs - encoding.smoothNs)
    : Math.max(encoding.smoothNs, encoding.noisyNs);
  const resizingNs = plan === undefined ? 0 : RESIZING.nsPerPixel + RESIZING.nsPerColumn / plan.x.step;
  const readingNs = tablesNs + length * decoding.nsPerByte +
    sourcePixels * (decoding.nsPerPixel + resizingNs / shrink ** 2);
  const filters = steps.map(({ filter }) => getFilter(filter));
  // What measures all frames needs them once more, as the filters before leave them.
  const passes = frames > 1 || target === "gif" ? filters.filter(({ measuresFrames }) => measuresFrames).length + 1 : 1;
  const filterNs = passes * filters.reduce((sum, { nsPerPixel }) => sum + nsPerPixel, 0);
  const ns = passes * readingNs + pixels * (filterNs + encodingNs);
  const stillBytes = plan === undefined
    ? framePixels * Math.max(decoding.bytesPerPixel, encoding.bytesPerPixel)
    : framePixels * decoding.bytesPerPixel + resizedPixels * encoding.bytesPerPixel;
  const animationBytes = frames === 1 ? 0 : framePixels * ANIMATION_BYTES_PER_PIXEL + pixels * RESULT_BYTES_PER_PIXEL;
  const cpuMs = BASE_MS + frames * encoding.msPerFrame + ns / 1e6;
  return { cpuMs, bytes: BASE_BYTES + length * SOURCE_COPIES + stillBytes + animationBytes };
}

function toWebpKind({ lossless, frames }: Header, pixels: number): "webp" | WebpKind {
  if (!lossless) return frames > 1 ? "animatedWebp" : "webp";
  return pixels <= MAX_SMALL_WEBP_PIXELS ? "smallLosslessWebp" : "losslessWebp";
}

/** Estimates a drawing. */
export function estimateDrawing({ side }: DrawingJob): Cost {
  const { ms, bytes, nsPerPixel, bytesPerPixel } = DRAWING;
  return { cpuMs: BASE_MS + ms + side ** 2 * nsPerPixel / 1e6, bytes: bytes + side ** 2 * bytesPerPixel };
}

/** Returns the points that a filter costs if its result is not cached. */
export function toPoints({ cpuMs }: Pick<Cost, "cpuMs">): number {
  return UNCACHED_FILTER_POINTS + Math.max(0, Math.ceil((cpuMs - INCLUDED_MS) / MS_PER_POINT));
}

/** The points of one filter that is not cached. */
export interface Payment {
  /** Takes the points for work that follows. @throws {ApiError} `rate_limited` if the client has too few. */
  readonly payBefore: (cost: Pick<Cost, "cpuMs">) => void;
  /** Charges the points for work that is done. */
  readonly payAfter: (cost: Pick<Cost, "cpuMs">) => void;
}

/**
 * Takes the first points of one filter that is not cached. The others follow when its work is known.
 *
 * @throws {ApiError} `rate_limited` if the client has too few.
 */
export function startPayment({ take, charge }: Pick<Caller, "take" | "charge">): Payment {
  let cpuMs = 0;
  let paid = UNCACHED_FILTER_POINTS;
  // The request itself has paid one.
  take?.(UNCACHED_FILTER_POINTS - 1);
  const pay = (cost: Pick<Cost, "cpuMs">, spend: Caller["take"]) => {
    cpuMs += cost.cpuMs;
    const due = toPoints({ cpuMs }) - paid;
    paid += due;
    if (due > 0) spend?.(due);
  };
  return { payBefore: (cost) => pay(cost, take), payAfter: (cost) => pay(cost, charge) };
}

/** What a single request may take, named like the settings; without `rateLimit` any number of points. */
export interface CostLimits {
  readonly rateLimit?: number | undefined;
  readonly filterTimeoutMs: number;
  readonly memoryBudget: number;
}

/**
 * Checks that a filter can be done at all, whenever it is asked for.
 *
 * @throws {ApiError} `too_expensive`.
 */
export function assertAffordable(cost: Cost, { rateLimit, filterTimeoutMs, memoryBudget }: CostLimits): void {
  assertAtMost("points", toPoints(cost), rateLimit ?? Infinity);
  assertAtMost("ms", Math.ceil(cost.cpuMs), filterTimeoutMs);
  assertAtMost("bytes", Math.ceil(cost.bytes), memoryBudget);
}

/** What each unit counts, in words. */
const UNITS = { points: "points", ms: "ms of processor time", bytes: "bytes of memory" };

function assertAtMost(unit: keyof typeof UNITS, got: number, limit: number): void {
  if (got <= limit) return;
  const [most, size] = [limit, got].map((count) => count.toLocaleString("en"));
  const reason = `must take at most ${most} ${UNITS[unit]}, but would take about ${size}`;
  const formats = `${unit === "bytes" ? "png" : "jpeg"} takes least, webp and avif most`;
  const remedy = `use a smaller image or width, fewer frames or filters, or another format: ${formats}`;
  throw new ApiError("too_expensive", `Cannot filter the image: ${reason}; ${remedy}`, {
    details: { unit, limit, got },
  });
}

/** The bytes of a file for each pixel that are assumed where the limits are stated. */
const STATED_FILE_BYTES = 1;

/**
 * Describes which pictures fit into the memory. Returns `undefined` if all of up to `maxPixels` do that are fast
 * enough.
 */
export function describeMemoryLimit(memoryBudget: number, maxPixels: number): string | undefined {
  const toPixels = (bytesPerPixel: number) =>
    (memoryBudget - BASE_BYTES) / (bytesPerPixel + STATED_FILE_BYTES * SOURCE_COPIES);
  if (toPixels(DECODING.webp.bytesPerPixel) >= maxPixels) return undefined;
  const rates = { ...DECODING, "lossless webp": ENCODING.losslessWebp };
  const limits = Object.entries(rates).map(([format, rate]) =>
    `${format} ${(toPixels(rate.bytesPerPixel) / 1e6).toFixed(1)}`
  ).join(", ");
  return `MEMORY_BUDGET allows pictures of about ${limits} megapixels; larger ones get 422 \`too_expensive\``;
}
