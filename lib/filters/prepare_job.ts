// What a filter job will do and take, from the header of its picture. It is loaded with the first picture, because the
// readers of all formats slow down the start of the service.

import { type Operation, toPlanInput } from "@/lib/filters/request.ts";
import type { Source } from "@/lib/filters/source.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { SizedDrawing } from "@/lib/sources/service_picture.ts";
import { assertWithinLimits, type Cost, type CostLimits, estimateFilter } from "@/lib/workers/cost.ts";
import type { FilterJob } from "@/lib/workers/job.ts";
import { createHeader, type Header, ImageError, planPipeline } from "@pawkit/images";
import { assertDecodable, assertStorable, type ProbeLimits, readHeader } from "@pawkit/images/probe";

/** A picture: its file, or a drawing. */
export type Picture = NonNullable<Source["image"]>;

/** A job for the pool, and its estimate. */
export interface PreparedJob {
  readonly job: FilterJob;
  readonly cost: Cost;
}

/** Returns the header of a picture. @throws {ImageError} if it cannot be decoded, or is too large. */
export function readSourceHeader(source: Picture, limits: ProbeLimits): Header {
  const header = "svg" in source ? toDrawingHeader(source) : readHeader(source);
  assertDecodable(header, limits);
  return header;
}

/** Plans a job and estimates it. @throws {ImageError | ApiError} if the result would be too large or too expensive. */
export function prepareJob(source: Picture, header: Header, operation: Operation, limits: CostLimits): PreparedJob {
  return prepareAuto(operation, (each) => {
    const plan = planPipeline(toPlanInput(header, each));
    assertStorable(plan.size, plan.format);
    const cost = estimateFilter({ source, plan });
    assertWithinLimits(cost, limits);
    return { job: { source, plan, memoryBytes: cost.bytes }, cost };
  });
}

/** Prepares a job. With `format=auto`, a picture that is too large or too expensive for WebP keeps its format. */
export function prepareAuto<T>(operation: Operation, prepare: (operation: Operation) => T): T {
  const { format, ...values } = operation.values;
  if (format !== "auto") return prepare(operation);
  try {
    return prepare(operation);
  } catch (error) {
    if (!(error instanceof ImageError || error instanceof ApiError)) throw error;
    return prepare({ ...operation, values });
  }
}

/** Returns the header that the file of a drawing will have. Its WebP is lossy. Text is no source. */
function toDrawingHeader({ format: type, width, height }: SizedDrawing): Header {
  const format = type === "txt" ? "png" : type;
  return createHeader({ format, width, height, lossless: format === "png", fullChroma: format !== "webp" });
}
