import { splitAnimalPath } from "@/lib/content/named/animal_path.ts";
import { parseAnyAnimal } from "@/lib/content/named/any_animal.ts";
import { parseNamedRequest } from "@/lib/content/named/named_request.ts";
import { EXAMPLE_NAME, repairNames, repairSeed } from "@/lib/content/named/repaired_names.ts";
import { PATHS } from "@/lib/endpoints/paths.ts";
import type { ParameterDetails } from "@/lib/http/error_codes.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { toApiError } from "@/lib/http/to_api_error.ts";
import { assertSpelling } from "@/lib/parameters/spelling.ts";

/** The most mistakes that are repaired. Each is found by parsing the address, and callers choose how many there are. */
const MAX_REPAIRS = 9;

/** A longer address is not repaired, because each attempt parses all of it. */
const MAX_ADDRESS_CHARACTERS = 1000;

/**
 * Returns the path and query that were probably meant by the address of an animal with mistakes. They work: what the
 * error of the address says is repaired or else left out, then the error of the result, until there is none. The
 * address of anything else is returned as it is.
 */
export function repairAddress(url: URL): string {
  if (url.href.length > MAX_ADDRESS_CHARACTERS) return `/cat/${EXAMPLE_NAME}`;
  let address = url;
  const repaired = new Set<string>();
  for (let repairs = 0; repairs < MAX_REPAIRS; repairs++) {
    const mistake = findMistake(address);
    if (mistake === undefined) return address.pathname + address.search;
    address = repair(address, mistake, repaired);
  }
  return `/cat/${EXAMPLE_NAME}`;
}

/**
 * Returns what several paths with one query probably mean. The query is repaired once, for the first of them. Others
 * have it, too, if it is right for them.
 */
export function repairAddresses(url: URL, paths: readonly string[]): readonly string[] {
  const [path = "/", ...others] = paths;
  const first = repairAddress(new URL(path + url.search, url));
  const { search } = new URL(first, url);
  return [
    first,
    ...others.map((other) => {
      const address = new URL(other + search, url);
      const isRight = url.href.length <= MAX_ADDRESS_CHARACTERS && findMistake(address) === undefined;
      return isRight ? address.pathname + address.search : repairAddress(new URL(other, url));
    }),
  ];
}

/** Returns the error that people get at an address. */
function findMistake(url: URL): ApiError | undefined {
  const { pathname, searchParams } = url;
  const { kind, segment } = splitAnimalPath(pathname) ?? {};
  if (kind === undefined && pathname !== "/random") return undefined;
  const req = new Request(url, { headers: { accept: "text/html" } });
  try {
    assertSpelling(searchParams, PATHS[segment === undefined ? "/{kind}" : "/{kind}/{name}"]!.parameters!);
    if (kind === undefined || segment === undefined) parseAnyAnimal(req, kind);
    else parseNamedRequest(req, { kind, segment });
    return undefined;
  } catch (error) {
    return toApiError(error);
  }
}

/** Returns an address without one of its mistakes; `repaired` has the parameters that were repaired before. */
function repair(url: URL, { details = {} as ParameterDetails }: ApiError, repaired: Set<string>): URL {
  const suggestion = "suggestion" in details ? details.suggestion : undefined;
  if (suggestion?.startsWith("/")) return new URL(suggestion, url);
  if (!("parameter" in details) || !url.searchParams.has(details.parameter)) return repairPath(url, repaired);
  const { parameter } = details;
  const [text = "", ...others] = url.searchParams.getAll(parameter).filter((value) => value !== "");
  // Of several values the first one is tried.
  const [name, value] = others.length > 0 ? [parameter, text] : repairParameter(text, details);
  const isKnown = name !== parameter && url.searchParams.has(name);
  const isLost = value === undefined || isKnown || repaired.has(parameter);
  if (others.length === 0) repaired.add(parameter);
  const query = [...url.searchParams].filter(([each], index, all) => {
    return each !== parameter || (!isLost && index === all.findIndex(([first]) => first === parameter));
  });
  return withQuery(url, query.map((entry) => entry[0] === parameter ? [name, value!] : entry));
}

/** The path has a mistake in a name. If it still has one when it was repaired, its names are replaced. */
function repairPath(url: URL, repaired: Set<string>): URL {
  const { kind = "cat" as const, segment = "" } = splitAnimalPath(url.pathname) ?? {};
  const path = repaired.has(PATH) ? `/${kind}/${EXAMPLE_NAME}` : repairNames({ kind, segment });
  repaired.add(PATH);
  return new URL(path + url.search, url);
}

/** Stands for the path among the repaired parameters, none of which has a slash. */
const PATH = "/";

/** Returns the name and the value that were probably meant; no value if nothing is near. */
function repairParameter(text: string, details: ParameterDetails): readonly [name: string, value: string | undefined] {
  const { parameter, allowed, suggestion, min, max } = details;
  if (parameter === "seed" || parameter === "with") return [parameter, repairSeed(text)];
  if (suggestion !== undefined) return allowed === undefined ? [suggestion, text] : [parameter, suggestion];
  const number = Math.round(Number.parseFloat(text));
  if (min === undefined || max === undefined || Number.isNaN(number)) return [parameter, undefined];
  return [parameter, String(Math.min(Math.max(number, min), max))];
}

function withQuery(url: URL, query: [string, string][]): URL {
  const changed = new URL(url);
  changed.search = String(new URLSearchParams(query));
  return changed;
}
