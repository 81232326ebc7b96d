import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
// @ts-types="@types/semver"
import semver from "semver";
import { compareVersions, MAX_VERSION_CHARACTERS, parseVersion } from "@/lib/launcher/version.ts";

// The same cases in every run.
fc.configureGlobal({ seed: 20261115 });

const NUMBER = fc.oneof(fc.nat(30), fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER)).map(String);
const WORD = fc.stringMatching(/^[0-9]{0,3}[A-Za-z-][0-9A-Za-z-]{0,5}$/);
const PRERELEASE = fc.array(fc.oneof(NUMBER, WORD), { maxLength: 4 });
const BUILD = fc.array(fc.stringMatching(/^[0-9A-Za-z-]{1,6}$/), { maxLength: 3 });
const VERSION = fc.record({ core: fc.tuple(NUMBER, NUMBER, NUMBER), prerelease: PRERELEASE, build: BUILD }).map(
  ({ core, prerelease, build }) => {
    return core.join(".") + prefix("-", prerelease) + prefix("+", build);
  },
);
// Neighbours, so that the comparison gets past the first part.
const PAIR = fc.oneof(
  fc.tuple(VERSION, VERSION),
  fc.tuple(PRERELEASE, PRERELEASE).map(([a, b]) => [`1.0.0${prefix("-", a)}`, `1.0.0${prefix("-", b)}`] as const),
);

Deno.test("compareVersions() orders as npm's semver does", () => {
  fc.assert(
    fc.property(PAIR, ([a, b]) => assertEquals(Math.sign(compare(a, b)), semver.compare(a, b))),
    { numRuns: 2000 },
  );
});

Deno.test("compareVersions() orders numbers beyond 2^53 exactly", () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 1n << 200n }), fc.bigInt({ min: -2n, max: 2n }), (a, difference) => {
    const b = a + difference < 0n ? 0n : a + difference;
    const expected = a === b ? 0 : a < b ? -1 : 1;
    assertEquals(Math.sign(compare(`1.${a}.0`, `1.${b}.0`)), expected);
    assertEquals(Math.sign(compare(`1.0.0-rc.${a}`, `1.0.0-rc.${b}`)), expected);
  }));
});

Deno.test("compareVersions() follows the example of the specification", () => {
  // semver.org, item 11
  const ascending = "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0";
  const versions = ascending.split(" ");
  for (const [i, a] of versions.entries()) {
    for (const [j, b] of versions.entries()) assertEquals(Math.sign(compare(a, b)), Math.sign(i - j), `${a} ${b}`);
  }
});

Deno.test("compareVersions() ignores build metadata", () => {
  assertEquals(compare("1.0.0+1", "1.0.0+2"), 0);
  assertEquals(compare("1.0.0-rc.1+x", "1.0.0-rc.1"), 0);
});

Deno.test("parseVersion() accepts what npm's semver takes", () => {
  fc.assert(fc.property(VERSION, (text) => {
    const version = parseVersion(text);
    const expected = semver.parse(text);
    assertEquals(version?.core.map(Number), [expected?.major, expected?.minor, expected?.patch] as number[]);
    assertEquals(version?.prerelease, expected?.prerelease.map(String));
  }));
});

Deno.test("parseVersion() rejects what npm's semver rejects", () => {
  const almost = fc.stringMatching(/^[01a.+-]{1,12}$/);
  fc.assert(
    fc.property(almost, (text) => assertEquals(parseVersion(text) === undefined, semver.parse(text) === null, text)),
    { numRuns: 3000 },
  );
});

Deno.test("parseVersion() rejects everything that is not strictly SemVer 2.0", () => {
  const wrong = [
    "",
    "1",
    "1.2",
    "1.2.3.4",
    "v1.2.3",
    "=1.2.3",
    " 1.2.3",
    "1.2.3 ",
    "1.2.3\n",
    "01.2.3",
    "1.02.3",
    "1.2.3-",
  ];
  const worse = [
    "1.2.3-01",
    "1.2.3-a..b",
    "1.2.3+",
    "1.2.3+a+b",
    "1.2.3-ä",
    "１.2.3",
    "-1.2.3",
    "1.-2.3",
    "abc",
    "1.2.x",
  ];
  for (const text of [...wrong, ...worse]) assertEquals(parseVersion(text), undefined, text);
});

Deno.test("parseVersion() accepts the longest allowed text, and none longer", () => {
  const longest = `1.2.3-${"a".repeat(MAX_VERSION_CHARACTERS - 6)}`;
  assert(parseVersion(longest));
  assertEquals(parseVersion(`${longest}a`), undefined);
});

function compare(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  assert(left && right, `${a} or ${b} is not read`);
  return compareVersions(left, right);
}

function prefix(sign: string, parts: readonly string[]): string {
  return parts.length === 0 ? "" : sign + parts.join(".");
}
