import { notFoundError } from "@/lib/http/errors.ts";

/** The longest path that is checked; no file system has longer ones. */
const MAX_PATH_CHARACTERS = 1024;

/** The escapes that a route parameter still contains: `decodeURI` leaves reserved characters. */
const RESERVED_ESCAPES = /%(3B|2F|3F|3A|40|26|3D|2B|24|2C|23)/gi;

/**
 * Parses the variable part of a URL as a path below a root: plain names separated by slashes, or empty. An escaped slash
 * counts as a slash, because clients that are generated from the OpenAPI document escape it.
 *
 * @throws {ApiError} `not_found` for everything else: `..`, an absolute path, a backslash, a control character, a hidden
 * name, any other escape.
 */
export function parsePath(text: string): string {
  const path = text.replace(RESERVED_ESCAPES, (escape) => decodeURIComponent(escape)).replace(/\/$/, "");
  if (path === "") return "";
  if (path.length <= MAX_PATH_CHARACTERS && path.split("/").every(isPlainName)) return path;
  throw notFoundError();
}

/** Returns whether a name can be served: not hidden, and the same in every encoding of a URL. */
export function isPlainName(name: string): boolean {
  // deno-lint-ignore no-control-regex -- control characters must be found
  return name !== "" && !name.startsWith(".") && !name.endsWith("~") && !/[\\/%\x00-\x1f\x7f]/.test(name);
}
