import { assert, assertEquals } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { compareVersions, MAX_VERSION_CHARACTERS, parseVersion, toPrecedenceKey } from "@/lib/launcher/version.ts";

const NUMBER = fc.oneof(fc.nat(3), fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER)).map(String);
const IDENTIFIER = fc.oneof(NUMBER, fc.stringMatching(/^[0-9]{0,2}[A-Za-z-][0-9A-Za-z-]{0,3}$/));
const VERSION = fc.tuple(fc.array(NUMBER, { minLength: 3, maxLength: 4 }), fc.array(IDENTIFIER, { maxLength: 3 }))
  .map(([core, prerelease]) => core.join(".") + (prerelease.length === 0 ? "" : `-${prerelease.join(".")}`));

Deno.test("compareVersions() follows the example of the specification, and compares a fourth number", () => {
  // semver.org, item 11, and the four numbers of .NET.
  assertAscending("1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0");
  assertAscending("1.2.3-rc.1 1.2.3.0-rc.2 1.2.3 1.2.3.1-beta 1.2.3.1 1.2.3.10 1.2.4 1.10.0 2.0.0");
  assertAscending("1.0.0-9007199254740993 1.0.0-9007199254740994 1.0.0-10000000000000000000000 1.0.0-A 1.0.0-a");
});

Deno.test("compareVersions() ignores build metadata, a leading v and a missing fourth number", () => {
  for (const same of ["1.2.3", "v1.2.3", "1.2.3.0", "1.2.3+build.1", "v1.2.3.0+x"]) {
    assertEquals(compare(same, "1.2.3"), 0, same);
    assertEquals(toPrecedenceKey(parseVersion(same)!), "1.2.3.0-", same);
  }
});

Deno.test("compareVersions() is a total order, and toPrecedenceKey() is equal for equal versions only", () => {
  fc.assert(fc.property(VERSION, VERSION, VERSION, (a, b, c) => {
    assertEquals(Math.sign(compare(a, b)), -Math.sign(compare(b, a)) + 0);
    if (compare(a, b) <= 0 && compare(b, c) <= 0) assert(compare(a, c) <= 0, `${a} ${b} ${c}`);
    assertEquals(toPrecedenceKey(parseVersion(a)!) === toPrecedenceKey(parseVersion(b)!), compare(a, b) === 0);
  }));
});

Deno.test("parseVersion() returns the version without its v", () => {
  const { text, core, prerelease } = parseVersion("v7.5.0.1-beta.2+abc")!;
  assertEquals([text, core, prerelease], ["7.5.0.1-beta.2+abc", [7, 5, 0, 1], ["beta", "2"]]);
});

Deno.test("parseVersion() returns undefined for everything else", () => {
  const wrong = "1 1.2 1.2.3.4.5 vv1.2.3 V1.2.3 1.2.3. 1.2.3.04 =1.2.3 01.2.3 1.02.3 1.2.3- 1.2.3-01 1.2.3-a..b 1.2.3+";
  const worse = "1.2.3+a+b 1.2.3-ä １.2.3 -1.2.3 1.-2.3 abc 1.2.x 9007199254740993.0.0 1.2.3.99999999999999999999";
  for (const text of ["", " 1.2.3", "1.2.3 ", "1.2.3\n", ...`${wrong} ${worse}`.split(" ")]) {
    assertEquals(parseVersion(text), undefined, text);
  }
});

Deno.test("parseVersion() accepts the longest allowed text, and none longer", () => {
  const longest = `1.2.3-${"a".repeat(MAX_VERSION_CHARACTERS - 6)}`;
  assert(parseVersion(longest));
  assertEquals(parseVersion(`${longest}a`), undefined);
});

function assertAscending(list: string): void {
  const versions = list.split(" ");
  for (const [i, a] of versions.entries()) {
    for (const [j, b] of versions.entries()) assertEquals(Math.sign(compare(a, b)), Math.sign(i - j), `${a} ${b}`);
  }
}

function compare(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  assert(left && right, `${a} or ${b} is not read`);
  return compareVersions(left, right);
}
