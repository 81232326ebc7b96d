import { createBlur } from "./blur.ts";
import type { KernelTools } from "./filter.ts";
import { applyOrientation } from "../formats/orientation.ts";
import { createResizerFactory, type ResizerFactory } from "../resize.ts";
import { planResize } from "../resize_plan.ts";
import type { Modules } from "../wasm/modules.js";

/** Creates what kernels work with. `checkpoint` is called after a part of the work, and may throw to give up. */
export function createTools(
  modules: Pick<Modules, "blur" | "resize">,
  checkpoint: () => void = () => {},
): KernelTools & { readonly resizers: ResizerFactory } {
  const resizers = createResizerFactory(modules.resize, checkpoint);
  return {
    resizers,
    blur: createBlur(modules.blur, checkpoint),
    resize(pixels, box) {
      const plan = planResize({ ...pixels, orientation: 1, format: "png" }, box);
      return plan === undefined ? pixels : resizers(plan)(pixels);
    },
    orient: (pixels, orientation) => ({ ...pixels, ...applyOrientation(pixels, orientation, checkpoint) }),
  };
}
