import type { ParameterDetails } from "@/lib/http/error_codes.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { shorten } from "@/lib/text/shorten.ts";
import { didYouMean } from "@/lib/text/suggestion.ts";

/** Creates the 400 for a parameter that is missing; `place` is where it belongs: `in the query`. */
export function missingParameterError(name: string, place: string): ApiError {
  return new ApiError("missing_parameter", `Cannot read "${name}": must be present ${place}`, {
    details: { parameter: name },
  });
}

/** Creates the 400 for an unusable parameter; `requirement` continues the message, such as "must be given once". */
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

/** Creates the 400 for a parameter that does not exist, with the one that was probably meant. */
export function unknownParameterError(name: string, value: string, suggestion: string): ApiError {
  const message = `Cannot read "${name}": there is no such parameter${didYouMean(suggestion)}`;
  return new ApiError("invalid_parameter", message, {
    details: { parameter: name, value: shorten(value), suggestion },
  });
}
