import { ApiError, type ErrorDetails } from "@/lib/http/errors.ts";

/** Longest value repeated back to the caller, so that a huge parameter does not make a huge answer. */
const MAX_SHOWN_CHARACTERS = 80;

/** A range of numbers and what stands when the parameter is absent. */
export interface NumberOptions {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

const NO_QUERY = new URLSearchParams();

/** Yields the query of a request without parsing the rest of its URL, which most requests need for nothing else. */
export function readQuery(req: Request): URLSearchParams {
  const start = req.url.indexOf("?");
  return start === -1 ? NO_QUERY : new URLSearchParams(req.url.slice(start + 1));
}

/**
 * Reads one value of a query, or `undefined` when it is absent.
 *
 * @throws {ApiError} `invalid_parameter` when it is given twice.
 */
export function readParameter(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw invalidParameterError(name, values.join(","), "must be given once");
  return values[0];
}

/**
 * Reads a value that must be there and not be empty.
 *
 * @throws {ApiError} `missing_parameter` or `invalid_parameter`.
 */
export function parseRequired(query: URLSearchParams, name: string): string {
  const value = readParameter(query, name);
  if (value) return value;
  throw new ApiError("missing_parameter", `Cannot answer without "${name}": add it to the query`, {
    details: { parameter: name },
  });
}

/**
 * Reads a decimal number within its range.
 *
 * @throws {ApiError} `invalid_parameter` naming the range.
 */
export function parseNumber(query: URLSearchParams, name: string, options: NumberOptions): number {
  const text = readParameter(query, name);
  if (text === undefined) return options.fallback;
  const value = isDecimal(text) ? Number(text) : NaN;
  if (value >= options.min && value <= options.max) return value;
  throw outside(name, text, "a number", options);
}

/**
 * Reads a whole number within its range.
 *
 * @throws {ApiError} `invalid_parameter` naming the range.
 */
export function parseInteger(query: URLSearchParams, name: string, options: NumberOptions): number {
  const text = readParameter(query, name);
  if (text === undefined) return options.fallback;
  const value = isDecimal(text) ? Number(text) : NaN;
  if (Number.isInteger(value) && value >= options.min && value <= options.max) return value;
  throw outside(name, text, "a whole number", options);
}

/**
 * Reads one of a few allowed values.
 *
 * @throws {ApiError} `invalid_parameter` listing them.
 */
export function parseChoice<T extends string>(
  query: URLSearchParams,
  name: string,
  options: { readonly allowed: readonly T[]; readonly fallback: T },
): T {
  const text = readParameter(query, name);
  if (text === undefined) return options.fallback;
  const found = options.allowed.find((value) => value === text);
  if (found !== undefined) return found;
  throw invalidParameterError(name, text, `must be one of ${options.allowed.join(", ")}`, { allowed: options.allowed });
}

/**
 * Reads a yes or no: `1`, `true`, `0`, `false`; absent is no.
 *
 * @throws {ApiError} `invalid_parameter` listing them.
 */
export function parseFlag(query: URLSearchParams, name: string): boolean {
  const value = parseChoice(query, name, { allowed: ["1", "true", "0", "false"], fallback: "0" });
  return value === "1" || value === "true";
}

/**
 * Reads a text of 1 to `max` characters, or `undefined` when it is absent.
 *
 * @throws {ApiError} `invalid_parameter` naming the length.
 */
export function parseText(query: URLSearchParams, name: string, max: number): string | undefined {
  const text = readParameter(query, name);
  if (text === undefined || (text.length >= 1 && countCharacters(text) <= max)) return text;
  throw invalidParameterError(name, text, `must have 1 to ${max} characters`, { min: 1, max });
}

/**
 * Reads the variable part of a path.
 *
 * @throws {ApiError} `unknown_type` listing the allowed values.
 */
export function parseSegment<T extends string>(value: string | undefined, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  const shown = shorten(value ?? "");
  throw new ApiError("unknown_type", `Cannot find "${shown}": choose one of ${allowed.join(", ")}`, {
    details: { value: shown, allowed },
  });
}

/** Makes the 400 for a parameter that cannot be used: `reason` continues "as it …". */
export function invalidParameterError(
  name: string,
  value: string,
  reason: string,
  details: ErrorDetails = {},
): ApiError {
  const shown = shorten(value);
  return new ApiError("invalid_parameter", `Cannot read "${name}" as it ${reason}: current value is "${shown}"`, {
    details: { parameter: name, value: shown, ...details },
  });
}

function outside(name: string, text: string, kind: string, { min, max }: NumberOptions): ApiError {
  return invalidParameterError(name, text, `must be ${kind} from ${min} to ${max}`, { min, max });
}

function shorten(value: string): string {
  if (value.length <= MAX_SHOWN_CHARACTERS) return value;
  // Half a character at the cut would be none.
  return `${value.slice(0, MAX_SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, "")}…`;
}

// As people and JSON Schema count: a cat's face is one character and not two.
function countCharacters(text: string): number {
  return Array.from(text).length;
}

// Number() alone would also take "", " 5", "0x10" and "Infinity".
function isDecimal(text: string): boolean {
  return text.length <= 32 && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
}
