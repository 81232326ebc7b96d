import type { Parameters } from "@/lib/parameters/parameter.ts";
import { unknownParameterError } from "@/lib/parameters/parameter_errors.ts";
import { suggestWord } from "@/lib/text/suggestion.ts";

/** The parameter of every path. */
const COMMON_PARAMETER = "fallback";

/** Shorter names are too near to too many others. */
const MIN_NAME_CHARACTERS = 4;

/**
 * Rejects a misspelt parameter, which would have no effect. All other unknown ones are ignored, because many programs
 * add some to get past caches.
 *
 * @throws {ApiError} `invalid_parameter` with the right name.
 */
export function assertSpelling(
  sent: Iterable<readonly [name: string, value: string]>,
  parameters: Parameters,
): void {
  for (const [name, value] of sent) {
    // Without a value it would have no effect under its right name either.
    if (value === "" || Object.hasOwn(parameters, name) || name === COMMON_PARAMETER) continue;
    const meant = findMeant(name, parameters);
    if (meant !== undefined) throw unknownParameterError(name, value, meant);
  }
}

function findMeant(name: string, parameters: Parameters): string | undefined {
  const known = Object.keys(parameters);
  const long = [...known, COMMON_PARAMETER].filter((each) => each.length >= MIN_NAME_CHARACTERS);
  return known.find((each) => parameters[each]?.otherNames?.includes(name)) ??
    suggestWord(name, long, { maxEdits: 1, toCompared: (text) => text });
}
