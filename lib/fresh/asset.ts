import { DEFAULT_ROOT } from "./config.ts";
import { getRenderState } from "./render_state.ts";
import { getStaticIndex } from "./static_index.ts";

/** The query parameter that ties an address to one version of a file. */
export const VERSION_PARAMETER = "__frsh_c";

/**
 * Ties the address of a file in `static/` to its content, so that it can be kept for a year: another content has
 * another address. Any other address is handed back as it is.
 */
export function asset(path: string, basePath = ""): string {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes(VERSION_PARAMETER)) return path;
  const [, name = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(path) ?? [];
  const file = getStaticIndex(getRenderState()?.root ?? DEFAULT_ROOT).get(name);
  const base = basePath === "/" ? "" : basePath;
  if (file === undefined) return base + path;
  return `${base}${name}${query === "" ? "?" : `${query}&`}${VERSION_PARAMETER}=${file.version}${fragment}`;
}
