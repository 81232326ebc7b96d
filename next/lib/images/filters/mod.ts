import { blur } from "./blur.ts";
import { brightness } from "./brightness.ts";
import { contrast } from "./contrast.ts";
import { dither565 } from "./dither565.ts";
import { duotone } from "./duotone.ts";
import type { Filter } from "./filter.ts";
import { flip } from "./flip.ts";
import { flop } from "./flop.ts";
import { gamma } from "./gamma.ts";
import { greyscale } from "./greyscale.ts";
import { hueRotate } from "./hue_rotate.ts";
import { invert } from "./invert.ts";
import { normalize } from "./normalize.ts";
import type { Values } from "./parameter.ts";
import { pixelate } from "./pixelate.ts";
import { resize } from "./resize.ts";
import { rotate } from "./rotate.ts";
import { saturate } from "./saturate.ts";
import { sepia } from "./sepia.ts";
import { sharpen } from "./sharpen.ts";
import { threshold } from "./threshold.ts";
import { tint } from "./tint.ts";

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

/** One filter of a chain. */
export interface Step {
  readonly filter: FilterName;
  /** One for each parameter of the filter. */
  readonly values: Values;
}

const BY_NAME: ReadonlyMap<string, Filter<FilterName, Values>> = new Map(
  REGISTRY.map((filter) => [filter.name, filter]),
);

/**
 * Returns a filter by its name.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createTools } from "./tools.ts";
 * import { modules } from "@pawkit/images/wasm";
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
