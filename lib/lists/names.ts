import { domainToASCII } from "node:url";

/** Returns a name in lower case and Punycode, or an empty text if it cannot be written so. */
export function toAscii(name: string): string {
  const lower = name.toLowerCase();
  // Only few names need `domainToASCII`, which is slow for a million names.
  // deno-lint-ignore no-control-regex -- everything outside ASCII
  return /[^\x00-\x7f]|xn--/.test(lower) ? domainToASCII(lower) : lower;
}

/** Returns the parents of a name that have at least two labels, the nearest first. */
export function parentsOf(name: string): string[] {
  const labels = name.split(".");
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."));
}

/** Returns whether a test accepts one of these parents. Lists have a million names, so there is no array of parents. */
export function hasParent(name: string, test: (parent: string) => boolean): boolean {
  const last = name.lastIndexOf(".");
  for (let dot = name.indexOf("."); dot < last; dot = name.indexOf(".", dot + 1)) {
    if (test(name.slice(dot + 1))) return true;
  }
  return false;
}
