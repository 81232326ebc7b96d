// The parameters of filter requests. Parsing, cache keys, form fields, descriptions and the page follow from those that
// are stated here and with each filter in lib/images/filters.

import {
  invalidParameterError,
  missingParameterError,
  parseChoice,
  parseInteger,
  parseNumber,
  readParameter,
} from "@/lib/http/parameters.ts";
import {
  type ColourParameter,
  FILTERS,
  FITS,
  getFilter,
  MAX_RESULT_SIDE,
  type NumberParameter,
  type Parameter,
  type Parameters,
  POSITIONS,
  RADIUS,
  type SizeParameter,
  type Value,
  type Values,
  WRITABLE_FORMATS,
} from "@pawkit/images";

/** A parameter, and what callers read about it besides its values. */
export type DescribedParameter = Parameter & {
  readonly summary?: string;
  /** Whether `x-filter` names its value. */
  readonly isReported?: true;
};

/** The parameters that every filter has besides its own. */
export const REQUEST_PARAMETERS = {
  width: createSide("width", "height"),
  height: createSide("height", "width"),
  fit: {
    type: "choice",
    allowed: FITS,
    fallback: "inside",
    summary:
      "How the image fits into `width` and `height`: `inside` keeps its ratio, `cover` crops it, `fill` distorts it",
  },
  position: {
    type: "choice",
    allowed: POSITIONS,
    synonyms: { center: "centre" },
    fallback: "centre",
    summary: "Which part of the image `fit=cover` keeps",
  },
  format: {
    type: "choice",
    allowed: [...WRITABLE_FORMATS, "auto"],
    synonyms: { jpg: "jpeg" },
    isOptional: true,
    summary:
      "The format of the response, if it should differ from that of the image; `auto` is WebP for callers whose " +
      "`accept` names `image/webp`",
    example: "webp",
  },
  quality: {
    type: "integer",
    min: 1,
    max: 100,
    isOptional: true,
    isReported: true,
    summary: "The quality of a JPEG, otherwise 90, or of a WebP, which is then lossy; other formats ignore it",
    example: 80,
  },
  radius: {
    ...RADIUS,
    type: "integer",
    unit: "pixels",
    isOptional: true,
    isReported: true,
    summary: "The radius of round corners in pixels of the result; `max` makes a circle or a pill. Formats without " +
      "translucency become PNG, even if `format` names them, unless there is a `background`",
    example: 32,
  },
  background: {
    type: "colour",
    count: 1,
    isOptional: true,
    isReported: true,
    summary:
      "The colour behind transparent pixels and round corners, as RRGGBB or RGB; without it they stay transparent",
    example: "ffffff",
  },
} as const satisfies Readonly<Record<string, DescribedParameter>>;

function createSide(side: string, other: string): NumberParameter & DescribedParameter {
  const summary = `The ${side} to which the image is reduced before it is filtered; it never becomes larger. Without ` +
    `\`${other}\` it keeps its ratio`;
  return { type: "integer", min: 1, max: MAX_RESULT_SIDE, isOptional: true, summary, example: 256 };
}

/** The names of the parameters that filters have of their own. */
export const OWN_PARAMETERS: readonly string[] = [
  ...new Set(FILTERS.flatMap((filter) => Object.keys(getFilter(filter).parameters))),
];

/** The names of all parameters besides the image. */
export const PARAMETER_NAMES: readonly string[] = [...OWN_PARAMETERS, ...Object.keys(REQUEST_PARAMETERS)];

/** All names that a filter reads, in a query or a form. */
export const FILTER_PARAMETERS: readonly string[] = ["image", ...PARAMETER_NAMES];

/** What callers call some of them, often because other services do. */
export const PARAMETER_SYNONYMS: Readonly<Record<string, string>> = {
  url: "image",
  src: "image",
  img: "image",
  w: "width",
  h: "height",
  q: "quality",
  type: "format",
  angle: "strength",
  degrees: "strength",
  sigma: "strength",
  color: "strength",
  colour: "strength",
  dark: "strength",
  light: "strength",
};

/** The parameters of every filter that `x-filter` names. */
export const REPORTED_PARAMETERS: readonly (keyof typeof REQUEST_PARAMETERS)[] = Object.entries<DescribedParameter>(
  REQUEST_PARAMETERS,
).flatMap(([name, { isReported }]) => isReported ? name as keyof typeof REQUEST_PARAMETERS : []);

/** The values of the parameters of every filter. Those with a fallback are absent only in a value written by hand. */
export type RequestValues = {
  readonly [name in keyof typeof REQUEST_PARAMETERS]?: ValueOf<typeof REQUEST_PARAMETERS[name]>;
};

type ValueOf<P extends Parameter> = P extends { readonly allowed: readonly (infer Allowed)[] } ? Allowed
  : P extends { readonly word: infer Word } ? number | Word
  : P extends NumberParameter ? number
  : P extends SizeParameter | ColourParameter ? string
  : never;

/**
 * Parses the values of parameters, in their order, so that equal requests have equal values. The error for a missing
 * one says that it belongs to this `place`.
 *
 * @throws {ApiError} `invalid_parameter` or `missing_parameter`.
 */
export function parseValues(query: URLSearchParams, parameters: Parameters, place = "in the query"): Values {
  const values: Record<string, Value> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = parseValue(query, name, parameter);
    if (value !== undefined) values[name] = value;
    else if (!parameter.isOptional) {
      const form = `${describeValues(parameter).words}, such as ${parameter.example}`;
      const hint = parameter.type === "colour" && query.has(name) ? HASH_HINT : "";
      throw missingParameterError(name, `${place}: ${form}${hint}`);
    }
  }
  return values;
}

// A new type of parameter is one more case in the two functions below.

function parseValue(query: URLSearchParams, name: string, parameter: Parameter): Value | undefined {
  switch (parameter.type) {
    case "integer":
      if (parameter.word !== undefined && readParameter(query, name) === parameter.word) return parameter.word;
      return parseInteger(query, name, { ...parameter, fallback: parameter.fallback });
    case "number": {
      const value = parseNumber(query, name, { ...parameter, fallback: parameter.fallback });
      if (value === undefined) return undefined;
      // Adding 0 turns -0 into 0, so that both have the same cache key.
      return (parameter.isRounded ? Math.round(value) : value) + 0;
    }
    case "choice":
      return parseChoice(query, name, { ...parameter, fallback: parameter.fallback });
    case "size":
      return parseSize(query, name, parameter);
    case "colour":
      return parseColours(query, name, parameter);
    default:
      return parameter satisfies never;
  }
}

/** Reads a size in its shortest form, so that equal sizes are equal texts. */
function parseSize(query: URLSearchParams, name: string, { max, fallback }: SizeParameter): string | undefined {
  const text = readParameter(query, name);
  if (text === undefined) return fallback;
  const sides = /^\d{1,9}(x\d{1,9})?$/.test(text) ? text.split("x").map(Number) : [];
  if (sides.length > 0 && sides.every((side) => side >= 1 && side <= max)) return sides.join("x");
  const form = `must be a width, or a width and a height such as 400x300, from 1 to ${max}`;
  throw invalidParameterError(name, text, form, { min: 1, max });
}

/** A colour in hexadecimal digits, two or one for each channel. */
const COLOUR_PATTERN = "#?(?:[0-9A-Fa-f]{3}){1,2}";

const COLOUR = new RegExp(`^${COLOUR_PATTERN}$`);

/** For a colour that is empty, because a URL ends before a plain `#`. */
const HASH_HINT = "; write # as %23, or leave it out";

/** Reads colours as six digits in lower case, so that equal ones are equal texts. */
function parseColours(query: URLSearchParams, name: string, { count, fallback }: ColourParameter): string | undefined {
  const text = readParameter(query, name);
  if (text === undefined) return fallback;
  const colours = text.split("-");
  if (colours.length === count && colours.every((each) => COLOUR.test(each))) return colours.map(toSixDigits).join("-");
  const hint = colours.includes("") ? HASH_HINT : "";
  throw invalidParameterError(name, text, `must be ${toColourForm(count)} in hexadecimal digits${hint}`);
}

function toSixDigits(colour: string): string {
  const digits = colour.replace("#", "").toLowerCase();
  return digits.length === 6 ? digits : digits.replaceAll(/./g, "$&$&");
}

function toColourForm(count: number): string {
  return Array(count).fill("RRGGBB").join("-");
}

/** What callers are told about the values of a parameter. */
export interface ValueDescription {
  /** In words: `1 to 256 pixels, default 5`. */
  readonly words: string;
  /** A regular expression for a value in a chain. */
  readonly pattern: string;
  /** For a parameter of an endpoint. */
  readonly schema: {
    readonly type: "number" | "integer" | "string";
    readonly min?: number;
    readonly max?: number;
    readonly allowed?: readonly string[];
    readonly pattern?: string;
  };
}

/** Describes the values of a parameter. */
export function describeValues(parameter: Parameter): ValueDescription {
  const { fallback } = parameter;
  const ending = fallback === undefined ? "" : `, default ${fallback}`;
  switch (parameter.type) {
    case "integer":
    case "number": {
      const { type, min, max, unit, word } = parameter;
      const words = `${min} to ${max}${unit === undefined ? "" : ` ${unit}`}`;
      if (word === undefined) {
        const pattern = type === "integer" ? "-?\\d+" : NUMBER_PATTERN;
        return { words: words + ending, pattern, schema: { type, min, max } };
      }
      const pattern = `(?:${word}|[1-9]\\d{0,${String(max).length - 1}})`;
      return { words: `${words} or ${word}${ending}`, pattern, schema: { type: "string", pattern: `^${pattern}$` } };
    }
    case "colour": {
      const { count } = parameter;
      const pattern = Array(count).fill(COLOUR_PATTERN).join("-");
      return { words: toColourForm(count) + ending, pattern, schema: { type: "string", pattern: `^${pattern}$` } };
    }
    case "choice": {
      const { allowed } = parameter;
      return {
        words: allowed.join(", ") + ending,
        pattern: `(?:${allowed.join("|")})`,
        schema: { type: "string", allowed },
      };
    }
    case "size": {
      const pattern = "[1-9]\\d{0,3}(?:x[1-9]\\d{0,3})?";
      return { words: `WIDTHxHEIGHT or WIDTH${ending}`, pattern, schema: { type: "string", pattern: `^${pattern}$` } };
    }
  }
}

/** A number in a chain, of any range. */
export const NUMBER_PATTERN = "-?\\d+(?:\\.\\d+)?";
