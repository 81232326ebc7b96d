import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
// @ts-types="@types/semver"
import semver from "semver";
import { ApiError } from "@/lib/http/errors.ts";
import type { Release } from "@/lib/launcher/document.ts";
import type { Channel } from "@/lib/launcher/releases.ts";
import { MAX_LISTED_RELEASES, parseUpdatesQuery, prepareUpdates } from "@/lib/launcher/updates.ts";
import { parseVersion } from "@/lib/launcher/version.ts";
import { FRESH, makeDocument, makeRelease, STALE } from "./fixtures.ts";

// The same cases in every run.
fc.configureGlobal({ seed: 20261115 });

const RELEASES = ["7.0.0", "8.0.0-beta.1", "7.10.0", "7.9.0", "8.0.0-beta.2"].map((version) => makeRelease(version));

Deno.test("prepareUpdates() lists newer releases only, newest first", async () => {
  const answer = await ask(RELEASES, { current: "7.0.0" });
  assertEquals(versionsOf(answer), ["7.10.0", "7.9.0"]);
  assertEquals(answer.latest.version, "7.10.0");
  assertEquals([answer.channel, answer.current, answer.updateAvailable], ["stable", "7.0.0", true]);
});

Deno.test("prepareUpdates() offers betas on the beta channel alone", async () => {
  const answer = await ask(RELEASES, { current: "7.10.0", channel: "beta" });
  assertEquals(versionsOf(answer), ["8.0.0-beta.2", "8.0.0-beta.1"]);
  assertEquals((await ask(RELEASES, { current: "7.10.0" })).updateAvailable, false);
});

Deno.test("prepareUpdates() offers the release proper to who has its beta", async () => {
  const answer = await ask([...RELEASES, makeRelease("8.0.0")], { current: "8.0.0-beta.2" });
  assertEquals(versionsOf(answer), ["8.0.0"]);
});

Deno.test("prepareUpdates() makes an update mandatory below the minimum and not at it", async () => {
  const flags = async (current: string) => (await ask(RELEASES, { current, minimum: "7.9.0" })).mandatory;
  assertEquals([await flags("7.8.9"), await flags("7.9.0-rc.1"), await flags("7.9.0")], [true, true, false]);
});

Deno.test("prepareUpdates() never demands an update that does not exist", async () => {
  const answer = await ask(RELEASES, { current: "8.0.0", minimum: "9.0.0" });
  assertEquals([answer.updateAvailable, answer.mandatory], [false, false]);
});

Deno.test("prepareUpdates() rolls back who is newer than anything published", async () => {
  const answer = await ask(RELEASES, { current: "9.0.0", channel: "beta" });
  assertEquals([answer.rollback, answer.updateAvailable, answer.latest.version], [true, false, "8.0.0-beta.2"]);
});

Deno.test("prepareUpdates() rolls back from a withdrawn release to the newest that stands", async () => {
  const releases = [...RELEASES, makeRelease("7.11.0", { withdrawn: true })];
  const answer = await ask(releases, { current: "7.11.0+build.5" });
  assertEquals([answer.rollback, answer.latest.version], [true, "7.10.0"]);
});

Deno.test("prepareUpdates() leaves a published beta alone on the stable channel", async () => {
  const answer = await ask(RELEASES, { current: "8.0.0-beta.2" });
  assertEquals([answer.rollback, answer.updateAvailable], [false, false]);
});

Deno.test("prepareUpdates() without a version lists what the channel offers and claims nothing", async () => {
  const answer = await ask(RELEASES, {});
  assertEquals(versionsOf(answer), ["7.10.0", "7.9.0", "7.0.0"]);
  const { current, updateAvailable, mandatory, rollback, minimumSupported } = answer;
  assertEquals([current, updateAvailable, mandatory, rollback, minimumSupported], [null, false, false, false, null]);
});

Deno.test("prepareUpdates() answers where nothing is published", async () => {
  const answer = await ask([makeRelease("1.0.0-beta.1")], { current: "0.9.0" });
  assertEquals([answer.latest, answer.updates, answer.updateAvailable, answer.rollback], [null, [], false, false]);
});

Deno.test("prepareUpdates() lists no more than its limit", async () => {
  const many = Array.from({ length: 300 }, (_, i) => makeRelease(`1.${i}.0`));
  const answer = await ask(many, { current: "1.2.0" });
  assertEquals(answer.updates.length, MAX_LISTED_RELEASES);
  assertEquals(versionsOf(answer)[0], "1.299.0");
  assertEquals(versionsOf(await ask(many, { current: "1.297.0" })), ["1.299.0", "1.298.0"]);
});

Deno.test("prepareUpdates() agrees with npm's semver on any set of releases", async () => {
  const version = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.constantFrom("", "-beta.1", "-beta.2", "-rc.1")).map(
    ([a, b, c, d]) => `${a}.${b}.${c}${d}`,
  );
  const set = fc.uniqueArray(version, { maxLength: 12 });
  await fc.assert(fc.asyncProperty(set, version, fc.constantFrom("stable", "beta"), async (all, current, channel) => {
    const answer = await ask(all.map((each) => makeRelease(each)), { current, channel });
    const offered = all.filter((each) => channel === "beta" || semver.prerelease(each) === null);
    const newer = offered.filter((each) => semver.gt(each, current)).toSorted(semver.rcompare);
    assertEquals(versionsOf(answer), newer);
    assertEquals(answer.updateAvailable, newer.length > 0);
  }));
});

Deno.test("prepareUpdates() tags an answer by its content", async () => {
  const tags = async (releases: readonly Release[]) => {
    const answers = await prepareUpdates(makeDocument(releases), FRESH);
    return ["7.0.0", "7.9.0"].map((text) => answers({ channel: "stable", current: parseVersion(text) }).etag);
  };
  const [a, b] = await tags(RELEASES);
  assertNotEquals(a, b);
  assertEquals(await tags(RELEASES), [a, b] as string[]);
  assertNotEquals((await tags([...RELEASES, makeRelease("7.11.0")]))[0], a);
  // RFC 9110, section 8.8.3
  for (const tag of [a, b]) assert(/^"[\x21\x23-\x7e]*"$/.test(tag ?? ""), tag);
});

Deno.test("prepareUpdates() says when the data is old", async () => {
  const answers = await prepareUpdates(makeDocument(RELEASES), STALE);
  const { stale, asOf } = JSON.parse(answers({ channel: "stable", current: undefined }).body);
  assertEquals([stale, asOf], [true, STALE.asOf]);
  assert(!("stale" in await ask(RELEASES, {})));
});

Deno.test("parseUpdatesQuery() refuses an unknown channel and what is not SemVer", () => {
  for (const query of ["channel=nightly", "channel=", "channel=Beta", "version=abc", "version=", "version=v7.5.0"]) {
    const error = assertThrows(() => parseUpdatesQuery(new URL(`http://x/?${query}`)), ApiError);
    assertEquals(error.code, "invalid_parameter", query);
  }
});

Deno.test("parseUpdatesQuery() takes a plus sign for what it is, and a space for none", () => {
  const read = (query: string) => parseUpdatesQuery(new URL(`http://x/?${query}`)).current?.text;
  assertEquals([read("version=7.5.0+b.1"), read("version=7.5.0%2Bb.1")], ["7.5.0+b.1", "7.5.0+b.1"]);
  assertThrows(() => read("version=7.5.0%20b"), ApiError);
});

interface Question {
  readonly current?: string;
  readonly channel?: Channel;
  readonly minimum?: string;
}

async function ask(releases: readonly Release[], { current, channel = "stable", minimum }: Question) {
  const answers = await prepareUpdates(makeDocument(releases, minimum), FRESH);
  return JSON.parse(answers({ channel, current: current === undefined ? undefined : parseVersion(current) }).body);
}

function versionsOf(answer: { updates: { version: string }[] }): string[] {
  return answer.updates.map(({ version }) => version);
}
