import type { Shrink } from "./codecs/codec.ts";
import type { Header } from "./formats/header.ts";
import { toDirections } from "./formats/orientation.ts";
import type { Size } from "./pixels.ts";

/** How a picture fits into a box: all of it, cropped until it fills the box, or distorted. */
export const FITS = ["inside", "cover", "fill"] as const;

/** The name of a fit. */
export type Fit = (typeof FITS)[number];

/** Which part of a cropped picture is left: the fractions of what is cropped at its left and top. */
const FRACTIONS = {
  centre: [0.5, 0.5],
  top: [0.5, 0],
  bottom: [0.5, 1],
  left: [0, 0.5],
  right: [1, 0.5],
} as const;

/** The name of a part of a picture. */
export type Position = keyof typeof FRACTIONS;

/** The parts of a picture that a crop can leave. */
export const POSITIONS = Object.keys(FRACTIONS) as readonly Position[];

/** The size that a caller wants. A missing side follows from the ratio, whatever `fit` is. */
export interface ResizeBox {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** By default `inside`. */
  readonly fit?: Fit | undefined;
  /** By default `centre`; only `cover` crops. */
  readonly position?: Position | undefined;
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

/** Returns the size of a resized picture, never beyond its own. */
export function toResizedSize({ width, height }: Size, box: ResizeBox): Size {
  const size = { width: Math.min(box.width ?? Infinity, width), height: Math.min(box.height ?? Infinity, height) };
  if (toFit(box) !== "inside") return size;
  // Multiplied first, so that a half is exactly a half and rounded up.
  if (size.width * height > size.height * width) size.width = Math.max(1, Math.round(width * size.height / height));
  else size.height = Math.max(1, Math.round(height * size.width / width));
  return size;
}

function toFit({ width, height, fit = "inside" }: ResizeBox): Fit {
  return width === undefined || height === undefined ? "inside" : fit;
}

/** Plans to resize a picture, never beyond its own size. Returns `undefined` if there is nothing to do. */
export function planResize(
  { width, height, orientation, format }: Pick<Header, "width" | "height" | "orientation" | "format">,
  box: ResizeBox,
): ResizePlan | undefined {
  const { isSwapped, isRightToLeft, isBottomUp } = toDirections(orientation);
  const stored = isSwapped ? { ...box, width: box.height, height: box.width } : box;
  const size = toResizedSize({ width, height }, stored);
  if (size.width === width && size.height === height) return undefined;
  const across = width / size.width, down = height / size.height;
  const least = Math.min(across, down);
  const shrink = format === "jpeg" ? ([8, 4, 2] as const).find((factor) => factor <= least) ?? 1 : 1;
  const toAxis = (source: number, target: number, step: number, fraction: number): Axis => {
    const start = (source - target * step) * fraction;
    // Half a pixel would blur a picture that is only cropped.
    const whole = step === 1 ? Math.floor(start) : start;
    return { source: Math.ceil(source / shrink), target, start: whole / shrink, step: step / shrink };
  };
  const [left, top] = FRACTIONS[box.position ?? "centre"];
  const [fractionX, fractionY] = isSwapped ? [top, left] : [left, top];
  const [stepX, stepY] = toFit(box) === "cover" ? [least, least] : [across, down];
  return {
    ...size,
    shrink,
    x: toAxis(width, size.width, stepX, isRightToLeft ? 1 - fractionX : fractionX),
    y: toAxis(height, size.height, stepY, isBottomUp ? 1 - fractionY : fractionY),
  };
}

/** Returns the box of a valid size: `400x300`, or `400`, whose height follows from the ratio. */
export function toBox(size = ""): ResizeBox {
  const [width, height] = size.split("x").filter(Boolean).map(Number);
  return { width, height };
}
