import type { FilterName } from "./filters/table.ts";
import { getFilter } from "./filters/table.ts";
import { type Format, IMAGE_FORMATS } from "./format.ts";
import { type Header, toDisplayedSize } from "./formats/header.ts";
import type { Size } from "./pixels.ts";
import { planResize, type ResizeBox, type ResizePlan, toBox } from "./resize_plan.ts";
import { parseStep } from "./steps.ts";

/** What to do with an image besides its filters. All sizes are in pixels. `width` and `height` never enlarge it. */
export interface FilterOptions extends ResizeBox {
  /** By default the format of the source. It is PNG if that format is not written, or has no translucent corners. */
  readonly format?: Format | undefined;
  /** From 1 to 100, for a JPEG, or for a WebP, which is then lossy. */
  readonly quality?: number | undefined;
  /** The radius of round corners in the result; `max` makes a circle or a pill. */
  readonly radius?: number | "max" | undefined;
  /** The colour behind transparent pixels and round corners, as RRGGBB. */
  readonly background?: string | undefined;
}

/** What becomes of a picture: all that a pipeline must know besides the file. */
export interface Plan extends Omit<FilterOptions, "width" | "height" | "format"> {
  readonly header: Header;
  /** How it is resized while it is decoded. */
  readonly decoding: ResizePlan | undefined;
  /** The following steps. Steps that change nothing are left out. */
  readonly steps: readonly PlannedStep[];
  /** The size of the result. */
  readonly size: Size;
  /** The format of the result. */
  readonly format: Format;
  /** Whether a WebP is lossless: if the source is, unless there is a quality. */
  readonly lossless: boolean;
}

/** A step, and the size of the picture before and after it. */
export interface PlannedStep {
  readonly filter: FilterName;
  readonly value: string | undefined;
  readonly before: Size;
  readonly after: Size;
}

/**
 * Plans what a pipeline does, without decoding anything. A `resize` that comes first is done while decoding, as the
 * size of the options is.
 *
 * @throws {StepError}
 */
export function planPipeline(header: Header, steps: readonly string[], options: FilterOptions = {}): Plan {
  const { fit, position, quality, radius, background, ...box } = options;
  const [first, ...others] = steps.map(parseStep);
  const isSized = box.width !== undefined || box.height !== undefined;
  const ownBox = !isSized && first?.filter === "resize" ? toBox(first.value) : undefined;
  const decoding = planResize(header, { ...(ownBox ?? box), fit, position });
  const planned: PlannedStep[] = [];
  let size = toDisplayedSize({ ...header, ...decoding });
  for (const step of first === undefined || ownBox !== undefined ? others : [first, ...others]) {
    const before = size;
    size = getFilter(step.filter).toSize?.(before, step.value, fit) ?? before;
    const isIdle = step.filter === "resize" && size.width === before.width && size.height === before.height;
    if (!isIdle) planned.push({ ...step, before, after: size });
  }
  const lossless = header.lossless && quality === undefined;
  const format = toFormat(header, options);
  return { header, decoding, steps: planned, size, fit, position, format, lossless, quality, radius, background };
}

function toFormat(header: Header, { format, radius, background }: FilterOptions): Format {
  const wanted = format ?? (header.format === "avif" ? "png" : header.format);
  const hasCorners = radius !== undefined && background === undefined;
  if (!hasCorners || IMAGE_FORMATS[wanted].isTranslucent) return wanted;
  // Of the formats with translucency, only WebP has animations.
  return wanted === "gif" && header.frames > 1 ? "webp" : "png";
}
