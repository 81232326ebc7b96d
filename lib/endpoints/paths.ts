// The cheap half of the description of every endpoint: plain data, which is loaded at the start. The other half, with
// texts, schemas and examples (mod.ts), takes a quarter of a cold start, so it is loaded with the first document.

import type { AdmittedPath } from "@/lib/access/access_control.ts";
import {
  ITEM_PARAMETERS,
  NAMED_PARAMETERS,
  PAGE_PARAMETERS,
  PICTURE_PARAMETERS,
  RANDOM_ANIMAL_PARAMETERS,
  REDIRECT_PARAMETERS,
  TERMINAL_PARAMETERS,
} from "@/lib/content/parameters.ts";
import { CHECKSUM_PARAMETERS, GENERATED_PARAMETERS, LOG_PARAMETERS } from "@/lib/files/parameters.ts";
import { FILTER_PARAMETERS } from "@/lib/filters/parameters.ts";
import type { Parameters } from "@/lib/parameters/parameter.ts";
import {
  DOWNLOADS_PARAMETERS,
  FEED_PARAMETERS,
  NEWS_PARAMETERS,
  UPDATES_PARAMETERS,
} from "@/lib/launcher/parameters.ts";

/** A path of the service. */
export interface Path extends AdmittedPath {
  /** Its methods besides HEAD and OPTIONS; by default GET. */
  readonly methods?: readonly ("GET" | "POST" | "DELETE")[];
  /** What its query may contain; by default nothing. */
  readonly parameters?: Parameters;
  /** Whether it needs no token although it is the operator's, because it is the page that asks for one. */
  readonly isTokenForm?: true;
  /** Whether browsers get a page here, and so a page for an error. */
  readonly isPage?: true;
}

// A filter checks a long query only in the slot of its client.
const FILTER: Path = { parameters: FILTER_PARAMETERS, mayHaveLongQuery: true };

const PAGE: Path = { isPage: true };
const ANY_ANIMAL: Path = {
  ...PAGE,
  parameters: { ...REDIRECT_PARAMETERS, ...PAGE_PARAMETERS, ...TERMINAL_PARAMETERS },
};

/** The rows of {@linkcode PATHS}. Of paths that are equally similar to a wrong one, the first is suggested. */
const TABLE: Readonly<Record<string, Path>> = {
  "/": PAGE,
  "/api": {},
  "/docs": PAGE,
  "/docs/{page}": PAGE,
  "/healthz": { access: "unchecked" },
  "/llms.txt": {},
  "/openapi.json": {},
  "/search.json": {},
  "/.well-known/security.txt": {},
  "/random": ANY_ANIMAL,
  "/{kind}": ANY_ANIMAL,
  "/{kind}/{name}": { ...PAGE, parameters: { ...NAMED_PARAMETERS, ...TERMINAL_PARAMETERS } },
  "/animals.js": {},
  "/{status}.svg": {},
  "/{status}.png": {},
  "/images/animals/{kind}/{file}": { parameters: PICTURE_PARAMETERS },
  "/generated/{path}": {},
  "/api/v2/random/animal/{kind}": { parameters: RANDOM_ANIMAL_PARAMETERS },
  "/api/v2/random/animal": { parameters: RANDOM_ANIMAL_PARAMETERS },
  "/api/v1/animals/{kind}": { parameters: RANDOM_ANIMAL_PARAMETERS },
  "/api/v2/random/string/{type}": { parameters: ITEM_PARAMETERS.string },
  "/api/v2/random/yt-video/{type}": { parameters: ITEM_PARAMETERS["yt-video"] },
  "/api/v2/random/kaomoji/{type}": { parameters: ITEM_PARAMETERS.kaomoji },
  "/api/v1/string/{endpoint}": { parameters: ITEM_PARAMETERS.string },
  "/api/v1/kaomoji/{endpoint}": { parameters: ITEM_PARAMETERS.kaomoji },
  "/api/v1/version": {},
  "/api/v1/uptime": {},
  "/api/v1/static/generated/{path}": { parameters: GENERATED_PARAMETERS },
  "/api/v1/static/logs/{fileName}": { parameters: LOG_PARAMETERS },
  "/api/v1/static/cache/{path}": { parameters: CHECKSUM_PARAMETERS },
  // Before version 1, which has no chains.
  "/api/v2/filter/{steps}": { ...FILTER, methods: ["GET", "POST"] },
  "/api/v1/filter/{endpoint}": FILTER,
  "/api/v5/{app_name}/stats/downloads": { parameters: DOWNLOADS_PARAMETERS },
  "/api/v5/{app_name}/launcher/updates": { parameters: UPDATES_PARAMETERS },
  "/api/v5/{app_name}/launcher/news": { parameters: NEWS_PARAMETERS },
  "/api/v5/{app_name}/launcher/feeds": { parameters: FEED_PARAMETERS },
  "/api/v5/{app_name}/launcher/feeds/{file}": { parameters: FEED_PARAMETERS },
  "/api/v5/{app_name}/launcher/feeds/tauri/{target}/{arch}/{current_version}": { parameters: FEED_PARAMETERS },
  "/api/v5/{app_name}/version/app/{application}": {},
  "/api/v5/{app_name}/version/app/launcher/resources": {},
  "/api/v5/{app_name}/version/tier/{tier}": {},
  "/api/v5/{app_name}/operator/status": {},
  "/api/v5/{app_name}/operator/history": {},
  "/api/v5/{app_name}/operator/bans": {},
  "/api/v5/{app_name}/operator/bans/{client}": { methods: ["DELETE"] },
  "/operator": { ...PAGE, isTokenForm: true },
  "/metrics": { access: "operator" },
};

/** What is below it is the operator's, so that no row can forget to say so. */
const OPERATOR_AREA = /\/operator(?:\/|$)/;

/** Every path with its methods and query parameters. `{path}` and `{fileName}` may contain slashes. */
export const PATHS: Readonly<Record<string, Path>> = Object.fromEntries(
  Object.entries(TABLE).map(([path, row]) => [path, OPERATOR_AREA.test(path) ? { ...row, access: "operator" } : row]),
);

/**
 * Returns what is known about a path.
 *
 * @throws {Error} if it is not in {@linkcode PATHS}: without a rule for its access, its route must not be called.
 */
export function findPath(path: string): Path {
  const found = PATHS[path];
  if (found === undefined) throw new Error(`Cannot use the route of "${path}": must be in PATHS`);
  return found;
}

/** The paths of the routes, which are few: finding one takes 0.4 to 1 µs, and every request needs one. */
const pathByRoute = new Map<string, string>();

/** Returns the path of a route as documents write it: `/{kind}/{name}` for `/:kind(cat|dog)/:name`. */
export function toDocumentedPath(route: string): string {
  const path = pathByRoute.get(route) ?? route.replaceAll(/:(\w+)(?:\([^)]*\)|\*)?/g, "{$1}");
  pathByRoute.set(route, path);
  return path;
}
