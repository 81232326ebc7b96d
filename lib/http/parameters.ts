import type { ParameterDetails } from "@/lib/http/error_codes.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { shorten } from "@/lib/text/shorten.ts";
import { didYouMean, distanceOf, suggestWord } from "@/lib/text/suggestion.ts";
import { decodePercent, pathOf } from "@/lib/http/request_url.ts";

/** The longest text that is read as a number, more than any number needs. */
const MAX_DIGITS = 32;

/** A range of numbers and the value of an absent parameter. */
export interface NumberOptions<F extends number | undefined = number> {
  readonly min: number;
  readonly max: number;
  readonly fallback: F;
  /** Whether a fraction is an error. */
  readonly isWhole?: boolean;
  /** A text that the caller may send instead; only the error names it. */
  readonly word?: string;
}

const NO_QUERY = new URLSearchParams();

/** Returns the query of a request without parsing the rest of its URL, because most requests need nothing else. */
export function readQuery(req: Request): URLSearchParams {
  const start = req.url.indexOf("?");
  return start === -1 ? NO_QUERY : new URLSearchParams(req.url.slice(start + 1));
}

/** The length from which the query of a filter is parsed only in the slot of its client. */
const LONG_URL_CHARACTERS = 8192;

/** Whether parsing a URL takes so long that a client must not have many of them parsed at once. */
export function isLongUrl(url: string): boolean {
  return url.length > LONG_URL_CHARACTERS;
}

/** How much of a header is read: enough for every browser, and for a dozen entity tags. */
export const MAX_HEADER_CHARACTERS = 1024;

/**
 * Returns the start of a header that has to be parsed. Deno accepts headers of 64 KiB, and parsing an `accept-encoding`
 * of that size took 10 ms, in which all other requests waited.
 */
export function readHeaderStart({ headers }: Pick<Request, "headers">, name: string): string | null {
  return headers.get(name)?.slice(0, MAX_HEADER_CHARACTERS) ?? null;
}

/**
 * Reads one value of a query, or `undefined` if it is absent or empty, as forms and URL templates send it.
 *
 * @throws {ApiError} `invalid_parameter` if it is repeated.
 */
export function readParameter(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name).filter((value) => value !== "");
  if (values.length > 1) throw invalidParameterError(name, values.join(","), "must be given once");
  return values[0];
}

/** Reads a value that must be present. @throws {ApiError} `missing_parameter` or `invalid_parameter`. */
export function parseRequired(query: URLSearchParams, name: string): string {
  const value = readParameter(query, name);
  if (value !== undefined) return value;
  throw missingParameterError(name, "in the query");
}

/** Reads a decimal number within its range. @throws {ApiError} `invalid_parameter` with the range. */
export function parseNumber<F extends number | undefined>(
  query: URLSearchParams,
  name: string,
  options: NumberOptions<F>,
): number | F {
  const { min, max, fallback, isWhole = false, word } = options;
  const text = readParameter(query, name);
  if (text === undefined) return fallback;
  const value = isDecimal(text) ? Number(text) : NaN;
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? "a whole number" : "a number";
  const range = `must be ${kind} from ${min} to ${max}`;
  if (word === undefined) throw invalidParameterError(name, text, range, { min, max });
  throw invalidParameterError(name, text, `${range} or "${word}"`, { min, max, allowed: [word] });
}

/** Returns whether a text is a decimal number, of at most {@linkcode MAX_DIGITS} characters. */
export function isDecimal(text: string): boolean {
  // `Number()` alone would also accept "", " 5", "0x10" and "Infinity".
  return text.length <= MAX_DIGITS && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
}

/** Reads a whole number within its range. @throws {ApiError} `invalid_parameter` with the range. */
export function parseInteger<F extends number | undefined>(
  query: URLSearchParams,
  name: string,
  options: NumberOptions<F>,
): number | F {
  return parseNumber(query, name, { ...options, isWhole: true });
}

/** The values of a choice. */
export interface ChoiceOptions<T extends string, F extends T | undefined> {
  readonly allowed: readonly T[];
  readonly fallback: F;
  /** Other spellings of allowed values. */
  readonly synonyms?: Readonly<Record<string, T>>;
  /** What callers mean by some other values; only the error names it. */
  readonly suggestions?: Readonly<Record<string, T>>;
}

/** Reads one of a few allowed values. @throws {ApiError} `invalid_parameter` with the allowed values. */
export function parseChoice<T extends string, F extends T | undefined = T>(
  query: URLSearchParams,
  name: string,
  { allowed, fallback, synonyms = {}, suggestions = {} }: ChoiceOptions<T, F>,
): T | F {
  const text = readParameter(query, name);
  if (text === undefined) return fallback;
  const found = allowed.find((value) => value === text) ?? getOwn(synonyms, text);
  if (found !== undefined) return found;
  // A wrong number is not a spelling mistake.
  const suggestion = getOwn(suggestions, text) ?? suggestWord(text, allowed.filter((value) => !isDecimal(value)));
  const details = { allowed, ...(suggestion !== undefined && { suggestion }) };
  throw invalidParameterError(name, text, toRequirement(allowed), details);
}

/** Returns what a table has under a text of the caller, which may be `constructor`. */
function getOwn<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function toRequirement(allowed: readonly string[]): string {
  return allowed.length === 1 ? `must be "${allowed[0]}"` : `must be one of ${allowed.join(", ")}`;
}

/** Reads a boolean: `1`, `true`, `0` or `false`. An absent one is false. @throws {ApiError} `invalid_parameter`. */
export function parseFlag(query: URLSearchParams, name: string): boolean {
  const value = parseChoice(query, name, { allowed: ["1", "true", "0", "false"], fallback: "0" });
  return value === "1" || value === "true";
}

/** Reads a text of 1 to `max` characters, or `undefined` if it is absent. @throws {ApiError} `invalid_parameter`. */
export function parseText(query: URLSearchParams, name: string, max: number): string | undefined {
  const text = readParameter(query, name);
  return text === undefined ? undefined : assertLength(name, text, max);
}

/** Checks that a text has 1 to `max` characters, and returns it. @throws {ApiError} `invalid_parameter`. */
export function assertLength(name: string, text: string, max: number): string {
  // Counted in code points like in JSON Schema: an emoji is one character, not two.
  if (text.length >= 1 && Array.from(text).length <= max) return text;
  throw invalidParameterError(name, text, `must have 1 to ${max} characters`, { min: 1, max });
}

/**
 * Returns the last segment of the path of a request, decoded once. `ctx.params` leaves escapes of reserved characters
 * as they are, so decoding one of them would decode `%252C` twice. Only the path is parsed: the query can be long.
 */
export function readLastSegment({ url }: Request): string {
  const { pathname } = new URL(`http://localhost${pathOf(url)}`);
  return decodePercent(pathname.split("/").findLast((segment) => segment !== "") ?? "");
}

/**
 * Reads a variable segment of a path; `suggestions` are what callers mean by some other values.
 *
 * @throws {ApiError} `unknown_type` with the allowed values.
 */
export function parseSegment<T extends string>(
  value: string | undefined,
  allowed: readonly T[],
  suggestions: Readonly<Record<string, string>> = {},
): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  const quoted = shorten(value ?? "");
  const suggestion = getOwn(suggestions, quoted) ?? suggestWord(quoted, allowed);
  const message = `Cannot find "${quoted}": ${toRequirement(allowed)}${didYouMean(suggestion)}`;
  const details = { value: quoted, allowed, ...(suggestion !== undefined && { suggestion }) };
  throw new ApiError("unknown_type", message, { details });
}

/** Creates the 400 for a parameter that is missing; `place` is where it belongs: `in the query`. */
export function missingParameterError(name: string, place: string): ApiError {
  return new ApiError("missing_parameter", `Cannot read "${name}": must be present ${place}`, {
    details: { parameter: name },
  });
}

/** Creates the error for an unusable parameter; `requirement` continues the message, such as "must be given once". */
export function invalidParameterError(
  name: string,
  value: string,
  requirement: string,
  details: Omit<ParameterDetails, "parameter" | "value"> = {},
): ApiError {
  const quoted = shorten(value);
  const message = `Cannot read "${name}": ${requirement}, got "${quoted}"${didYouMean(details.suggestion)}`;
  return new ApiError("invalid_parameter", message, { details: { parameter: name, value: quoted, ...details } });
}

/** Shorter names are too near to too many others. */
const MIN_NAME_CHARACTERS = 4;

/** The parameters of every path. */
const COMMON_PARAMETERS: readonly string[] = ["fallback"];

/**
 * Rejects a misspelt parameter, which would have no effect. All other unknown ones are ignored, because many programs
 * add some to get past caches. `synonyms` are what callers call some parameters.
 *
 * @throws {ApiError} `invalid_parameter` with the right name.
 */
export function assertSpelling(
  parameters: Iterable<readonly [name: string, value: string]>,
  known: readonly string[],
  synonyms: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of parameters) {
    // Without a value it would have no effect under its right name either.
    if (value === "" || known.includes(name) || COMMON_PARAMETERS.includes(name)) continue;
    const isNear = (each: string) =>
      Math.abs(each.length - name.length) <= 1 && each.length >= MIN_NAME_CHARACTERS && distanceOf(name, each) === 1;
    const meant = getOwn(synonyms, name) ?? [...known, ...COMMON_PARAMETERS].find(isNear);
    if (meant !== undefined) throw unknownParameterError(name, value, meant);
  }
}

/** Creates the 400 for a parameter that does not exist, with the one that was probably meant. */
export function unknownParameterError(name: string, value: string, suggestion: string): ApiError {
  const message = `Cannot read "${name}": there is no such parameter${didYouMean(suggestion)}`;
  return new ApiError("invalid_parameter", message, {
    details: { parameter: name, value: shorten(value), suggestion },
  });
}
