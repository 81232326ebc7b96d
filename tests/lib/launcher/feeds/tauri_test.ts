import { assert, assertEquals, assertThrows } from "@std/assert";
// @ts-types="@types/semver"
import semver from "semver";
import { ApiError } from "@/lib/http/errors.ts";
import { findTauriUpdate, type TauriClient } from "@/lib/launcher/feeds/tauri.ts";
import { filterChannel, findOffered, type Release } from "@/lib/launcher/release.ts";
import { parseVersion } from "@/lib/launcher/version.ts";
import { makeFile, makeRelease } from "../fixtures.ts";
import { makeSparkleFile, makeTauriFile, TAURI_SIGNATURE, writeFeed } from "./fixtures.ts";

const FILES = ["a-x64-setup.exe", "a-x64.msi", "a-universal.app.tar.gz", "a-amd64.AppImage", "a-amd64.deb"];
const RELEASES = [
  makeRelease("2.0.0-beta.1", { files: FILES.map((name) => makeTauriFile(`beta/${name}`)) }),
  makeRelease("1.2.0", { files: [makeTauriFile("new-x64-setup.exe"), makeFile("new.dmg")] }),
  makeRelease("1.1.0", { files: FILES.map((name) => makeTauriFile(name)) }),
];

Deno.test("findTauriUpdate() returns the newest release with a signed file for the client, in Tauri's fields", () => {
  const update = ask("windows", "x86_64", "1.0.0");
  assertEquals(update, {
    version: "1.2.0",
    notes: "Notes of 1.2.0",
    "pub_date": "2026-01-01T00:00:00Z",
    url: "https://example.com/new-x64-setup.exe",
    signature: TAURI_SIGNATURE,
  });
  // 1.2.0 has no signed file for these.
  assertEquals(readUpdate(ask("darwin", "aarch64", "1.0.0")), "1.1.0 a-universal.app.tar.gz");
  assertEquals(readUpdate(ask("linux", "x86_64", "1.0.0")), "1.1.0 a-amd64.AppImage");
});

Deno.test("findTauriUpdate() returns nothing if nothing is newer, and nothing for other machines", () => {
  assertEquals([ask("windows", "x86_64", "1.2.0"), ask("darwin", "x86_64", "1.1.0")], [undefined, undefined]);
  assertEquals([ask("windows", "aarch64", "0.1.0"), ask("linux", "armv7", "0.1.0")], [undefined, undefined]);
  assertEquals([ask("darwin", "i686", "0.1.0"), ask("windows", "x86_64", "9.0.0")], [undefined, undefined]);
});

Deno.test("writeFeed() of tauri.json lists the newest release by target, and by the way it was installed", () => {
  const manifest = JSON.parse(writeFeed(RELEASES, "tauri.json", "beta")) as Manifest;
  const names = Object.entries(manifest.platforms).map(([target, { url }]) => [target, url.split("/").at(-1)]);
  assertEquals(Object.fromEntries(names), {
    "windows-x86_64": "a-x64-setup.exe",
    "windows-x86_64-nsis": "a-x64-setup.exe",
    "windows-x86_64-msi": "a-x64.msi",
    "darwin-x86_64": "a-universal.app.tar.gz",
    "darwin-x86_64-app": "a-universal.app.tar.gz",
    "darwin-aarch64": "a-universal.app.tar.gz",
    "darwin-aarch64-app": "a-universal.app.tar.gz",
    "linux-x86_64": "a-amd64.AppImage",
    "linux-x86_64-appimage": "a-amd64.AppImage",
    "linux-x86_64-deb": "a-amd64.deb",
  });
  for (const target of Object.keys(manifest.platforms)) assertReadable(manifest, target);
});

Deno.test("writeFeed() leaves releases out of Tauri's feed that it could not install", () => {
  const others: Release[] = [
    makeRelease("1.0.0", { files: [makeFile("a.exe")] }),
    makeRelease("1.1.0", { files: [makeSparkleFile("a.exe")] }),
    makeRelease("1.2.0", { files: [makeTauriFile("a.dmg"), makeTauriFile("a.zip")] }),
    makeRelease("1.3.0.1", { files: [makeTauriFile("a.exe")] }),
  ];
  assertEquals(assertThrows(() => writeFeed(others, "tauri.json", "beta"), ApiError).code, "not_found");
});

interface Manifest {
  readonly platforms: Readonly<Record<string, { readonly url: string }>>;
}

function ask(target: TauriClient["target"], arch: TauriClient["arch"], current: string) {
  const update = findTauriUpdate(filterChannel(findOffered(RELEASES), "stable"), {
    target,
    arch,
    current: parseVersion(current)!,
  });
  if (update !== undefined) assertReadable(update);
  return update;
}

function readUpdate(update: object | undefined): string {
  const { version, url } = update as { version: string; url: string };
  return `${version} ${url.split("/").at(-1)}`;
}

// What Tauri's updater checks when it reads a response: the types and forms of all fields, required or not.
function assertReadable(body: object, target?: string): void {
  const { version, notes, pub_date: date, platforms, ...dynamic } = JSON.parse(JSON.stringify(body));
  assert(semver.valid(version.replace(/^v/, "")) !== null, version);
  assert(typeof notes === "string");
  assert(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(date) && !isNaN(Date.parse(date)), date);
  const { url, signature } = target === undefined ? dynamic : platforms[target];
  assert(URL.canParse(url) && atob(signature).startsWith("untrusted comment:"));
}
