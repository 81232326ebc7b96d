/**
 * The part of Fresh that pages use: `fresh/runtime`.
 *
 * @module
 */
import { getRenderState } from "./head.ts";
import { getStaticIndex, VERSION_PARAMETER } from "./static_files.ts";

export { Head } from "./head.ts";

/**
 * Adds the version of a file in `static/` to its URL, so that browsers may cache it for a year: new content has a new
 * URL. Any other URL is returned unchanged, and so is every URL while no page is being rendered.
 */
export function asset(path: string): string {
  const state = getRenderState();
  if (state === null || !path.startsWith("/") || path.includes(VERSION_PARAMETER)) return path;
  const [, name = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(path) ?? [];
  const file = getStaticIndex(state.config).get(name);
  if (file === undefined) return path;
  return `${name}${query === "" ? "?" : `${query}&`}${VERSION_PARAMETER}=${file.version}${fragment}`;
}
