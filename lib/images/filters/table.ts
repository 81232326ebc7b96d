import { parseColour, type Rgb } from "../colour.ts";
import { toBox, toResizedSize } from "../resize_plan.ts";
import { createNormalizer, dither565, pixelate } from "./area.ts";
import { byChannel, byLuma, byMatrix, invert, toRotation, toSaturation, toSepia } from "./point.ts";
import type { ChoiceParameter, ColoursParameter, Filter, FilterParameter, NumberParameter } from "./types.ts";

/** The longest side that an image is resized to. */
export const MAX_RESULT_SIDE = 4096;

/** All filters, in the order in which callers see them. */
const TABLE = {
  blur: {
    description: "a smooth blur of this radius; transparent pixels do not bleed",
    parameter: number(1, 256, 5, { unit: "pixels", isRounded: true }),
    createKernel: (s, { blur }) => ({ apply: (pixels) => blur(pixels, Number(s)) }),
  },
  greyscale: {
    description: "0.2126 R + 0.7152 G + 0.0722 B",
    isPointOperation: true,
    createKernel: () => byLuma((luma) => [luma, luma, luma]),
  },
  contrast: {
    description: "f·(v − 127) + 127 with f = (1 + s) / (1 − s)",
    parameter: number(-1, 1, 0.1),
    isPointOperation: true,
    createKernel: (s) => {
      // In the limit every value but the middle becomes 0 or 255.
      const factor = Number(s) === 1 ? 1e9 : (1 + Number(s)) / (1 - Number(s));
      return byChannel((v) => factor * (v - 127) + 127);
    },
  },
  invert: { description: "255 − v", isPointOperation: true, createKernel: () => ({ apply: invert }) },
  dither565: {
    description: "a 4×4 ordered dither, then 5, 6 and 5 bits per channel",
    createKernel: () => ({ apply: dither565 }),
  },
  normalize: {
    description:
      "stretches the 1st to 99th percentile of each channel to 0…255, weighted by alpha; a flat channel is unchanged",
    isPointOperation: true,
    createKernel: createNormalizer,
  },
  sepia: {
    description: "brown tones, as CSS `sepia()`; 0 changes nothing",
    parameter: number(0, 1, 1),
    isPointOperation: true,
    createKernel: (s) => byMatrix(toSepia(Number(s))),
  },
  brightness: {
    description: "s·v, as CSS `brightness()`; 0 is black, 1 changes nothing",
    parameter: number(0, 4, 1.2),
    isPointOperation: true,
    createKernel: (s) => byChannel((v) => Number(s) * v),
  },
  saturate: {
    description: "stronger colours, as CSS `saturate()`; 0 is grey, 1 changes nothing",
    parameter: number(0, 4, 1.5),
    isPointOperation: true,
    createKernel: (s) => byMatrix(toSaturation(Number(s))),
  },
  "hue-rotate": {
    description: "turns the hue, as CSS `hue-rotate()`",
    parameter: number(-360, 360, 90, { unit: "degrees" }),
    isPointOperation: true,
    createKernel: (s) => byMatrix(toRotation(Number(s))),
  },
  sharpen: {
    description: "v + s·(v − b), where b is v blurred with radius 1 (unsharp mask)",
    parameter: number(0, 10, 1),
    createKernel: (s, { blur }) => ({ apply: (pixels) => blur(pixels, 1, -Number(s)) }),
  },
  pixelate: {
    description: "squares of this side in their mean colour, weighted by alpha",
    parameter: number(2, 256, 8, { unit: "pixels", isRounded: true }),
    createKernel: (s) => ({ apply: (pixels) => pixelate(pixels, Number(s)) }),
  },
  resize: {
    description: "only a smaller size: that of `width` and `height`, or its own, as in `resize:400x300`",
    parameter: { type: "size", min: 1, max: MAX_RESULT_SIDE, example: "400" },
    toSize: (size, box, fit) => toResizedSize(size, { ...toBox(box), fit }),
    createKernel: (box, tools) => ({ apply: (pixels) => tools.resize(pixels, toBox(box)) }),
  },
  rotate: {
    description: "turns clockwise by this many degrees, without a loss",
    parameter: { type: "choice", allowed: ["90", "180", "270"], default: "90" } satisfies ChoiceParameter,
    toSize: ({ width, height }, angle) => angle === "180" ? { width, height } : { width: height, height: width },
    createKernel: (angle, { orient }) => {
      return { apply: (pixels) => orient(pixels, angle === "90" ? 6 : angle === "180" ? 3 : 8) };
    },
  },
  flip: {
    description: "mirrors from top to bottom",
    createKernel: (_, { orient }) => ({ apply: (pixels) => orient(pixels, 4) }),
  },
  flop: {
    description: "mirrors from left to right",
    createKernel: (_, { orient }) => ({ apply: (pixels) => orient(pixels, 2) }),
  },
  gamma: {
    description: "255·(v / 255)^(1 / s)",
    parameter: number(0.1, 10, 2.2),
    isPointOperation: true,
    createKernel: (s) => byChannel((v) => 255 * (v / 255) ** (1 / Number(s))),
  },
  threshold: {
    description: "white where the greyscale value is at least s, otherwise black",
    parameter: number(0, 255, 128),
    isPointOperation: true,
    createKernel: (s) => byLuma((luma) => luma >= Number(s) ? [255, 255, 255] : [0, 0, 0]),
  },
  tint: {
    description: "the greyscale value in this colour: v·c / 255",
    parameter: colours(1, "ff8800"),
    isPointOperation: true,
    createKernel: (colour) => byLuma((luma) => mix([0, 0, 0], parseColour(colour), luma / 255)),
  },
  duotone: {
    description: "the greyscale value between a dark and a light colour",
    parameter: colours(2, "1b1464-f7d046"),
    isPointOperation: true,
    createKernel: (both) => {
      const [dark, light] = both.split("-").map(parseColour);
      return byLuma((luma) => mix(dark!, light!, luma / 255));
    },
  },
} as const satisfies Readonly<Record<string, Filter>>;

/** The name of a filter. */
export type FilterName = keyof typeof TABLE;

/** What is known about a filter. */
export interface FilterInfo extends Pick<Filter, "description"> {
  readonly name: FilterName;
  readonly parameter: FilterParameter | undefined;
}

/** The filters, in the order in which callers see them. */
export const FILTERS: readonly FilterInfo[] = Object.entries<Filter>(TABLE).map(([name, filter]) => {
  return { name: name as FilterName, description: filter.description, parameter: filter.parameter };
});

/** Returns a filter by its name. */
export function getFilter(name: FilterName): Filter {
  return TABLE[name];
}

function number(min: number, max: number, value: number, more: Partial<NumberParameter> = {}): NumberParameter {
  return { type: "number", min, max, default: value, ...more };
}

function colours(count: number, example: string): ColoursParameter {
  return { type: "colours", count, example };
}

function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  return [0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * amount) as unknown as Rgb;
}
