// SemVer 2.0 by hand, because npm `semver` rejects the four numbers of .NET, accepts " =1.2.3 ", and takes 30 ms to
// load (this file: nothing measurable). The tests compare the two on random versions.

import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";

/** A parsed version. */
export interface Version {
  /** The version as it was written, without a leading `v`. */
  readonly text: string;
  /** Major, minor, patch and, in a version of four numbers, the revision. */
  readonly core: readonly number[];
  /** The pre-release identifiers behind the hyphen; empty for a normal version. Numbers may have any length. */
  readonly prerelease: readonly string[];
}

/** The longest text that is parsed as a version; npm has the same limit. */
export const MAX_VERSION_CHARACTERS = 256;

const NUMBER = "(?:0|[1-9]\\d*)";
const IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const BUILD = "[0-9A-Za-z-]+";
const VERSION = new RegExp(
  `^v?((${NUMBER}(?:\\.${NUMBER}){2,3})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+${BUILD}(?:\\.${BUILD})*)?)$`,
);

/** The form of versions for documents. Numbers of 15 digits are never beyond 2^53. */
export const VERSION_PATTERN = VERSION.source.replaceAll(NUMBER, "(?:0|[1-9]\\d{0,14})");

const DIGITS = /^\d+$/;

/** What a version must look like, for error messages. */
export const VERSION_FORM = "must be a version such as 7.5.0, v7.5.0, 7.5.0.1 or 8.0.0-beta.1";

/**
 * Parses a version: SemVer 2.0, optionally with a leading `v` or four numbers; `undefined` for any other string.
 * Numbers beyond 2^53 are refused, as by npm, because updaters could not compare them.
 */
export function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_VERSION_CHARACTERS) return undefined;
  const [, plain, numbers, prerelease] = VERSION.exec(text) ?? [];
  if (plain === undefined || numbers === undefined) return undefined;
  const core = numbers.split(".").map(Number);
  return core.every(Number.isSafeInteger) ? { text: plain, core, prerelease: prerelease?.split(".") ?? [] } : undefined;
}

/** Parses a version that a caller sends as a parameter. @throws {ApiError} `invalid_parameter` for any other string. */
export function parseVersionParameter(name: string, text: string): Version {
  const version = parseVersion(text);
  if (version === undefined) throw invalidParameterError(name, text, VERSION_FORM);
  return version;
}

/** Returns a string that is the same for all versions of equal precedence: 1.0.0, 1.0.0.0 and 1.0.0+build. */
export function toPrecedenceKey(text: string): string {
  const version = parseVersion(text);
  if (version === undefined) return text;
  return [...version.core, 0].slice(0, 4).join(".") + "-" + version.prerelease.join(".");
}

/** Compares two versions by precedence: negative if `a` is older. Build metadata is ignored; 1.0.0.0 equals 1.0.0. */
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

// Numbers come before words. Without leading zeros the longer number is the larger one, however long. Texts compare by
// code unit, which is ASCII order here; localeCompare() would put "a" before "B".
function compareIdentifiers(a: string, b: string): number {
  const isNumber = DIGITS.test(a);
  if (isNumber !== DIGITS.test(b)) return isNumber ? -1 : 1;
  if (isNumber && a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}
