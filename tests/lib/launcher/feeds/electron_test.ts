import process from "node:process";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DigestTransform } from "builder-util-runtime";
import generic from "electron-updater/out/providers/GenericProvider.js";
import provider from "electron-updater/out/providers/Provider.js";
import fc from "fast-check";
import { ApiError } from "@/lib/http/errors.ts";
import { ELECTRON } from "@/lib/launcher/feeds/electron.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { makeFile, makeRelease } from "../fixtures.ts";
import { writeFeed } from "./fixtures.ts";

// electron-updater chooses the files for the architecture of its own machine.
Object.defineProperty(process, "arch", { value: "x64" });

const NAMES = [
  "a-arm64.exe",
  "a-x64.exe",
  "a-x64.msi",
  "a-universal-mac.zip",
  "a.dmg",
  "a-x86_64.AppImage",
  "a-amd64.deb",
];
const RELEASES = [
  makeRelease("2.0.0-beta.1", { files: [...NAMES, "a-arm64.AppImage"].map((name) => makeFile(`beta/${name}`)) }),
  makeRelease("1.1.0", { files: NAMES.slice(0, 3).map((name) => makeFile(name)) }),
  makeRelease("1.0.0", { files: NAMES.map((name) => makeFile(`old/${name}`)) }),
];

Deno.test("writeFeed() of latest.yml is found by electron-updater's provider on every platform and channel", async () => {
  const expected: Record<string, [string, string]> = {
    "win32 latest": ["1.1.0", "a-x64.exe"],
    "darwin latest": ["1.0.0", "a-universal-mac.zip"],
    "linux latest": ["1.0.0", "a-x86_64.AppImage"],
    "win32 beta": ["2.0.0-beta.1", "a-x64.exe"],
    "darwin beta": ["2.0.0-beta.1", "a-universal-mac.zip"],
    "linux beta": ["2.0.0-beta.1", "a-x86_64.AppImage"],
  };
  for (const [client, update] of Object.entries(expected)) {
    assertEquals(await readUpdate(RELEASES, client), update, client);
  }
});

Deno.test("writeFeed() of latest.yml has a file for each kind of Linux package, and files for arm64 apart", () => {
  const find = (file: string, extension: string, not: string[]) => {
    const info = provider.parseUpdateInfo(writeFeed(RELEASES, file, "beta"), file, new URL(BASE));
    return provider.findFile(provider.resolveFiles(info, new URL(BASE)), extension, not)?.url.pathname;
  };
  assertEquals(find("beta-linux.yml", "deb", ["AppImage", "rpm", "pacman"]), "/beta/a-amd64.deb");
  assertEquals(find("beta-linux-arm64.yml", "AppImage", ["rpm", "deb", "pacman"]), "/beta/a-arm64.AppImage");
  const arm64 = [makeRelease("1.0.0", { files: [makeFile("a-arm64.AppImage")] })];
  for (const file of ["latest-linux.yml", "beta-linux.yml"]) assertThrows(() => writeFeed(arm64, file), ApiError);
});

Deno.test("writeFeed() of latest-linux.yml has the size of the block map where it is known", () => {
  const files = [makeFile("a.AppImage", { blockMapSize: 1234 }), makeFile("a.deb")];
  const text = writeFeed([makeRelease("1.0.0", { files })], "latest-linux.yml");
  const info = provider.parseUpdateInfo(text, "", new URL(BASE));
  assertEquals(info.files.map(({ blockMapSize }) => blockMapSize), [1234, undefined]);
});

Deno.test("writeFeed() of latest.yml leads to a file for this machine", () => {
  const info = provider.parseUpdateInfo(writeFeed(RELEASES, "latest.yml"), "", new URL(BASE));
  const names = info.files.map(({ url }) => url.split("/").at(-1));
  assertEquals(names, ["a-x64.exe", "a-arm64.exe"]);
});

Deno.test("writeFeed() of latest.yml has checksums that electron-updater verifies a download with", async () => {
  const bytes = new TextEncoder().encode("the installer");
  const hash = async (name: string) => new Uint8Array(await crypto.subtle.digest(name, bytes)).toHex();
  const sums = [{ sha256: null, sha512: await hash("SHA-512") }, { sha256: await hash("SHA-256"), sha512: null }];
  for (const each of sums) {
    const text = writeFeed([makeRelease("1.0.0", { files: [makeFile("a.exe", each)] })], "latest.yml");
    const [file] = provider.resolveFiles(provider.parseUpdateInfo(text, "", new URL(BASE)), new URL(BASE));
    await verify(bytes, file!.info as never);
    await assertRejects(() => verify(bytes.subarray(1), file!.info as never), Error, "checksum mismatch");
  }
});

Deno.test("writeFeed() of latest.yml survives any release notes and file names", () => {
  // Also lone surrogates. The same with `unit: "binary"` first takes 1.5 s for its tables.
  const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
  const text = fc.oneof(
    fc.string({ unit: anyCodePoint, maxLength: 60 }),
    // deno-lint-ignore no-control-regex -- fast-check cannot read \0
    fc.stringMatching(/^[\x00-\x9f"'\\:#{}\[\]&*!|>%@`-]{0,40}$/),
    fc.constantFrom(
      "---\nversion: 9.9.9",
      "*a",
      "&a b",
      "!!js/function x",
      "\ufeff",
      "\u2028\u2029",
      "\ud800",
      "\x7f\x85",
    ),
  );
  fc.assert(fc.property(text, text, (notes, name) => {
    const files = [makeFile(`${encodeURIComponent(name.toWellFormed())}'"&:.exe`)];
    const written = writeFeed([makeRelease("1.0.0", { notes, files })], "latest.yml");
    const info = provider.parseUpdateInfo(written, "", new URL(BASE));
    assertEquals([info.version, info.releaseNotes, info.files[0]?.url], ["1.0.0", notes, files[0]?.url]);
  }));
});

Deno.test("writeFeed() leaves releases out of electron-updater's feed that it could not install", () => {
  const others: Release[] = [
    makeRelease("1.0.0", { files: [makeFile("a.exe", { sha256: null })] }),
    makeRelease("1.1.0", { files: [makeFile("a.msi"), makeFile("a.dmg"), makeFile("a-linux.tar.gz")] }),
    makeRelease("1.3.0.1", { files: [makeFile("a.exe")] }),
  ];
  for (const file of Object.keys(ELECTRON.files)) {
    assertEquals(assertThrows(() => writeFeed(others, file, "beta"), ApiError).code, "not_found");
  }
});

const BASE = "https://paw.example/api/v5/app/launcher/feeds";

// Asks as an application does: its provider requests the file of its channel, resolves the URLs and picks a file.
async function readUpdate(releases: Release[], client: string): Promise<[string, string]> {
  const [platform, channel] = client.split(" ") as ["win32" | "darwin" | "linux", string];
  const executor = {
    request: ({ path = "" }) => {
      const file = path.split("/").at(-1)!.split("?")[0]!;
      return Promise.resolve(writeFeed(releases, file, ELECTRON.files[file]!.channel));
    },
  };
  const updater = { channel, isAddNoCacheQuery: true };
  const options = { isUseMultipleRangeRequest: false, platform, executor };
  const reader = new generic.GenericProvider({ provider: "generic", url: BASE }, updater as never, options as never);
  const info = await reader.getLatestVersion();
  const extension = { win32: "exe", darwin: "zip", linux: "AppImage" }[platform];
  const found = provider.findFile(reader.resolveFiles(info), extension);
  assert(found);
  return [info.version, found.url.pathname.split("/").at(-1)!];
}

// As electron-updater does after a download.
async function verify(bytes: Uint8Array, { sha512, sha2 }: { sha512?: string; sha2?: string }): Promise<void> {
  const digest = sha512 === undefined ? new DigestTransform(sha2!, "sha256", "hex") : new DigestTransform(sha512);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  digest.on("finish", resolve).on("error", reject).resume();
  digest.end(bytes);
  await promise;
}
