import type { ParameterOf, Values } from "./parameter.ts";
import type { Pixels, Size } from "../pixels.ts";
import type { Fit, ResizeBox } from "../resize_plan.ts";

/** A filter: everything that is known about it. `Own` are the values that its kernel needs, one for each parameter. */
export interface Filter<Name extends string = string, Own extends Values = Record<never, never>> {
  readonly name: Name;
  /** What it computes, in one line. */
  readonly summary: string;
  /** Parsing, cache keys, descriptions and fields on the page follow from these. */
  readonly parameters: { readonly [name in keyof Own]: ParameterOf<Own[name]> };
  /**
   * Whether the colour of a pixel depends on nothing but its colour before, so that filtering the palette of a GIF is
   * enough. A filter that also looks at the position of a pixel or at its neighbours is none.
   */
  readonly isPointOperation: boolean;
  /** The processor time for each pixel, to measure and to filter it. */
  readonly nsPerPixel: number;
  /** Whether its kernel measures all frames of an animation first, which are decoded for that. */
  readonly measuresFrames?: true;
  /** Returns the size of the result, if it may differ; `fit` is that of the request. */
  toSize?(size: Size, values: Own, fit?: Fit): Size;
  /** Creates the kernel that filters one image; the values are valid. */
  createKernel(values: Own, tools: KernelTools): Kernel;
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
  /**
   * Measures a frame before the first one is filtered, if the result depends on all of them. Frames that were not
   * measured are filtered on their own.
   */
  measure?(pixels: Pixels): void;
}
