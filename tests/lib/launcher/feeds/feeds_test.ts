import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { documentSchema } from "@/lib/launcher/document.ts";
import { MAX_FEED_RELEASES, parseChannel } from "@/lib/launcher/feeds/feeds.ts";
import { makeFile, makeRelease, makeSample, makeUrl } from "../fixtures.ts";
import { makeFeeds, makeSparkleFile, makeTauriFile } from "./fixtures.ts";

interface Listed {
  readonly feeds: readonly {
    readonly name: string;
    readonly latest: string | null;
    readonly paths: readonly string[];
    readonly releases: readonly { readonly version: string; readonly missing: readonly string[] }[];
  }[];
}

Deno.test("Feeds.list() states what a release lacks for each feed and platform", () => {
  const files = [makeTauriFile("a.exe", { sha256: null }), makeSparkleFile("a.dmg"), makeFile("a.AppImage")];
  const { feeds } = makeFeeds([makeRelease("1.0.0", { files })]).list("stable", "/feeds") as Listed;
  assertEquals(Object.fromEntries(feeds.map(({ name, releases }) => [name, releases[0]?.missing])), {
    tauri: ["macos: a file of type .app.tar.gz", "linux: a signature of tauri build"],
    electron: ["windows: a checksum", "macos: a file of type .zip"],
    sparkle: [
      "windows: an Ed25519 signature of Sparkle's sign_update",
      "linux: an Ed25519 signature of Sparkle's sign_update",
    ],
  });
});

Deno.test("Feeds.list() states that a release has no platform or a version that is not SemVer", () => {
  const releases = [makeRelease("1.0.0.1"), makeRelease("1.0.0", { files: [makeFile("a.zip")] })];
  const [tauri, , sparkle] = (makeFeeds(releases).list("stable", "/feeds") as Listed).feeds;
  assertEquals(tauri?.releases.map(({ missing }) => missing), [
    ["a version of three numbers"],
    ["a file for windows, macos, linux"],
  ]);
  assertEquals([sparkle?.releases[0]?.missing, tauri?.latest], [
    ["windows: an Ed25519 signature of Sparkle's sign_update"],
    null,
  ]);
});

Deno.test("Feeds.list() lists the paths of every feed and at most its limit of releases", () => {
  const many = Array.from({ length: 40 }, (_, i) => makeRelease(`1.${i}.0`));
  const { feeds } = makeFeeds(many).list("stable", "/feeds") as Listed;
  assertEquals(feeds.map(({ releases }) => releases.length), [MAX_FEED_RELEASES, MAX_FEED_RELEASES, MAX_FEED_RELEASES]);
  assertEquals(feeds.map(({ paths }) => paths[0]), [
    "/feeds/tauri/{target}/{arch}/{current_version}",
    "/feeds/latest.yml",
    "/feeds/appcast.xml",
  ]);
});

Deno.test("the newest releases of the sample lack nothing for any feed", () => {
  const { applications } = documentSchema.parse(makeSample());
  const feeds = makeFeeds(applications.launcher.releases);
  for (const channel of ["stable", "beta"] as const) {
    const newest = channel === "beta" ? "8.0.0-beta.2" : "7.7.0";
    const listed = (feeds.list(channel, "/feeds") as Listed).feeds;
    assertEquals(listed.map(({ latest }) => latest), [newest, newest, newest]);
    assertEquals(listed.map(({ releases }) => releases[0]), Array(3).fill({ version: newest, missing: [] }));
  }
});

Deno.test("Feeds reports old data as stale in its JSON", () => {
  const feeds = makeFeeds([makeRelease("1.0.0", { files: [makeTauriFile("a.exe")] })], { stale: true });
  const bodies = [feeds.list("stable", "/feeds"), feeds.toTauriManifest("stable")];
  assertEquals(bodies.map((body) => (body as { stale?: boolean }).stale), [true, true]);
});

Deno.test("parseChannel() reads the channel of a feed and rejects any other", () => {
  assertEquals([parseChannel(makeUrl()), parseChannel(makeUrl(), "beta")], ["stable", "beta"]);
  assertEquals([parseChannel(makeUrl("channel=stable"), "beta"), parseChannel(makeUrl("channel=beta"))], [
    "stable",
    "beta",
  ]);
  assertEquals(assertThrows(() => parseChannel(makeUrl("channel=alpha")), ApiError).code, "invalid_parameter");
});
