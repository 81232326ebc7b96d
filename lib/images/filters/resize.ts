import type { Filter } from "@/lib/images/filters/filter.ts";

/** Changes no pixel: the size is a parameter of every filter, and this one has no other effect. */
export const resize: Filter<"resize"> = {
  name: "resize",
  summary: "nothing but `width`, `height` and `fit`, of which it needs one side",
  parameters: {},
  isPointOperation: true,
  nsPerPixel: 0,
  createKernel: () => ({ apply() {} }),
};
