import { getFilter, type Step } from "./filters/mod.ts";
import { toBox } from "./filters/resize.ts";
import { type Format, IMAGE_FORMATS } from "./format.ts";
import { type Header, toDisplayedSize } from "./formats/header.ts";
import type { Size } from "./pixels.ts";
import { planResize, type ResizeBox, type ResizePlan } from "./resize_plan.ts";

/** A picture whose header was read, and what to do with it. */
export interface PlanInput {
  readonly header: Header;
  /** The filters in the order in which they are applied. */
  readonly steps: readonly Step[];
  /** The size before the filters, by default that of the source; `fit` and `position` also apply to `resize`. */
  readonly size?: ResizeBox;
  /** The format of the result; by default that of the source, or PNG if that cannot be encoded. */
  readonly format?: Format | undefined;
  /** From 1 to 100, for a JPEG, or for a WebP, which is then lossy. */
  readonly quality?: number | undefined;
  /** The radius of round corners in pixels of the result; `max` makes a circle or a pill. */
  readonly radius?: number | "max" | undefined;
  /** The colour behind transparent pixels and round corners, as RRGGBB; without it they stay transparent. */
  readonly background?: string | undefined;
}

/** What becomes of a picture: all that a pipeline must know besides the file. It can be sent to another thread. */
export interface Plan
  extends Pick<PlanInput, "header" | "quality" | "radius" | "background">, Pick<ResizeBox, "fit" | "position"> {
  /** How it is resized while it is decoded. */
  readonly decoding: ResizePlan | undefined;
  /** The steps after that, without those that change nothing. */
  readonly steps: readonly PlannedStep[];
  /** The size of the result. */
  readonly size: Size;
  /** The format of the result. Round corners need one with translucency. */
  readonly format: Format;
  /** Whether a WebP is lossless: if the source is, unless there is a quality. */
  readonly lossless: boolean;
}

/** A step, and the size of the picture before and after it. */
export interface PlannedStep extends Step {
  readonly before: Size;
  readonly after: Size;
}

/**
 * Plans what a pipeline does, without decoding anything. A `resize` that comes first is done while decoding, as the
 * size is.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createHeader } from "@pawkit/images";
 *
 * const header = createHeader({ format: "png", width: 40, height: 30 });
 * const steps = [{ filter: "rotate", values: { strength: "90" } }] as const;
 * assertEquals(planPipeline({ header, steps }).size, { width: 30, height: 40 });
 * ```
 */
export function planPipeline(input: PlanInput): Plan {
  const { header, steps, size: box = {}, quality } = input;
  const { fit, position } = box;
  const [first, ...others] = steps;
  const isSized = box.width !== undefined || box.height !== undefined;
  const ownBox = !isSized && first?.filter === "resize" ? toBox(first.values.size as string | undefined) : undefined;
  const decoding = planResize(header, { ...(ownBox ?? box), fit, position });
  const planned: PlannedStep[] = [];
  let size = toDisplayedSize({ ...header, ...decoding });
  for (const step of ownBox === undefined ? steps : others) {
    const before = size;
    size = getFilter(step.filter).toSize?.(before, step.values, fit) ?? before;
    const isIdle = step.filter === "resize" && size.width === before.width && size.height === before.height;
    if (!isIdle) planned.push({ ...step, before, after: size });
  }
  const lossless = header.lossless && quality === undefined;
  const { radius, background } = input;
  const format = toTargetFormat(input);
  return { header, decoding, steps: planned, size, fit, position, format, lossless, quality, radius, background };
}

function toTargetFormat({ header, format, radius, background }: PlanInput): Format {
  const wanted = format ?? (header.format === "avif" ? "png" : header.format);
  const hasCorners = radius !== undefined && background === undefined;
  if (!hasCorners || IMAGE_FORMATS[wanted].isTranslucent) return wanted;
  // Of the formats with translucency, only WebP has animations.
  return wanted === "gif" && header.frames > 1 ? "webp" : "png";
}
