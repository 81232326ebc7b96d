import { type FilterName, FILTERS, getFilter, MAX_RESULT_SIDE } from "./filters/table.ts";
import type { FilterParameter } from "./filters/types.ts";

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

/** One filter of a chain. */
export interface Step {
  readonly filter: FilterName;
  /** Its strength or another value, in its shortest form. */
  readonly value: string | undefined;
}

/** Parses a step that {@linkcode readSteps} has returned, or that a program has written. @throws {StepError} */
export function parseStep(text: string): Step {
  // A size of the request, which `resize` may need, is checked where the request is.
  const [step] = readSteps(text, { width: 1 });
  const [filter, value] = step!.split(":") as [FilterName, string?];
  return { filter, value };
}

const NAMES: readonly FilterName[] = FILTERS.map(({ name }) => name);

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
  const { parameter } = getFilter(filter);
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
