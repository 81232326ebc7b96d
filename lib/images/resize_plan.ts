import type { Shrink } from "@/lib/images/codecs/codec.ts";
import type { Header } from "@/lib/images/formats/header.ts";
import { toDirections } from "@/lib/images/formats/orientation.ts";
import type { Size } from "@/lib/images/pixels.ts";

/** How a picture fits into a box: all of it, cropped to fill the box, or distorted. */
export const FITS = ["inside", "cover", "fill"] as const;

/** The name of a way to fit. */
export type Fit = (typeof FITS)[number];

/** The size that a caller wants. A side that follows the ratio is `Infinity`, and then `fit` is `inside`. */
export interface Box extends Size {
  readonly fit: Fit;
}

/** How to resize a picture. */
export interface ResizePlan extends Size {
  readonly x: Axis;
  readonly y: Axis;
}

/** One direction of the result. */
export interface Axis {
  /** The first position of the source that is visible. */
  readonly start: number;
  /** The pixels of the source that become one; at least 1. */
  readonly step: number;
}

/**
 * Plans to resize a picture, never beyond its own size. Returns `undefined` if there is nothing to do. The box is
 * upright; the plan is for the pixels as they are stored, because turning them is faster when they are fewer.
 */
export function planResize({ width, height, orientation }: Header, box: Box | undefined): ResizePlan | undefined {
  if (box === undefined) return undefined;
  const { isSwapped, isRightToLeft, isBottomUp } = toDirections(orientation);
  let [right, bottom] = isSwapped ? [box.height, box.width] : [box.width, box.height];
  right = Math.min(right, width);
  bottom = Math.min(bottom, height);
  if (box.fit === "inside") {
    // Multiplied first, so that a half is exactly a half and rounded up.
    if (right * height > bottom * width) right = Math.max(1, Math.round(width * bottom / height));
    else bottom = Math.max(1, Math.round(height * right / width));
  }
  if (right === width && bottom === height) return undefined;
  const size = { width: right, height: bottom }, [stepX, stepY] = [width / right, height / bottom];
  if (box.fit !== "cover") return { ...size, x: { start: 0, step: stepX }, y: { start: 0, step: stepY } };
  const step = Math.min(stepX, stepY);
  // Cropped at whole pixels of the result, because half pixels would blur a picture that is not scaled.
  const crop = (excess: number, isReversed: boolean): Axis => {
    const before = Math.round(excess / 2);
    return { start: (isReversed ? excess - before : before) * step, step };
  };
  return { ...size, x: crop(width / step - right, isRightToLeft), y: crop(height / step - bottom, isBottomUp) };
}

/** Returns how far a decoder may shrink a picture before it is resized: to no less than its size then. */
export function toShrink(plan: ResizePlan | undefined, { format }: Header): Shrink {
  if (plan === undefined || format !== "jpeg") return 1;
  return ([8, 4, 2] as const).find((shrink) => shrink <= Math.min(plan.x.step, plan.y.step)) ?? 1;
}
