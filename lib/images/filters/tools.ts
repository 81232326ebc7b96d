import { createBlur } from "./blur.ts";
import type { KernelTools } from "./types.ts";
import { applyOrientation } from "../formats/orientation.ts";
import { createResizerFactory, type ResizerFactory } from "../resize.ts";
import { planResize } from "../resize_plan.ts";
import type { Modules } from "../wasm/modules.js";

/** Creates what kernels work with. */
export function createTools(
  modules: Pick<Modules, "blur" | "resize">,
): KernelTools & { readonly resizers: ResizerFactory } {
  const resizers = createResizerFactory(modules.resize);
  return {
    resizers,
    blur: createBlur(modules.blur),
    resize(pixels, box) {
      const plan = planResize({ ...pixels, orientation: 1, format: "png" }, box);
      return plan === undefined ? pixels : resizers(plan)(pixels);
    },
    orient: (pixels, orientation) => ({ ...pixels, ...applyOrientation(pixels, orientation) }),
  };
}
