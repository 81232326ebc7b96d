/**
 * What a program needs to know about images without decoding them: filters and their parameters, formats, sizes and
 * errors. It loads no codec. See README.md.
 *
 * @module
 */
export type { Filter, Kernel, KernelTools } from "./filters/filter.ts";
export { type FilterName, FILTERS, getFilter, type Step } from "./filters/mod.ts";
export type {
  ChoiceParameter,
  ColourParameter,
  NumberParameter,
  Parameter,
  ParameterOf,
  Parameters,
  SizeParameter,
  Value,
  Values,
} from "./filters/parameter.ts";
export { MAX_RESULT_SIDE } from "./filters/resize.ts";
export {
  type Format,
  FORMATS,
  IMAGE_FORMATS,
  isWritable,
  listFormats,
  MAX_SMALL_WEBP_PIXELS,
  WRITABLE_FORMATS,
  type WritableFormat,
} from "./format.ts";
export { createHeader, type Header, toDisplayedSize } from "./formats/header.ts";
export { CancelledError, ImageError, type ImageErrorCode, type ImageErrorDetails } from "./image_error.ts";
export type { Frame, Pixels, Size } from "./pixels.ts";
export { type Plan, type PlanInput, type PlannedStep, planPipeline } from "./plan.ts";
export { RADIUS } from "./round_corners.ts";
export { type Axis, type Fit, FITS, type Position, POSITIONS, type ResizeBox, type ResizePlan } from "./resize_plan.ts";
