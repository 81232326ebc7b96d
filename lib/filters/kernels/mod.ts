import type { FilterName } from "@/lib/filters/filters.ts";
import type { Blur } from "@/lib/filters/kernels/blur.ts";
import { createContrastTable } from "@/lib/filters/kernels/contrast.ts";
import { dither565 } from "@/lib/filters/kernels/dither565.ts";
import { greyscale } from "@/lib/filters/kernels/greyscale.ts";
import { invert } from "@/lib/filters/kernels/invert.ts";
import { type Bounds, createNormalizeTables, toBounds } from "@/lib/filters/kernels/normalize.ts";
import { applyTables } from "@/lib/filters/kernels/tables.ts";
import type { Pixels } from "@/lib/filters/picture.ts";

/** Changes pixels in place. */
export type Kernel = (pixels: Pixels) => void;

/** What a kernel is made from. */
export interface KernelOptions {
  readonly strength: number;
  readonly blur: Blur;
  /** The values over all frames, for `normalize`; without them each picture is measured by itself. */
  readonly bounds: Bounds | undefined;
}

/** Makes the kernel of a filter. */
export function createKernel(filter: FilterName, options: KernelOptions): Kernel {
  return KERNELS[filter](options);
}

/** Tells whether a filter looks at one colour at a time, wherever it stands: then changing a palette is enough. */
export function isColourwise(filter: FilterName): boolean {
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
  normalize: ({ bounds }) => (pixels) => applyTables(pixels, createNormalizeTables(bounds ?? toBounds(pixels))),
};
