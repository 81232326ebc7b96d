/**
 * What a program needs to know about images without decoding them: filters, headers, plans and errors. It loads no
 * codec: the codecs are in `@pawkit/images/thread`. See README.md.
 *
 * @module
 */
import type { Modules } from "./wasm/modules.js";

export { type FilterInfo, type FilterName, FILTERS, MAX_RESULT_SIDE } from "./filters/table.ts";
export type {
  ChoiceParameter,
  ColoursParameter,
  FilterParameter,
  NumberParameter,
  SizeParameter,
} from "./filters/types.ts";
export { type Format, type Format as WritableFormat, FORMATS as WRITABLE_FORMATS } from "./format.ts";
export { ImageError, type ImageErrorCode, type ImageErrorDetails } from "./image_error.ts";
export { type JobPlan, MAX_RESULT_BYTES, plan } from "./job.ts";
export type { FilterOptions } from "./plan.ts";
export { type ImageHeader, MAX_FRAMES, MAX_PIXELS, MAX_TOTAL_PIXELS, probe } from "./probe.ts";
export { type Fit, FITS, type Position, POSITIONS } from "./resize_plan.ts";
export { RADIUS } from "./corners.ts";
export {
  MAX_STEPS,
  readSteps,
  type ReadStepsOptions,
  StepError,
  type StepErrorCode,
  type StepErrorDetails,
} from "./steps.ts";
export type { Modules };

/** Compiles the WebAssembly of all codecs, once for a program: the result can be posted to its threads. */
export async function loadModules(): Promise<Modules> {
  return (await import("./wasm/modules.js")).modules;
}
