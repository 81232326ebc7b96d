import { splitAnimalPath } from "@/lib/content/named/animal_path.ts";
import { isWorkingAddress } from "@/lib/endpoints/working_address.ts";
import type { ApiError } from "@/lib/http/errors.ts";

/** The name in examples, instead of one that has no animal. */
export const EXAMPLE_NAME = "Ada";

/**
 * Returns a path and query that work: those of the address, or what its error suggests. A wrong parameter without a
 * suggestion is left out. If there is another mistake, the query is left out, and a wrong name is replaced.
 */
export function findWorkingAddress(url: URL, error?: ApiError): string {
  const meant = error === undefined ? url : applySuggestion(url, error);
  if (meant !== undefined && isWorkingAddress(meant)) return meant.pathname + meant.search;
  const { pathname } = url;
  if (isWorkingAddress(new URL(pathname, url))) return pathname;
  return `/${splitAnimalPath(pathname)?.kind ?? "cat"}/${EXAMPLE_NAME}`;
}

/** Returns the word or the path that an error suggests. */
export function suggestionOf({ details }: ApiError): string | undefined {
  return details !== undefined && "suggestion" in details ? details.suggestion : undefined;
}

/** Returns an address with what its error suggests: another path, or another value or name, or none, of a parameter. */
function applySuggestion(url: URL, error: ApiError): URL | undefined {
  const suggestion = suggestionOf(error);
  if (suggestion?.startsWith("/")) return new URL(suggestion, url);
  if (error.details === undefined || !("parameter" in error.details)) return undefined;
  const { parameter, allowed } = error.details;
  const query = [...url.searchParams].flatMap(([name, value]) => {
    if (name !== parameter) return [[name, value]];
    if (suggestion === undefined) return [];
    return [allowed === undefined ? [suggestion, value] : [name, suggestion]];
  });
  return new URL(`?${new URLSearchParams(query)}`, url);
}
