import { filterChannel, findOffered } from "@/lib/launcher/release.ts";
import { assertEquals } from "@std/assert";
import { documentSchema } from "@/lib/launcher/document.ts";
import { type Feed, findMissing, MAX_FEED_RELEASES } from "@/lib/launcher/feeds/feed.ts";
import { FEEDS, listFeeds } from "@/lib/launcher/feeds/registry.ts";
import { makeFile, makeRelease, makeSample } from "../fixtures.ts";
import { makeSparkleFile, makeTauriFile } from "./fixtures.ts";

Deno.test("listFeeds() states what a release lacks for each feed and platform", () => {
  const files = [makeTauriFile("a.exe", { sha256: null }), makeSparkleFile("a.dmg"), makeFile("a.AppImage")];
  const { tauri, electron, sparkle } = listMissing(makeRelease("1.0.0", { files }));
  assertEquals(tauri, ["macos: a file of type .app.tar.gz", "linux: a signature of tauri build"]);
  assertEquals(electron, ["windows: a checksum", "macos: a file of type .zip"]);
  assertEquals(sparkle, ["windows", "linux"].map((each) => `${each}: an Ed25519 signature of Sparkle's sign_update`));
});

Deno.test("listFeeds() states that a release has no platform or a version that is not SemVer", () => {
  assertEquals(listMissing(makeRelease("1.0.0", { files: [makeFile("a.zip")] })).tauri, [
    "a file for windows, macos, linux",
  ]);
  const { tauri, sparkle } = listMissing(makeRelease("1.0.0.1"));
  assertEquals(tauri, ["a version of three numbers"]);
  assertEquals(sparkle, ["windows: an Ed25519 signature of Sparkle's sign_update"]);
});

Deno.test("listFeeds() names the architectures of a platform that lack something, unless all lack the same", () => {
  const signed = ["a-arm64.exe", "a-universal.app.tar.gz", "a-arm64.AppImage"].map((name) => makeTauriFile(name));
  const unsigned = ["a-x64.exe", "a-x64.app.tar.gz", "a-x86.AppImage"].map((name) => makeFile(name));
  assertEquals(listMissing(makeRelease("1.0.0", { files: [...signed, ...unsigned] })).tauri, [
    "windows x64: a signature of tauri build",
    "linux x86: a signature of tauri build",
  ]);
  const missing = (...names: string[]) => {
    return listMissing(makeRelease("1.0.0", { files: names.map((name) => makeFile(name)) })).tauri;
  };
  assertEquals(missing("a-x64.exe", "a-arm64.exe"), ["windows: a signature of tauri build"]);
  assertEquals(missing("a-x64.exe", "a-win-arm64.zip"), [
    "windows x64: a signature of tauri build",
    "windows arm64: a file of type .exe or .msi",
  ]);
});

Deno.test("listFeeds() counts a universal file for both architectures, and one of unknown architecture for x64", () => {
  const files = [makeFile("a-universal.dmg"), makeTauriFile("a-x64.app.tar.gz"), makeFile("a.exe")];
  const { tauri } = listMissing(makeRelease("1.0.0", { files: [...files, makeTauriFile("a-arm64.exe")] }));
  assertEquals(tauri, ["windows x64: a signature of tauri build", "macos arm64: a file of type .app.tar.gz"]);
  const named = [makeTauriFile("a-x64.exe"), makeFile("a.msi")];
  assertEquals(listMissing(makeRelease("1.0.0", { files: named })).tauri, []);
});

Deno.test("listFeeds() names no architecture where a feed has one file for all: in an appcast, all but Windows", () => {
  const signed = ["a-x64.exe", "a-mac-x64.zip", "a-x64.AppImage"].map((name) => makeSparkleFile(name));
  const unsigned = ["a-arm64.exe", "a-mac-arm64.zip", "a-arm64.AppImage"].map((name) => makeFile(name));
  assertEquals(listMissing(makeRelease("1.0.0", { files: [...signed, ...unsigned] })).sparkle, [
    "windows arm64: an Ed25519 signature of Sparkle's sign_update",
  ]);
});

Deno.test("findMissing() names only the platforms that a feed serves", () => {
  const { windows } = FEEDS[0]!.fileTypes;
  const feed: Feed = { ...FEEDS[0]!, fileTypes: { windows: windows! } };
  const missing = (...names: string[]) => {
    return findMissing(makeRelease("1.0.0", { files: names.map((name) => makeTauriFile(name)) }), feed);
  };
  assertEquals([missing("a.exe", "a.dmg"), missing("a.dmg", "a.deb")], [[], ["a file for windows"]]);
});

Deno.test("listFeeds() lists every feed with at most its limit of releases", () => {
  const many = Array.from({ length: MAX_FEED_RELEASES + 1 }, (_, i) => makeRelease(`1.${i}.0`));
  const feeds = listFeeds(many, "/feeds");
  const expected = FEEDS.map(({ name }) => [name, MAX_FEED_RELEASES]);
  assertEquals(feeds.map(({ name, releases }) => [name, releases.length]), expected);
});

Deno.test("the newest releases of the sample lack nothing for any feed", () => {
  const { applications } = documentSchema.parse(makeSample());
  for (const [channel, version] of [["stable", "7.7.0"], ["beta", "8.0.0-beta.2"]] as const) {
    const offered = filterChannel(findOffered(applications.launcher.releases), channel);
    for (const { name, latest, releases } of listFeeds(offered, "")) {
      assertEquals([latest, releases[0]], [version, { version, missing: [] }], name);
    }
  }
});

function listMissing(release: ReturnType<typeof makeRelease>): Record<string, readonly string[] | undefined> {
  return Object.fromEntries(listFeeds([release], "/feeds").map(({ name, releases }) => [name, releases[0]?.missing]));
}
