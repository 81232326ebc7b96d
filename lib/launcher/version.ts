// SemVer 2.0 by hand, because npm `semver` rejects numbers beyond 2^53, accepts "v1.2.3" and " =1.2.3 " as versions, and
// takes 30 ms to load (this file: nothing measurable). The tests compare the two on random versions.

/** A parsed version. Numbers stay text, so that none is too long to be compared exactly. */
export interface Version {
  /** The version as it was written. */
  readonly text: string;
  /** Major, minor and patch. */
  readonly core: readonly [string, string, string];
  /** The pre-release identifiers behind the hyphen; empty for a normal version. */
  readonly prerelease: readonly string[];
}

/** The longest text that is parsed as a version; npm has the same limit. */
export const MAX_VERSION_CHARACTERS = 256;

const NUMBER = "(0|[1-9]\\d*)";
const IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const BUILD = "[0-9A-Za-z-]+";
const VERSION = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+${BUILD}(?:\\.${BUILD})*)?$`,
);
const DIGITS = /^\d+$/;

/** Parses a SemVer 2.0 version. Returns `undefined` for any other text, also for one with a leading `v`. */
export function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_VERSION_CHARACTERS) return undefined;
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  const [, major = "", minor = "", patch = "", prerelease] = match;
  return { text, core: [major, minor, patch], prerelease: prerelease?.split(".") ?? [] };
}

/** Compares two versions by precedence: negative if `a` is older. Build metadata does not count. */
export function compareVersions(a: Version, b: Version): number {
  for (const [i, part] of a.core.entries()) {
    const order = compareIdentifiers(part, b.core[i] ?? "");
    if (order !== 0) return order;
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length;
  for (const [i, identifier] of a.prerelease.entries()) {
    const other = b.prerelease[i];
    const order = other === undefined ? 1 : compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return a.prerelease.length - b.prerelease.length;
}

// Numbers come before words. Without leading zeros the longer number is the larger one, however long. Texts compare by
// code unit, which is ASCII order here; localeCompare() would put "a" before "B".
function compareIdentifiers(a: string, b: string): number {
  const isNumber = DIGITS.test(a);
  if (isNumber !== DIGITS.test(b)) return isNumber ? -1 : 1;
  if (isNumber && a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}
