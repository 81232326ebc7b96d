import type { ChoiceParameter, ColourParameter, NumberParameter, SizeParameter } from "@pawkit/images";
import { COLOUR_PATTERN, describeValues, toColourForm } from "@/lib/parameters/describe_values.ts";
import { replaceColourNames } from "@/lib/parameters/colour_names.ts";
import { getOwn } from "@/lib/parameters/get_own.ts";
import type { Parameter, Parameters, ValuesOf } from "@/lib/parameters/parameter.ts";
import { invalidParameterError, missingParameterError } from "@/lib/parameters/parameter_errors.ts";
import { readParameter } from "@/lib/parameters/query.ts";
import { suggestWord } from "@/lib/text/suggestion.ts";

/**
 * Parses the values of parameters, in their order, so that equal requests have equal values. The error for a missing
 * one says that it belongs to this `place`.
 *
 * @throws {ApiError} `invalid_parameter` or `missing_parameter`.
 */
export function parseValues<T extends Parameters>(
  query: URLSearchParams,
  parameters: T,
  place = "in the query",
): ValuesOf<T> {
  const values: Record<string, string | number | boolean> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = readParameter(query, name);
    const value = text === undefined ? parameter.fallback : parseValue(name, text, parameter);
    if (value !== undefined) values[name] = value;
    else if (!parameter.isOptional) {
      throw missingParameterError(name, place + describeMissing(parameter, query.has(name)));
    }
  }
  return values as ValuesOf<T>;
}

/** For a colour that is empty, because a URL ends before a plain `#`. */
const HASH_HINT = "; write # as %23, or leave it out";

function describeMissing(parameter: Parameter, isEmpty: boolean): string {
  if (parameter.type === "text") return "";
  const hint = parameter.type === "colour" && isEmpty ? HASH_HINT : "";
  return `: ${describeValues(parameter).words}, such as ${parameter.example}${hint}`;
}

// A new type of parameter is one more case here and in describeValues().

function parseValue(name: string, text: string, parameter: Parameter): string | number | boolean {
  switch (parameter.type) {
    case "integer":
    case "number":
      return parseNumber(name, text, parameter);
    case "choice":
      return parseChoice(name, text, parameter);
    case "flag":
      return parseFlag(name, text);
    case "text":
      return parameter.max === undefined ? text : assertLength(name, text, parameter.max);
    case "size":
      return parseSize(name, text, parameter);
    case "colour":
      return parseColours(name, text, parameter);
    default:
      return parameter satisfies never;
  }
}

function parseNumber(name: string, text: string, parameter: NumberParameter): number | string {
  const { type, min, max, word, isRounded, suggestions = {} } = parameter;
  if (text === word) return word;
  const value = isDecimal(text) ? Number(text) : NaN;
  const isValid = value >= min && value <= max && (type === "number" || Number.isInteger(value));
  // Adding 0 turns -0 into 0, so that both have the same cache key.
  if (isValid) return (isRounded ? Math.round(value) : value) + 0;
  const range = `must be ${type === "integer" ? "a whole number" : "a number"} from ${min} to ${max}`;
  if (word === undefined) throw invalidParameterError(name, text, range, { min, max });
  const suggestion = getOwn(suggestions, text) ?? suggestWord(text, [word]);
  const details = { min, max, allowed: [word], ...(suggestion !== undefined && { suggestion }) };
  throw invalidParameterError(name, text, `${range} or "${word}"`, details);
}

/** The longest text that is read as a number, more than any number needs. */
const MAX_DIGITS = 32;

/** Returns whether a text is a decimal number, of at most {@linkcode MAX_DIGITS} characters. */
export function isDecimal(text: string): boolean {
  // `Number()` alone would also accept "", " 5", "0x10" and "Infinity".
  return text.length <= MAX_DIGITS && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
}

/** The values of a choice, as {@linkcode ChoiceParameter} has them. */
type Choice = Pick<ChoiceParameter, "allowed" | "synonyms" | "suggestions">;

function parseChoice(name: string, text: string, { allowed, synonyms = {}, suggestions = {} }: Choice): string {
  const found = allowed.find((value) => value === text) ?? getOwn(synonyms, text);
  if (found !== undefined) return found;
  // A wrong number is not a spelling mistake.
  const suggestion = getOwn(suggestions, text) ?? suggestWord(text, allowed.filter((value) => !isDecimal(value)));
  const details = { allowed, ...(suggestion !== undefined && { suggestion }) };
  throw invalidParameterError(name, text, toRequirement(allowed), details);
}

/** Returns what a caller is told about the allowed values. */
export function toRequirement(allowed: readonly string[]): string {
  return allowed.length === 1 ? `must be "${allowed[0]}"` : `must be one of ${allowed.join(", ")}`;
}

function parseFlag(name: string, text: string): boolean {
  const value = parseChoice(name, text, { allowed: ["1", "true", "0", "false"] });
  return value === "1" || value === "true";
}

/** Checks that a text has 1 to `max` characters, and returns it. @throws {ApiError} `invalid_parameter`. */
export function assertLength(name: string, text: string, max: number): string {
  // Counted in code points like in JSON Schema: an emoji is one character, not two.
  if (text.length >= 1 && Array.from(text).length <= max) return text;
  throw invalidParameterError(name, text, `must have 1 to ${max} characters`, { min: 1, max });
}

/** Parses a size into its shortest form, so that equal sizes are equal texts. */
function parseSize(name: string, text: string, { max }: SizeParameter): string {
  const sides = /^\d{1,9}(x\d{1,9})?$/.test(text) ? text.split("x").map(Number) : [];
  if (sides.length > 0 && sides.every((side) => side >= 1 && side <= max)) return sides.join("x");
  const form = `must be a width, or a width and a height such as 400x300, from 1 to ${max}`;
  throw invalidParameterError(name, text, form, { min: 1, max });
}

const COLOUR = new RegExp(`^${COLOUR_PATTERN}$`);

/** Parses colours into six digits in lower case, so that equal ones are equal texts. */
function parseColours(name: string, text: string, { count }: ColourParameter): string {
  const colours = splitColours(text, count);
  if (colours !== undefined) return colours.map(toSixDigits).join("-");
  const hint = text.split("-", count + 1).includes("") ? HASH_HINT : "";
  const named = text.length > MAX_COLOUR_NAMES ? "" : replaceColourNames(text);
  const details = splitColours(named, count) === undefined ? {} : { suggestion: named };
  throw invalidParameterError(name, text, `must be ${toColourForm(count)} in hexadecimal digits${hint}`, details);
}

/** The longest text in which names of colours are looked up. */
const MAX_COLOUR_NAMES = 40;

function splitColours(text: string, count: number): readonly string[] | undefined {
  const colours = text.split("-", count + 1);
  return colours.length === count && colours.every((each) => COLOUR.test(each)) ? colours : undefined;
}

function toSixDigits(colour: string): string {
  const digits = colour.replace("#", "").toLowerCase();
  return digits.length === 6 ? digits : digits.replaceAll(/./g, "$&$&");
}
