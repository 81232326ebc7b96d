/**
 * The part of Fresh that pages use: `fresh/runtime`.
 *
 * @module
 */
import { getRenderState } from "./head.ts";
import { getStaticIndex, VERSION_PARAMETER } from "./static_files.ts";

export { Head } from "./head.ts";

/**
 * Adds the version of a file in `static/` to its path, so that browsers may cache it for a year: new content has a new
 * URL. Anything else is returned unchanged, and so is every path while no page is being rendered.
 */
export function asset(path: string): string {
  const state = getRenderState();
  const file = state === null ? undefined : getStaticIndex(state.config).get(path);
  return file === undefined ? path : `${path}?${VERSION_PARAMETER}=${file.version}`;
}
