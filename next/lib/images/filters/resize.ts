import type { Filter } from "./filter.ts";
import { type ResizeBox, toResizedSize } from "../resize_plan.ts";

/** The longest side that an image is resized to. */
export const MAX_RESULT_SIDE = 4096;

/** Makes the picture smaller. Without a size of its own, it does what `width` and `height` do with every filter. */
export const resize: Filter<"resize", { size?: string }> = {
  name: "resize",
  summary: "only a smaller size: that of `width` and `height`, or in a chain its own, as in `resize:400x300`",
  parameters: {
    size: { type: "size", max: MAX_RESULT_SIDE, isOptional: true, example: "400x300" },
  },
  isPointOperation: false,
  nsPerPixel: 17,
  toSize: (size, values, fit) => toResizedSize(size, { ...toBox(values.size), fit }),
  createKernel: ({ size }, tools) => ({ apply: (pixels) => tools.resize(pixels, toBox(size)) }),
};

/** Returns the box of a valid size: `400x300`, or `400`, whose height follows from the ratio. */
export function toBox(size = ""): ResizeBox {
  const [width, height] = size.split("x").filter(Boolean).map(Number);
  return { width, height };
}
