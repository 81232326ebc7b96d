import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
// @ts-types="@types/semver"
import semver from "semver";
import { ApiError } from "@/lib/http/errors.ts";
import { findOffered, type Release } from "@/lib/launcher/release.ts";
import type { Channel } from "@/lib/launcher/names.ts";
import { UPDATES_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { findUpdates } from "@/lib/launcher/updates.ts";
import { parseVersion } from "@/lib/launcher/version.ts";
import { makeFile, makeRelease, makeValues, toJson } from "./fixtures.ts";

const RELEASES = ["7.0.0", "8.0.0-beta.1", "7.10.0", "7.9.0", "8.0.0-beta.2"].map((version) => makeRelease(version));
const NOTHING = { offered: [], minimum: undefined };

Deno.test("findUpdates() lists newer releases only, newest first", () => {
  const fields = request(RELEASES, { current: "7.0.0" });
  assertEquals(versionsOf(fields), ["7.10.0", "7.9.0"]);
  assertEquals(fields.latest.version, "7.10.0");
  assertEquals([fields.channel, fields.current, fields.updateAvailable], ["stable", "7.0.0", true]);
});

Deno.test("findUpdates() makes an update mandatory below the minimum and not at it", () => {
  const isMandatory = (current: string) => request(RELEASES, { current, minimum: "7.9.0" }).mandatory;
  assertEquals([isMandatory("7.8.9"), isMandatory("7.9.0-rc.1"), isMandatory("7.9.0")], [true, true, false]);
});

Deno.test("findUpdates() never demands an update that does not exist", () => {
  const fields = request(RELEASES, { current: "8.0.0", minimum: "9.0.0" });
  assertEquals([fields.updateAvailable, fields.mandatory], [false, false]);
});

Deno.test("findUpdates() rolls back a client that is newer than anything published", () => {
  const fields = request(RELEASES, { current: "9.0.0", channel: "beta" });
  assertEquals([fields.rollback, fields.updateAvailable, fields.latest.version], [true, false, "8.0.0-beta.2"]);
});

Deno.test("findUpdates() rolls back from a withdrawn release to the newest one on offer", () => {
  const releases = [...RELEASES, makeRelease("7.11.0", { withdrawn: true })];
  const fields = request(releases, { current: "7.11.0+build.5" });
  assertEquals([fields.rollback, fields.latest.version], [true, "7.10.0"]);
});

Deno.test("findUpdates() does not roll back a published beta on the stable channel", () => {
  const fields = request(RELEASES, { current: "8.0.0-beta.2" });
  assertEquals([fields.rollback, fields.updateAvailable], [false, false]);
});

Deno.test("findUpdates() without a version lists what the channel offers and sets no flag", () => {
  const fields = request(RELEASES, {});
  assertEquals(versionsOf(fields), ["7.10.0", "7.9.0", "7.0.0"]);
  const { current, updateAvailable, mandatory, rollback, minimumSupported } = fields;
  assertEquals([current, updateAvailable, mandatory, rollback, minimumSupported], [null, false, false, false, null]);
});

Deno.test("findUpdates() returns no release if nothing is published", () => {
  const fields = request([makeRelease("1.0.0-beta.1")], { current: "0.9.0" });
  assertEquals([fields.latest, fields.updates, fields.updateAvailable, fields.rollback], [null, [], false, false]);
});

Deno.test("findUpdates() lists no more than its limit", () => {
  const many = Array.from({ length: 300 }, (_, i) => makeRelease(`1.${i}.0`));
  const fields = request(many, { current: "1.2.0" });
  assertEquals(fields.updates.length, 25);
  assertEquals(versionsOf(fields)[0], "1.299.0");
  assertEquals(versionsOf(request(many, { current: "1.297.0" })), ["1.299.0", "1.298.0"]);
});

Deno.test("findUpdates() agrees with npm's semver on any set of releases", () => {
  const version = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.constantFrom("", "-beta.1", "-beta.2", "-rc.1")).map(
    ([a, b, c, d]) => `${a}.${b}.${c}${d}`,
  );
  const set = fc.uniqueArray(version, { maxLength: 12 });
  fc.assert(fc.property(set, version, fc.constantFrom("stable", "beta"), (all, current, channel) => {
    const fields = request(all.map((each) => makeRelease(each)), { current, channel });
    const offered = all.filter((each) => channel === "beta" || semver.prerelease(each) === null);
    const newer = offered.filter((each) => semver.gt(each, current)).toSorted(semver.rcompare);
    assertEquals(versionsOf(fields), newer);
    assertEquals(fields.updateAvailable, newer.length > 0);
  }));
});

Deno.test("findUpdates() compares a version with a leading v or with four numbers", () => {
  const releases = [makeRelease("7.5.0.2"), makeRelease("7.5.0"), makeRelease("7.4.9.9")];
  const newer = (current: string) => versionsOf(request(releases, { current }));
  assertEquals([newer("v7.5.0"), newer("7.5.0.1"), newer("7.5.0.2"), newer("7.4.9")], [
    ["7.5.0.2"],
    ["7.5.0.2"],
    [],
    ["7.5.0.2", "7.5.0", "7.4.9.9"],
  ]);
  assertEquals([request(releases, { current: "v7.5.0" }).current, newer("7.5.0.0")], ["7.5.0", ["7.5.0.2"]]);
});

const FILES = ["a-x64.zip", "a-x64.exe", "a-arm64.exe", "a.dmg", "a-amd64.deb", "a-x86_64.AppImage"].map((name) => {
  return makeFile(name, { size: name.length });
});

Deno.test("findUpdates() returns every file, sorted, and describes the one for Windows on x64, or else the first", () => {
  const { latest } = request([makeRelease("1.0.0", { files: FILES })], {});
  const names = ["a-x64.exe", "a-arm64.exe", "a-x64.zip", "a.dmg", "a-x86_64.AppImage", "a-amd64.deb"];
  assertEquals(namesOf(latest), names);
  assertEquals([latest.url, latest.size], ["https://example.com/a-x64.exe", 9]);
  const other = request([makeRelease("1.0.0", { files: FILES.slice(3) })], {});
  assertEquals(other.latest.url, "https://example.com/a.dmg");
});

Deno.test("findUpdates() with platform and arch returns the values of the matching file and no others", () => {
  const releases = [makeRelease("1.0.0", { files: FILES })];
  const expected: Record<string, string[]> = {
    "platform=windows&arch=x64": ["a-x64.exe", "a-x64.zip"],
    "platform=windows&arch=arm64": ["a-arm64.exe"],
    "platform=macos&arch=arm64": ["a.dmg"],
    "platform=linux": ["a-x86_64.AppImage", "a-amd64.deb"],
    "arch=arm64": ["a-arm64.exe", "a.dmg"],
  };
  for (const [query, names] of Object.entries(expected)) {
    const { latest } = toJson(
      findUpdates(makeValues(UPDATES_PARAMETERS, query), { offered: findOffered(releases), minimum: undefined }),
    );
    assertEquals([namesOf(latest), latest.url], [names, `https://example.com/${names[0]}`], query);
  }
});

Deno.test("findUpdates() offers no release that has no file for the client, not even a mandatory one", () => {
  const offered = findOffered([makeRelease("2.0.0"), makeRelease("1.0.0", { files: FILES })]);
  const minimum = parseVersion("2.0.0");
  const ask = (query: string) =>
    toJson(findUpdates(makeValues(UPDATES_PARAMETERS, `version=1.0.0&${query}`), { offered, minimum }));
  assertEquals([ask("platform=windows").mandatory, ask("platform=linux").mandatory], [true, false]);
  assertEquals([ask("platform=linux").latest.version, ask("platform=linux&arch=x86").latest], ["1.0.0", null]);
});

Deno.test("UPDATES_PARAMETERS suggest the platform and the architecture that a client has by another name", () => {
  const meant = {
    "platform=darwin": "macos",
    "platform=win32": "windows",
    "arch=amd64": "x64",
    "arch=x86_64": "x64",
    "arch=aarch64": "arm64",
  };
  for (const [query, suggestion] of Object.entries(meant)) {
    assertThrows(() => makeValues(UPDATES_PARAMETERS, query), ApiError, `did you mean "${suggestion}"?`);
  }
});

Deno.test("findUpdates() reads a plus sign as a plus sign, and rejects a space", () => {
  const read = (query: string) => toJson(findUpdates(makeValues(UPDATES_PARAMETERS, query), NOTHING)).current;
  assertEquals([read("version=7.5.0+b.1"), read("version=7.5.0%2Bb.1")], ["7.5.0+b.1", "7.5.0+b.1"]);
  assertThrows(() => read("version=7.5.0%20b"), ApiError);
});

interface Request {
  readonly current?: string;
  readonly channel?: Channel;
  readonly minimum?: string;
}

function request(releases: readonly Release[], { current, channel = "stable", minimum }: Request) {
  const query = new URLSearchParams({ channel, ...(current === undefined ? {} : { version: current }) });
  const options = { offered: findOffered(releases), minimum: parseVersion(minimum ?? "") };
  return toJson(findUpdates(makeValues(UPDATES_PARAMETERS, query.toString()), options));
}

function namesOf({ files }: { files: { url: string }[] }): string[] {
  return files.map(({ url }) => url.split("/").at(-1)!);
}

function versionsOf(fields: { updates: { version: string }[] }): string[] {
  return fields.updates.map(({ version }) => version);
}
