import type { Parameter, Parameters } from "@/lib/parameters/parameter.ts";
import { unknownParameterError } from "@/lib/parameters/parameter_errors.ts";
import { getOwn } from "@/lib/parameters/get_own.ts";
import { isDecimal } from "@/lib/parameters/parse_values.ts";
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
  const isUnknown = ([name, value]: readonly [string, string]) =>
    // Without a value it would have no effect under its right name either.
    value !== "" && !Object.hasOwn(parameters, name) && name !== COMMON_PARAMETER;
  const unknown = [...sent].filter(isUnknown);
  if (unknown.length === 0) return;
  const known = Object.keys(parameters);
  const long = [...known, COMMON_PARAMETER].filter((each) => each.length >= MIN_NAME_CHARACTERS);
  for (const [name, value] of unknown) {
    const nearest = suggestWord(name, long, { maxEdits: 1, toCompared: (text) => text });
    const others = known.filter((each) => parameters[each]!.otherNames?.includes(name));
    const candidates = nearest === undefined ? others : [nearest, ...others];
    // `color` may be a misspelt `colors` or another name of `coat`: the value decides.
    const meant = candidates.find((each) => hasValue(parameters[each], value)) ?? candidates[0];
    if (meant !== undefined) throw unknownParameterError(name, value, meant);
  }
}

/** Whether a value belongs to a parameter, or to one that it suggests. */
function hasValue(parameter: Parameter | undefined, value: string): boolean {
  if (parameter?.type !== "choice") return parameter?.type === "integer" && isDecimal(value);
  const { allowed, synonyms = {}, suggestions = {} } = parameter;
  return allowed.includes(value) || (getOwn(synonyms, value) ?? getOwn(suggestions, value)) !== undefined;
}
