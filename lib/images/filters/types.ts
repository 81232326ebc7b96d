import type { Pixels, Size } from "../pixels.ts";
import type { Fit, ResizeBox } from "../resize_plan.ts";

/** A filter: everything that is known about it. */
export interface Filter {
  /** What it computes, in one line. `s` is the strength and `v` the value of a channel. */
  readonly description: string;
  /** What may follow its name and a colon; some filters have nothing. */
  readonly parameter?: FilterParameter | undefined;
  /** Whether the colour of a pixel depends on nothing but its colour before, so that the palette of a GIF is enough. */
  readonly isPointOperation?: true;
  /** Returns the size of the result, if it may differ. `fit` is from the request. */
  toSize?(size: Size, value: string | undefined, fit?: Fit): Size;
  /** Creates the kernel that filters one image; the value is valid, and only that of a size may be absent. */
  createKernel(value: string, tools: KernelTools): Kernel;
}

/** The parameter of a filter. One without a default is required, except a size. */
export type FilterParameter = NumberParameter | ChoiceParameter | SizeParameter | ColoursParameter;

/** A number within a range. */
export interface NumberParameter {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** What the number counts; a plain number has no unit. */
  readonly unit?: string;
  /** Whether a fraction is rounded to a whole number. */
  readonly isRounded?: true;
}

/** One of a few words. */
export interface ChoiceParameter {
  readonly type: "choice";
  readonly allowed: readonly string[];
  readonly default: string;
}

/** A width and a height in pixels, such as `400x300`, or a width alone. */
export interface SizeParameter {
  readonly type: "size";
  readonly min: number;
  readonly max: number;
  readonly example: string;
}

/** Colours as RRGGBB or RGB, with a hyphen between two. */
export interface ColoursParameter {
  readonly type: "colours";
  readonly count: number;
  readonly example: string;
}

/** What a kernel works with. */
export interface KernelTools {
  /**
   * Moves pixels in place towards their blurred colours, in WebAssembly: by an `amount` of 1, the default, to these
   * colours, and by a negative one away from them. Only a full blur changes alpha.
   */
  readonly blur: (pixels: Pixels, radius: number, amount?: number) => void;
  /** Makes pixels smaller, with `fit` and `position` of the request, in WebAssembly. */
  readonly resize: (pixels: Pixels, box: ResizeBox) => Pixels;
  /** Turns or mirrors pixels, like the EXIF orientation of this number. */
  readonly orient: (pixels: Pixels, orientation: number) => Pixels;
}

/** Filters the frames of one image. */
export interface Kernel {
  /** Modifies pixels in place: a frame, or the colours of a palette in one row. Or returns others instead of them. */
  apply(pixels: Pixels): Pixels | void;
  /** Measures a frame before the first one is filtered, if the result depends on all of them. */
  measure?(pixels: Pixels): void;
}
