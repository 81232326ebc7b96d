import { ANIMALS } from "@pawkit/animals";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { PATHS } from "@/lib/endpoints/paths.ts";
import { isWorkingAddress } from "@/lib/endpoints/working_address.ts";
import { type ApiError, notFoundError } from "@/lib/http/errors.ts";
import { decodePercent } from "@/lib/http/request_url.ts";
import { distanceOf, suggestWord } from "@/lib/text/suggestion.ts";

/** The paths that may be suggested. Those of the operator are nobody else's business. */
const PUBLIC_PATHS = Object.entries(PATHS).flatMap(([path, { access }]) => access === "operator" ? [] : path);

const PAGES = Object.keys(DOCUMENTS);

/** Creates the 404 of a path without a route: with the path that was probably meant, or with where to look for it. */
export function unknownPathError(pathname: string): ApiError {
  const suggestion = suggestPath(pathname);
  return notFoundError(suggestion, suggestion === undefined ? findRemedy(pathname) : undefined);
}

function findRemedy(pathname: string): string | undefined {
  const status = findOtherStatus(pathname);
  if (status !== undefined) return `${status} is no HTTP status, and /docs/statuses shows all that are`;
  if (isBelowDocs(pathname)) return "/docs lists the documents";
  if (findOtherAnimal(pathname) === undefined) return undefined;
  return `an animal must be one of ${ANIMALS.join(", ")}, and /api lists every endpoint`;
}

/** Returns the number of a path that looks like the picture of a status, such as `/999.svg`. Statuses have a route. */
export function findOtherStatus(pathname: string): string | undefined {
  return /^\/+(\d{1,9})\.(?:svg|png)\/*$/.exec(pathname)?.[1];
}

/** Returns whether a path is below that of the documentation. */
export function isBelowDocs(pathname: string): boolean {
  return /^\/+docs\/+[^/]/.test(pathname);
}

/** The path of an animal of a kind that does not exist. */
export interface OtherAnimal {
  /** What the path has instead of a kind: `hamster`. */
  readonly word: string;
  /** The segment after it, with its escapes. */
  readonly segment: string;
}

/** Returns what a path names if it looks like that of an animal, such as `/hamster/Ada`. */
export function findOtherAnimal(pathname: string): OtherAnimal | undefined {
  const [, word, segment] = /^\/+(\w+)\/+([^/]+)\/*$/.exec(pathname) ?? [];
  if (word === undefined || segment === undefined) return undefined;
  return PUBLIC_PATHS.some((path) => path.startsWith(`/${word}/`)) ? undefined : { word, segment };
}

/** The longest path for which another one is suggested. */
const MAX_COMPARED_CHARACTERS = 200;

/**
 * Returns the path that a caller probably meant by one that does not exist: `/api/v2/random/animal/cat` for
 * `/api/v2/random/anmal/cat` or `/v2/random/animal/cat`. What is missing at its end is in braces. Returns nothing if
 * the name of an animal is wrong, too.
 */
export function suggestPath(pathname: string): string | undefined {
  const path = findSimilar(pathname);
  if (path === undefined || !isWorkingAddress(new URL(path, "http://service.invalid"))) return undefined;
  return path;
}

function findSimilar(pathname: string): string | undefined {
  if (pathname.length > MAX_COMPARED_CHARACTERS) return undefined;
  const segments = pathname.split("/").slice(1).filter((segment) => segment !== "");
  // Such a path is not misspelt: it has no route because it leaves a folder.
  if (segments.some((segment) => /^\.{1,2}$/.test(decodePercent(segment)))) return undefined;
  const [kind, ...names] = segments;
  // A slash of a name, such as that of AC/DC, must be escaped.
  if (names.length > 1 && ANIMALS.some((each) => each === kind)) return `/${kind}/${names.join("%2F")}`;
  if (/^v\d$/i.test(kind ?? "")) segments.unshift("api");
  // The name of a document is what is typed first.
  if (names.length === 0 && PAGES.includes(kind ?? "")) segments.unshift("docs");
  let nearest: string | undefined;
  let least = Infinity;
  for (const path of PUBLIC_PATHS) {
    const match = compare(segments, path.split("/").slice(1));
    if (match !== undefined && match.distance < least) [nearest, least] = [match.path, match.distance];
  }
  return nearest;
}

interface Match {
  readonly path: string;
  readonly distance: number;
}

/** Compares a path with the pattern of another; returns `undefined` if they differ too much. */
function compare(segments: readonly string[], pattern: readonly string[]): Match | undefined {
  const missing = pattern.slice(segments.length);
  const isShort = segments.length > 1 && missing.length === 1 && missing[0]!.startsWith("{");
  if (segments.length === 0 || (segments.length !== pattern.length && !isShort)) return undefined;
  const path: string[] = [];
  let distance = missing.length;
  for (const [index, sent] of segments.entries()) {
    const meant = findSegment(sent, pattern[index]!, index);
    if (meant === undefined) return undefined;
    path.push(meant);
    distance += distanceOf(sent.slice(0, MAX_COMPARED_CHARACTERS), meant);
  }
  return { path: `/${[...path, ...missing].join("/")}`, distance };
}

function findSegment(sent: string, expected: string, index: number): string | undefined {
  // The first segment of a path is a kind of animal, if it is variable.
  const known = expected === "{kind}" && index === 0 ? ANIMALS : expected === "{page}" ? PAGES : undefined;
  if (known === undefined && /^\{\w+\}$/.test(expected)) return sent;
  // The files of the documents have this extension.
  return suggestWord(
    known === PAGES ? decodePercent(sent).replace(/\.md$/, "") : decodePercent(sent),
    known ?? [expected],
  );
}
