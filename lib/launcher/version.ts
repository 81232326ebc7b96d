// SemVer 2.0 by hand, because the package `semver` refuses the four numbers of .NET and accepts " =1.2.3 ".

/** A parsed version. */
export interface Version {
  /** The version as it was written, without a leading `v`. */
  readonly text: string;
  /** Major, minor, patch and, in a version of four numbers, the revision. */
  readonly core: readonly number[];
  /** The identifiers of a pre-release, such as `beta` and `2`. A stable version has none. */
  readonly prerelease: readonly string[];
}

/** The longest version that is read. */
export const MAX_VERSION_CHARACTERS = 256;

/** What a version must look like, for messages. */
export const VERSION_FORM = "must be a version such as 7.5.0, v7.5.0, 7.5.0.1 or 8.0.0-beta.1";

const NUMBER = "(?:0|[1-9]\\d*)";
const IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const BUILD = "[0-9A-Za-z-]+";
const VERSION = new RegExp(
  `^v?((${NUMBER}(?:\\.${NUMBER}){2,3})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+${BUILD}(?:\\.${BUILD})*)?)$`,
);

/**
 * Parses a version of SemVer 2.0, perhaps with a leading `v` or with four numbers. Returns `undefined` for any other
 * text, and for numbers that JavaScript cannot compare.
 */
export function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_VERSION_CHARACTERS) return undefined;
  const [, plain, numbers, prerelease] = VERSION.exec(text) ?? [];
  if (plain === undefined || numbers === undefined) return undefined;
  const core = numbers.split(".").map(Number);
  return core.every(Number.isSafeInteger) ? { text: plain, core, prerelease: prerelease?.split(".") ?? [] } : undefined;
}

/**
 * Compares two versions by precedence: the result is negative if `a` is older. Build metadata does not count, and
 * 1.0.0.0 equals 1.0.0.
 */
export function compareVersions(a: Version, b: Version): number {
  for (let i = 0; i < 4; i++) {
    const order = (a.core[i] ?? 0) - (b.core[i] ?? 0);
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

/** Returns a text that is the same for all versions of equal precedence: 1.0.0, 1.0.0.0 and 1.0.0+build. */
export function toPrecedenceKey({ core, prerelease }: Version): string {
  return `${[...core, 0].slice(0, 4).join(".")}-${prerelease.join(".")}`;
}

// Numbers come before words. Without leading zeros the longer number is the larger one. Words compare by code unit,
// which is ASCII order here: localeCompare() would put "a" before "B".
function compareIdentifiers(a: string, b: string): number {
  const isNumber = /^\d+$/.test(a);
  if (isNumber !== /^\d+$/.test(b)) return isNumber ? -1 : 1;
  if (isNumber && a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}
