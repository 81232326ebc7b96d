import { ANIMALS } from "@pawkit/animals";
import { FILTER_PARAMETERS, PARAMETER_SYNONYMS } from "@/lib/filters/parameters.ts";
import { type ApiError, notFoundError } from "@/lib/http/errors.ts";
import { assertSpelling } from "@/lib/http/parameters.ts";
import { decodePercent } from "@/lib/http/request_url.ts";
import { distanceOf, suggestWord } from "@/lib/text/suggestion.ts";

// What callers can misspell. The descriptions of the endpoints have the same, but loading them takes a quarter of a
// cold start; a test compares both.

const RANDOM = ["count", "seed", "format"];
const DRAWING = ["size", "view", "radius", "background"];
const RANDOM_ANIMAL = [...RANDOM, "type", ...DRAWING];
const SEEDED_PAGE = ["seed"];
const UPDATES = ["version", "channel", "platform", "arch"];

/** The query parameters of every public path. */
export const QUERY_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "/": [],
  "/api": [],
  "/healthz": [],
  "/llms.txt": [],
  "/openapi.json": [],
  "/.well-known/security.txt": [],
  "/random": SEEDED_PAGE,
  "/{kind}": SEEDED_PAGE,
  "/{kind}/{name}": DRAWING,
  "/{status}.svg": [],
  "/{status}.png": [],
  "/images/animals/{kind}/{file}": DRAWING,
  "/generated/{path}": [],
  "/api/v1/version": [],
  "/api/v1/uptime": [],
  "/api/v1/animals/{kind}": RANDOM_ANIMAL,
  "/api/v1/string/{endpoint}": RANDOM,
  "/api/v1/kaomoji/{endpoint}": RANDOM,
  "/api/v1/filter/{endpoint}": FILTER_PARAMETERS,
  "/api/v1/static/generated/{path}": ["raw"],
  "/api/v1/static/logs/{fileName}": ["tail", "raw"],
  "/api/v1/static/cache/{path}": ["domain"],
  "/api/v2/random/animal": RANDOM_ANIMAL,
  "/api/v2/random/animal/{kind}": RANDOM_ANIMAL,
  "/api/v2/random/string/{type}": RANDOM,
  "/api/v2/random/yt-video/{type}": RANDOM,
  "/api/v2/random/kaomoji/{type}": RANDOM,
  "/api/v2/filter/{steps}": FILTER_PARAMETERS,
  "/api/v5/{app_name}/stats/downloads": ["since", "until"],
  "/api/v5/{app_name}/launcher/updates": UPDATES,
  "/api/v5/{app_name}/launcher/news": ["limit", "since"],
  "/api/v5/{app_name}/launcher/feeds": ["channel"],
  "/api/v5/{app_name}/launcher/feeds/{file}": ["channel"],
  "/api/v5/{app_name}/launcher/feeds/tauri/{target}/{arch}/{current_version}": ["channel"],
  "/api/v5/{app_name}/version/app/{application}": [],
  "/api/v5/{app_name}/version/app/launcher/resources": [],
  "/api/v5/{app_name}/version/tier/{tier}": [],
};

/** What callers call the parameters of some paths, often because other services do. */
const SYNONYMS: ReadonlyMap<readonly string[], Readonly<Record<string, string>>> = new Map([
  [FILTER_PARAMETERS, PARAMETER_SYNONYMS],
  // Drawings are square.
  [DRAWING, { width: "size", height: "size", w: "size", h: "size" }],
  [SEEDED_PAGE, { name: "seed" }],
  [RANDOM_ANIMAL, { name: "seed" }],
  // Without its version, an application would never learn of an update.
  [UPDATES, { current: "version", "current_version": "version", currentVersion: "version" }],
]);

/** Rejects a misspelt parameter of a route. @throws {ApiError} `invalid_parameter` with the right name. */
export function assertKnownParameters(route: string, query: URLSearchParams): void {
  const known = QUERY_PARAMETERS[toPath(route)] ?? [];
  assertSpelling(query, known, SYNONYMS.get(known));
}

/** Returns the documented path of a route: `/api/v1/animals/{kind}` of `/api/v1/animals/:kind`. */
function toPath(route: string): string {
  return route.replaceAll(/:(\w+)(?:\([^)]*\)|\*)?/g, "{$1}");
}

/** Creates the 404 of a path without a route: with the path that was probably meant, or with the kinds of animals. */
export function unknownPathError(pathname: string): ApiError {
  const suggestion = suggestPath(pathname);
  const [, first] = /^\/(\w+)\/[^/]+\/?$/.exec(pathname) ?? [];
  const isOther = first === undefined || Object.keys(QUERY_PARAMETERS).some((path) => path.startsWith(`/${first}/`));
  if (suggestion !== undefined || isOther) return notFoundError(suggestion);
  return notFoundError(undefined, `an animal must be one of ${ANIMALS.join(", ")}, and /api lists every endpoint`);
}

/** The longest path for which another one is suggested. */
const MAX_COMPARED_CHARACTERS = 200;

/**
 * Returns the path that a caller probably meant by one that does not exist: `/api/v2/random/animal/cat` for
 * `/api/v2/random/anmal/cat`. What is missing at its end is in braces.
 */
export function suggestPath(pathname: string): string | undefined {
  if (pathname.length > MAX_COMPARED_CHARACTERS) return undefined;
  const segments = pathname.split("/").slice(1).filter((segment) => segment !== "");
  let nearest: string | undefined;
  let least = Infinity;
  for (const path of Object.keys(QUERY_PARAMETERS)) {
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
  // The first segment of a path is a kind of animal, if it is variable. No other is known here.
  const allowed = expected === "{kind}" && index === 0 ? ANIMALS : [expected];
  if (/^\{\w+\}$/.test(expected) && allowed !== ANIMALS) return sent;
  return suggestWord(decodePercent(sent), allowed);
}
