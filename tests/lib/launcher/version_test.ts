import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
// @ts-types="@types/semver"
import semver from "semver";
import { compareVersions, MAX_VERSION_CHARACTERS, parseVersion, toPrecedenceKey } from "@/lib/launcher/version.ts";

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

Deno.test("compareVersions() orders numbers of pre-releases beyond 2^53 exactly", () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 1n << 200n }), fc.bigInt({ min: -2n, max: 2n }), (a, difference) => {
    const b = a + difference < 0n ? 0n : a + difference;
    const expected = a === b ? 0 : a < b ? -1 : 1;
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

Deno.test("parseVersion() accepts what npm's semver takes", () => {
  fc.assert(fc.property(VERSION, (text) => {
    const version = parseVersion(text);
    const expected = semver.parse(text);
    assertEquals(version?.core, [expected?.major, expected?.minor, expected?.patch] as number[]);
    assertEquals(version?.prerelease, expected?.prerelease.map(String));
  }));
});

Deno.test("parseVersion() rejects what npm's semver rejects, except four numbers", () => {
  const almost = fc.stringMatching(/^v?[01a.+-]{1,12}$/);
  const property = fc.property(almost, (text) => {
    // npm's semver gets the version without its fourth number.
    const three = text.replace(/^(v?\d+\.\d+\.\d+)\.(?:0|1[01]*)(?=[-+]|$)/, "$1");
    assertEquals(parseVersion(text) === undefined, semver.parse(three) === null, text);
  });
  fc.assert(property, { numRuns: 3000 });
});

Deno.test("parseVersion() rejects numbers beyond 2^53, as npm's semver does", () => {
  for (const text of ["9007199254740991.0.0", "9007199254740992.0.0", "1.99999999999999999999.0"]) {
    assertEquals(parseVersion(text) === undefined, semver.parse(text) === null, text);
  }
  assertEquals([parseVersion("9007199254740993.0.0"), parseVersion("1.2.3.9007199254740993")], [undefined, undefined]);
});

Deno.test("parseVersion() removes a leading v and reads four numbers, which .NET writes", () => {
  assertEquals(parseVersion("v1.2.3-rc.1")?.text, "1.2.3-rc.1");
  assertEquals(parseVersion("1.2.3.4")?.core.join(), "1,2,3,4");
});

Deno.test("compareVersions() compares the fourth number, which is 0 if it is missing", () => {
  const ascending = ["1.2.3-rc.1", "1.2.3.0-rc.2", "1.2.3", "1.2.3.1-beta", "1.2.3.1", "1.2.3.10", "1.2.4"];
  for (const [i, version] of ascending.slice(1).entries()) assert(compare(ascending[i]!, version) < 0, version);
  assertEquals([compare("1.2.3", "1.2.3.0"), compare("v1.2.3.0+a", "1.2.3")], [0, 0]);
});

Deno.test("toPrecedenceKey() is the same if and only if two versions are equal", () => {
  fc.assert(
    fc.property(PAIR, ([a, b]) => assertEquals(toPrecedenceKey(a) === toPrecedenceKey(b), compare(a, b) === 0)),
  );
  assertEquals(toPrecedenceKey("v1.2.3"), toPrecedenceKey("1.2.3.0+build"));
});

Deno.test("parseVersion() rejects everything else", () => {
  const wrong = "1 1.2 1.2.3.4.5 vv1.2.3 V1.2.3 1.2.3. 1.2.3.04 =1.2.3 01.2.3 1.02.3 1.2.3- 1.2.3-01 1.2.3-a..b 1.2.3+";
  const worse = "1.2.3+a+b 1.2.3-ä １.2.3 -1.2.3 1.-2.3 abc 1.2.x";
  for (const text of ["", " 1.2.3", "1.2.3 ", "1.2.3\n", ...`${wrong} ${worse}`.split(" ")]) {
    assertEquals(parseVersion(text), undefined, text);
  }
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
