import { ApiError } from "@/lib/http/errors.ts";
import { getOwn } from "@/lib/parameters/get_own.ts";
import { toRequirement } from "@/lib/parameters/parse_values.ts";
import { decodePercent, pathOf } from "@/lib/http/request_url.ts";
import { shorten } from "@/lib/text/shorten.ts";
import { didYouMean, suggestWord } from "@/lib/text/suggestion.ts";

/** Returns the segments of a path, with their escapes. Like in a route, an empty one does not count. */
export function toSegments(pathname: string): string[] {
  return pathname.split("/").filter((segment) => segment !== "");
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
