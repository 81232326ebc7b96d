import { type FilterName, FILTERS as NAMES, getFilter, type Step } from "./filters/mod.ts";
import type { Parameter } from "./filters/parameter.ts";
import { MAX_RESULT_SIDE } from "./filters/resize.ts";

/** What is known about a filter. */
export interface FilterInfo {
  readonly name: FilterName;
  /** What it computes, in one line. */
  readonly description: string;
  /** What may follow its name and a colon; some filters have nothing. */
  readonly parameter: FilterParameter | undefined;
}

/** The parameter of a filter. One without a default is required, except a size. */
export type FilterParameter =
  | {
    readonly type: "number";
    readonly min: number;
    readonly max: number;
    readonly default: number;
    readonly unit?: string | undefined;
    /** Whether a fraction is rounded to a whole number. */
    readonly isRounded?: boolean | undefined;
  }
  | { readonly type: "choice"; readonly allowed: readonly string[]; readonly default: string }
  /** A width and a height in pixels, such as `400x300`, or a width alone. */
  | { readonly type: "size"; readonly min: number; readonly max: number; readonly example: string }
  /** Colours as RRGGBB or RGB, with a hyphen between two. */
  | { readonly type: "colours"; readonly count: number; readonly example: string };

/** The filters, in the order in which callers see them. */
export const FILTERS: readonly FilterInfo[] = NAMES.map((name) => {
  const { summary, parameters } = getFilter(name);
  const [parameter] = Object.values<Parameter>(parameters);
  return { name, description: summary, parameter: parameter && toFilterParameter(parameter) };
});

function toFilterParameter(parameter: Parameter): FilterParameter {
  switch (parameter.type) {
    case "choice":
      return { type: "choice", allowed: parameter.allowed, default: parameter.fallback! };
    case "size":
      return { type: "size", min: 1, max: parameter.max, example: parameter.example! };
    case "colour":
      return { type: "colours", count: parameter.count, example: parameter.example! };
    default: {
      const { min, max, unit, isRounded } = parameter;
      return { type: "number", min, max, default: parameter.fallback!, unit, isRounded };
    }
  }
}

/** The most steps of a chain. */
export const MAX_STEPS = 8;

/** What a {@linkcode StepError} knows besides its message. */
export interface StepErrorDetails {
  /** Which step is wrong, from 0. */
  readonly step: number;
  /** The name of its filter, if there is such a one. */
  readonly filter?: FilterName | undefined;
  /** What is wrong: the chain or the name of a filter, its strength, or the width that it lacks. */
  readonly parameter: "steps" | "strength" | "width";
  readonly value?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly allowed?: readonly string[] | undefined;
}

/** Why a step cannot be read. */
export type StepErrorCode = "unknown_type" | "missing_parameter" | "invalid_parameter";

/** Thrown for a chain of filters that cannot be read. */
export class StepError extends RangeError {
  override readonly name = "StepError";
  readonly code: StepErrorCode;
  readonly details: StepErrorDetails;

  /** Creates the error. */
  constructor(code: StepErrorCode, message: string, details: StepErrorDetails) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** What else decides about the steps of a request. */
export interface ReadStepsOptions {
  /** The strength of a single filter that has none after its name. */
  readonly strength?: string | undefined;
  /** The size that `resize` has without one of its own. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/**
 * Reads a chain of filters. Equal chains have equal steps, with all their values.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(readSteps("grayscale,contrast:+.30,blur"), ["greyscale", "contrast:0.3", "blur:5"]);
 * assertEquals(readSteps("blur", { strength: "7.6" }), ["blur:8"]);
 * ```
 *
 * @throws {StepError}
 */
export function readSteps(chain: string, { strength, width, height }: ReadStepsOptions = {}): readonly string[] {
  const texts = chain.split(",");
  if (texts.length > MAX_STEPS) {
    const message = `Cannot read "steps": must have at most ${MAX_STEPS} filters, got ${texts.length}`;
    throw new StepError("invalid_parameter", message, { step: MAX_STEPS, parameter: "steps", max: MAX_STEPS });
  }
  const isSized = width !== undefined || height !== undefined;
  return texts.map((text, step) => {
    const colon = text.indexOf(":");
    const filter = toFilterName(colon < 0 ? text : text.slice(0, colon), step);
    // An empty value is an absent one.
    const given = colon < 0 ? "" : text.slice(colon + 1);
    const value = readValue(filter, given === "" && texts.length === 1 ? strength ?? "" : given, step);
    if (filter === "resize" && value === undefined && !isSized) {
      const message = 'Cannot find "width": must be there with "resize", unless "height" is, or a size as in ' +
        '"resize:400x300"';
      const details = { step, filter, parameter: "width", min: 1, max: MAX_RESULT_SIDE } as const;
      throw new StepError("missing_parameter", message, details);
    }
    return value === undefined ? filter : `${filter}:${value}`;
  });
}

/** Returns the step of a text that {@linkcode readSteps} has returned, or that a program has written. */
export function toStep(text: string): Step {
  const [step] = readSteps(text, { width: 1 });
  const [name, value] = step!.split(":") as [FilterName, string?];
  const [[parameter, { type }] = ["", { type: undefined }]] = Object.entries<Parameter>(getFilter(name).parameters);
  if (value === undefined) return { filter: name, values: {} };
  return { filter: name, values: { [parameter]: type === "number" ? Number(value) : value } };
}

function toFilterName(text: string, step: number): FilterName {
  const name = text === "grayscale" ? "greyscale" : text;
  const found = NAMES.find((each) => each === name);
  if (found !== undefined) return found;
  const message = `Cannot find a filter: must be one of ${NAMES.join(", ")}, got "${shorten(text)}"`;
  throw new StepError("unknown_type", message, { step, parameter: "steps", value: text, allowed: NAMES });
}

const MAX_QUOTED = 64;

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_QUOTED ? text : `${characters.slice(0, MAX_QUOTED).join("")}…`;
}

/** Returns the value of a filter in its shortest form, by default its default; `undefined` if there is none. */
function readValue(filter: FilterName, text: string, step: number): string | undefined {
  const { parameter } = FILTERS.find(({ name }) => name === filter)!;
  if (parameter === undefined) return undefined;
  const details = { step, filter, parameter: "strength", value: text } as const;
  if (text === "") {
    if ("default" in parameter) return String(parameter.default);
    if (parameter.type === "size") return undefined;
    const message = `Cannot find "strength" of "${filter}": must be ${
      toColourForm(parameter.count)
    }, such as ${parameter.example}`;
    throw new StepError("missing_parameter", message, details);
  }
  const [value, requirement, more] = parseValue(text, parameter);
  if (value !== undefined) return value;
  const message = `Cannot read "strength" of "${filter}": must be ${requirement}, got "${shorten(text)}"`;
  throw new StepError("invalid_parameter", message, { ...details, ...more });
}

type Parsed = readonly [value: string | undefined, requirement: string, details: Partial<StepErrorDetails>];

function parseValue(text: string, parameter: FilterParameter): Parsed {
  switch (parameter.type) {
    case "number": {
      const { min, max, isRounded } = parameter;
      const value = DECIMAL.test(text) ? Number(text) : NaN;
      const isValid = value >= min && value <= max;
      // Adding 0 turns -0 into 0.
      const shortest = isValid ? String((isRounded ? Math.round(value) : value) + 0) : undefined;
      return [shortest, `a number from ${min} to ${max}`, { min, max }];
    }
    case "choice": {
      const { allowed } = parameter;
      return [allowed.find((each) => each === text), `one of ${allowed.join(", ")}`, { allowed }];
    }
    case "size": {
      const { min, max } = parameter;
      const sides = /^\d{1,9}(x\d{1,9})?$/.test(text) ? text.split("x").map(Number) : [];
      const isValid = sides.length > 0 && sides.every((side) => side >= min && side <= max);
      const requirement = `a width, or a width and a height such as 400x300, from ${min} to ${max}`;
      return [isValid ? sides.join("x") : undefined, requirement, { min, max }];
    }
    case "colours": {
      const colours = text.split("-", parameter.count + 1).map(toSixDigits);
      const isValid = colours.length === parameter.count && colours.every((colour) => colour !== undefined);
      return [isValid ? colours.join("-") : undefined, toColourForm(parameter.count), {}];
    }
  }
}

/** A decimal number. `Number()` alone would also read "0x10" and "Infinity". */
const DECIMAL = /^[+-]?(?=.{1,32}$)(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function toColourForm(count: number): string {
  return Array(count).fill("RRGGBB").join("-");
}

function toSixDigits(text: string): string | undefined {
  const digits = /^#?((?:[0-9a-f]{3}){1,2})$/i.exec(text)?.[1]?.toLowerCase();
  return digits?.length === 3 ? digits.replace(/./g, "$&$&") : digits;
}
