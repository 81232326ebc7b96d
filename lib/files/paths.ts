import { notFoundError } from "@/lib/http/errors.ts";

/** Longest path that is looked at: beyond it no file system has a file. */
const MAX_PATH_CHARACTERS = 1024;

/** The escapes that a route parameter still carries: `decodeURI` leaves what has a meaning in URLs. The slash stays out. */
const RESERVED_ESCAPES = /%(3B|3F|3A|40|26|3D|2B|24|2C|23)/gi;

/**
 * Reads the variable part of a URL as a path below a root: plain names with slashes between them, or empty.
 *
 * @throws {ApiError} `not_found` for everything else: `..`, an absolute path, a backslash, a control character, a hidden
 * name, an escape within an escape.
 */
export function parsePath(text: string): string {
  const path = text.replace(RESERVED_ESCAPES, (escape) => decodeURIComponent(escape)).replace(/\/$/, "");
  if (path === "") return "";
  if (path.length <= MAX_PATH_CHARACTERS && path.split("/").every(isPlainName)) return path;
  throw notFoundError();
}

/** Tells whether a name can be served: visible, and the same in every spelling of a URL. */
export function isPlainName(name: string): boolean {
  // deno-lint-ignore no-control-regex -- control characters are what it looks for
  return name !== "" && !name.startsWith(".") && !name.endsWith("~") && !/[\\/%\x00-\x1f\x7f]/.test(name);
}
