import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";

const NO_QUERY = new URLSearchParams();

/** Returns the query of a request without parsing the rest of its URL, because most requests need nothing else. */
export function readQuery({ url }: Pick<Request, "url">): URLSearchParams {
  const start = url.indexOf("?");
  return start === -1 ? NO_QUERY : new URLSearchParams(url.slice(start + 1));
}

/**
 * Returns the query of a request, in which a plus sign is a plus sign. HTML forms encode a space that way, but most
 * updaters send `7.5.0+build` and `T12:00:00+02:00` unescaped, and neither contains a space.
 */
export function readQueryKeepingPlus({ url }: Request): URLSearchParams {
  // A plus before the query is part of the path, which is not read here.
  return readQuery({ url: url.replaceAll("+", "%2B") });
}

/** The length from which the query of a filter is parsed only in the slot of its client. */
const LONG_URL_CHARACTERS = 8192;

/** Whether parsing a URL takes so long that a client must not have many of them parsed at once. */
export function isLongUrl(url: string): boolean {
  return url.length > LONG_URL_CHARACTERS;
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
