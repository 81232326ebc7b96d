import type { Shrink } from "@/lib/images/codecs/codec.ts";
import type { Header } from "@/lib/images/formats/header.ts";
import type { Size } from "@/lib/images/pixels.ts";

/** How a picture fits into a box: all of it, cropped until it fills the box, or distorted. */
export const FITS = ["inside", "cover", "fill"] as const;

/** The size that a caller wants. A missing side follows from the ratio; then `fit` must be `inside`, the default. */
export interface ResizeBox extends Partial<Size> {
  readonly fit?: (typeof FITS)[number];
}

/** How to resize a picture as it is stored, before it is turned upright. */
export interface ResizePlan extends Size {
  /** How far its decoder shrinks it: to no less than the size that is left to resize. */
  readonly shrink: Shrink;
  readonly x: Axis;
  readonly y: Axis;
}

/** One direction of a picture, in pixels after its decoder has shrunk it. */
export interface Axis {
  readonly source: number;
  readonly target: number;
  /** Where the visible part of the source starts. */
  readonly start: number;
  /** How many pixels become one; at least 1. */
  readonly step: number;
}

/** Plans to resize a picture, never beyond its own size. Returns `undefined` if there is nothing to do. */
export function planResize(header: Header, wanted: ResizeBox): ResizePlan | undefined {
  const box = { width: Infinity, height: Infinity, fit: "inside", ...wanted };
  const { width, height, orientation, format } = header;
  const [right, bottom] = orientation >= 5 ? [box.height, box.width] : [box.width, box.height];
  const size = { width: Math.min(right, width), height: Math.min(bottom, height) };
  if (box.fit === "inside") {
    // Multiplied first, so that a half is exactly a half and rounded up.
    if (size.width * height > size.height * width) size.width = Math.max(1, Math.round(width * size.height / height));
    else size.height = Math.max(1, Math.round(height * size.width / width));
  }
  const across = width / size.width, down = height / size.height;
  const least = Math.min(across, down);
  if (size.width === width && size.height === height) return undefined;
  const shrink = format === "jpeg" ? ([8, 4, 2] as const).find((factor) => factor <= least) ?? 1 : 1;
  const toAxis = (source: number, target: number, step: number): Axis => {
    const start = (source - target * step) / 2;
    // Half a pixel would blur a picture that is only cropped.
    const whole = step === 1 ? Math.floor(start) : start;
    return { source: Math.ceil(source / shrink), target, start: whole / shrink, step: step / shrink };
  };
  const [stepX, stepY] = box.fit === "cover" ? [least, least] : [across, down];
  return { ...size, shrink, x: toAxis(width, size.width, stepX), y: toAxis(height, size.height, stepY) };
}
