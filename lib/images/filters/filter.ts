import type { Pixels } from "@/lib/images/pixels.ts";

/** A filter: everything that the service knows about it. */
export interface Filter<Name extends string = string> {
  readonly name: Name;
  /** What it computes, in one line. */
  readonly summary: string;
  /** Without it the filter takes no strength. */
  readonly strength?: StrengthRange;
  /**
   * Whether the colour of a pixel depends on nothing but its colour before, so that filtering the palette of a GIF is
   * enough. A filter that also looks at the position of a pixel or at its neighbours is none.
   */
  readonly isPointOperation: boolean;
  /** Whether it measures all frames of an animation before it filters the first one. */
  readonly measuresFrames?: true;
  /** The processor time for each pixel, to measure and to filter it. */
  readonly nsPerPixel: number;
  /** Creates the kernel that filters one image; the strength is within its range. */
  createKernel(tools: KernelTools): Kernel;
}

/** The range of the strength of a filter, and the value if the caller gives none. */
export interface StrengthRange {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
  /** What the number counts; a plain number has no unit. */
  readonly unit?: string;
  /** Whether the strength is rounded to a whole number. */
  readonly isRounded: boolean;
}

/** What a kernel works with. */
export interface KernelTools {
  readonly strength: number;
  /**
   * Moves pixels in place towards their blurred colours, in WebAssembly: by an `amount` of 1, the default, to these
   * colours, and by a negative one away from them. Only a full blur changes alpha.
   */
  readonly blur: (pixels: Pixels, radius: number, amount?: number) => void;
}

/** Filters the frames of one image. */
export interface Kernel {
  /** Modifies pixels in place: a frame, or the colours of a palette in one row. */
  apply(pixels: Pixels): void;
  /**
   * Measures a frame before the first one is filtered, if the result depends on all of them. Frames that were not
   * measured are filtered on their own.
   */
  measure?(pixels: Pixels): void;
}

/** Describes a range in words: "1 to 256 pixels, default 5". */
export function describeStrength({ min, max, unit, fallback }: StrengthRange): string {
  return `${min} to ${max}${unit === undefined ? "" : ` ${unit}`}, default ${fallback}`;
}
