import { splitAnimalPath } from "@/lib/content/named/animal_path.ts";
import { parseAnyAnimal } from "@/lib/content/named/any_animal.ts";
import { parseNamedRequest } from "@/lib/content/named/named_request.ts";
import { PATHS } from "@/lib/endpoints/paths.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { assertSpelling } from "@/lib/parameters/spelling.ts";

/** The name in examples, instead of one that has no animal. */
export const EXAMPLE_NAME = "Ada";

/** A longer address is taken for a wrong one, because parsing it again takes more time than a request may cost. */
const MAX_CHARACTERS = 1000;

/**
 * Returns a path and query that work: those of the address, or what its error suggests. A wrong parameter without a
 * suggestion is left out. If there is another mistake, the query is left out, and a wrong name is replaced.
 */
export function findWorkingAddress(url: URL, error?: ApiError): string {
  const meant = error === undefined ? url : applySuggestion(url, error);
  if (meant !== undefined && isWorking(meant)) return meant.pathname + meant.search;
  const { pathname } = url;
  if (isWorking(new URL(pathname, url))) return pathname;
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

/** Returns whether a visitor gets an animal at its address. Addresses of other pages are not checked. */
function isWorking(url: URL): boolean {
  const { pathname, searchParams } = url;
  const { kind, segment } = splitAnimalPath(pathname) ?? {};
  if (kind === undefined && pathname !== "/random") return true;
  if (url.href.length > MAX_CHARACTERS) return false;
  const req = new Request(url, { headers: { accept: "text/html" } });
  try {
    assertSpelling(searchParams, PATHS[segment === undefined ? "/{kind}" : "/{kind}/{name}"]!.parameters!);
    if (kind === undefined || segment === undefined) parseAnyAnimal(req, kind);
    else parseNamedRequest(req, { kind, segment });
    return true;
  } catch (error) {
    if (error instanceof ApiError || error instanceof URIError) return false;
    throw error;
  }
}
