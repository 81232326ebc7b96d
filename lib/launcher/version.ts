// SemVer 2.0 by hand, and not npm `semver`: that one refuses numbers beyond 2^53, takes "v1.2.3" and " =1.2.3 " for
// versions, and costs 30 ms to load (these lines: nothing measurable). The tests compare the two on random versions.

/** A version taken apart. Numbers stay text, so that none is too long to be compared exactly. */
export interface Version {
  /** The version as it was written. */
  readonly text: string;
  /** Major, minor and patch. */
  readonly core: readonly [string, string, string];
  /** The identifiers behind the hyphen; empty for a release proper. */
  readonly prerelease: readonly string[];
}

/** Longest text read as a version; npm draws the same line. */
export const MAX_VERSION_CHARACTERS = 256;

const NUMBER = "(0|[1-9]\\d*)";
const IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const BUILD = "[0-9A-Za-z-]+";
const VERSION = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+${BUILD}(?:\\.${BUILD})*)?$`,
);
const DIGITS = /^\d+$/;

/** Reads a SemVer 2.0 version, or answers `undefined` when the text is none: a leading `v` makes it none. */
export function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_VERSION_CHARACTERS) return undefined;
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  const [, major = "", minor = "", patch = "", prerelease] = match;
  return { text, core: [major, minor, patch], prerelease: prerelease?.split(".") ?? [] };
}

/** Orders two versions by precedence: below 0 when `a` is older. Build metadata does not count. */
export function compareVersions(a: Version, b: Version): number {
  for (const [i, part] of a.core.entries()) {
    const order = compareNumbers(part, b.core[i] ?? "");
    if (order !== 0) return order;
  }
  return comparePrereleases(a.prerelease, b.prerelease);
}

// Without leading zeros the longer number is the larger one, however long.
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (const [i, identifier] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareIdentifiers(a: string, b: string): number {
  const isNumber = DIGITS.test(a);
  if (isNumber !== DIGITS.test(b)) return isNumber ? -1 : 1;
  return isNumber ? compareNumbers(a, b) : compareTexts(a, b);
}

// By code unit, which is ASCII order here; localeCompare() would put "a" before "B".
function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
