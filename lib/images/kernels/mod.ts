import type { FilterName } from "@/lib/images/filter_name.ts";
import type { Blur } from "@/lib/images/kernels/blur.ts";
import { dither565 } from "@/lib/images/kernels/dither565.ts";
import { type Bounds, createNormalizeTables, measureBounds } from "@/lib/images/kernels/normalize.ts";
import { applyTables, createContrastTable, greyscale, invert } from "@/lib/images/kernels/point_kernels.ts";
import type { Pixels } from "@/lib/images/pixels.ts";

/** Modifies pixels in place. */
export type Kernel = (pixels: Pixels) => void;

/** Options of {@linkcode createKernel}. */
export interface KernelOptions {
  readonly strength: number;
  readonly blur: Blur;
  /** The bounds of all frames, for `normalize`; without them each frame is measured on its own. */
  readonly bounds: Bounds | undefined;
}

/** Creates the kernel of a filter. */
export function createKernel(filter: FilterName, options: KernelOptions): Kernel {
  return KERNELS[filter](options);
}

/** Returns whether a filter maps each colour independently of its position, so that filtering a palette is enough. */
export function isPointOperation(filter: FilterName): boolean {
  return filter !== "blur" && filter !== "dither565";
}

const KERNELS: { readonly [name in FilterName]: (options: KernelOptions) => Kernel } = {
  blur: ({ blur, strength }) => (pixels) => blur(pixels, strength),
  contrast: ({ strength }) => {
    const table = createContrastTable(strength);
    return (pixels) => applyTables(pixels, [table, table, table]);
  },
  dither565: () => dither565,
  greyscale: () => greyscale,
  invert: () => invert,
  normalize: ({ bounds }) => (pixels) => applyTables(pixels, createNormalizeTables(bounds ?? measureBounds(pixels))),
};
