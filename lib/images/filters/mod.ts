import { blur } from "@/lib/images/filters/blur.ts";
import { brightness } from "@/lib/images/filters/brightness.ts";
import { contrast } from "@/lib/images/filters/contrast.ts";
import { dither565 } from "@/lib/images/filters/dither565.ts";
import { duotone } from "@/lib/images/filters/duotone.ts";
import type { Filter } from "@/lib/images/filters/filter.ts";
import { flip } from "@/lib/images/filters/flip.ts";
import { flop } from "@/lib/images/filters/flop.ts";
import { gamma } from "@/lib/images/filters/gamma.ts";
import { greyscale } from "@/lib/images/filters/greyscale.ts";
import { hueRotate } from "@/lib/images/filters/hue_rotate.ts";
import { invert } from "@/lib/images/filters/invert.ts";
import { normalize } from "@/lib/images/filters/normalize.ts";
import type { Values } from "@/lib/images/filters/parameter.ts";
import { pixelate } from "@/lib/images/filters/pixelate.ts";
import { resize } from "@/lib/images/filters/resize.ts";
import { rotate } from "@/lib/images/filters/rotate.ts";
import { saturate } from "@/lib/images/filters/saturate.ts";
import { sepia } from "@/lib/images/filters/sepia.ts";
import { sharpen } from "@/lib/images/filters/sharpen.ts";
import { threshold } from "@/lib/images/filters/threshold.ts";
import { tint } from "@/lib/images/filters/tint.ts";

/** All filters, in the order in which callers see them. A new filter is one file, and its name here. */
const REGISTRY = [
  ...[blur, greyscale, contrast, invert, dither565, normalize] as const,
  ...[sepia, brightness, saturate, hueRotate, sharpen, pixelate, resize] as const,
  ...[rotate, flip, flop, gamma, threshold, tint, duotone] as const,
] as const;

/** The name of a filter. */
export type FilterName = (typeof REGISTRY)[number]["name"];

/** The names of the filters. */
export const FILTERS: readonly FilterName[] = REGISTRY.map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, Filter<FilterName, Values>> = new Map(
  REGISTRY.map((filter) => [filter.name, filter]),
);

/**
 * Returns a filter by its name.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createTools } from "@/lib/images/filters/tools.ts";
 * import { modules } from "@/lib/images/wasm/modules.js";
 *
 * const kernel = getFilter("invert").createKernel({}, createTools(modules));
 * const pixels = { width: 1, height: 1, data: Uint8ClampedArray.of(255, 100, 0, 255) };
 * kernel.apply(pixels);
 * assertEquals([...pixels.data], [0, 155, 255, 255]);
 * ```
 */
export function getFilter(name: FilterName): Filter<FilterName, Values> {
  return BY_NAME.get(name)!;
}
