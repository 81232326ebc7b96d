import type { FilterJob } from "@/lib/filters/job.ts";
import type { Step } from "@/lib/filters/request.ts";
import { getFilter } from "@/lib/images/filters/mod.ts";
import { toBox } from "@/lib/images/filters/resize.ts";
import { toDisplayedSize } from "@/lib/images/formats/header.ts";
import type { Size } from "@/lib/images/pixels.ts";
import { planResize, type ResizePlan } from "@/lib/images/resize_plan.ts";

/** What becomes of a picture. */
export interface Plan {
  /** How it is resized while it is decoded. */
  readonly decoding: ResizePlan | undefined;
  /** The steps after that, without those that change nothing. */
  readonly steps: readonly PlannedStep[];
  /** The size of the result. */
  readonly size: Size;
}

/** A step, and the size of the picture before and after it. */
export interface PlannedStep extends Step {
  readonly before: Size;
  readonly after: Size;
}

/** Plans the steps of a job. A `resize` that comes first is done while decoding, as `width` and `height` are. */
export function planSteps({ header, steps, values }: Pick<FilterJob, "header" | "steps" | "values">): Plan {
  const { width, height, fit, position } = values;
  const [first, ...others] = steps;
  const isSized = width !== undefined || height !== undefined;
  const ownBox = !isSized && first?.filter === "resize" ? toBox(first.values.size as string | undefined) : undefined;
  const decoding = planResize(header, { ...(ownBox ?? values), fit, position });
  const planned: PlannedStep[] = [];
  let size = toDisplayedSize({ ...header, ...decoding });
  for (const step of ownBox === undefined ? steps : others) {
    const before = size;
    size = getFilter(step.filter).toSize?.(before, step.values, fit) ?? before;
    const isIdle = step.filter === "resize" && size.width === before.width && size.height === before.height;
    if (!isIdle) planned.push({ ...step, before, after: size });
  }
  return { decoding, steps: planned, size };
}
