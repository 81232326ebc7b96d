import { assertEquals } from "@std/assert";
import fc from "fast-check";
// @ts-types="@types/semver"
import semver from "semver";
import { isGenericWord } from "@/lib/launcher/file_name.ts";
import { loadPages } from "@/lib/launcher/github/pages.ts";
import { type MappedReleases, mapReleases } from "@/lib/launcher/github/mapping.ts";
import { type Application, mapApplications } from "@/lib/launcher/names.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { parseVersion } from "@/lib/launcher/version.ts";
import { type DoubleRelease, makeGithubRelease as make } from "./double.ts";

Deno.test("mapReleases() reads version, date, size, checksum, address, notes and downloads of a release", async () => {
  const asset = { name: "setup.exe", size: 52_428_800, digest: `sha256:${"0f".repeat(32)}`, "download_count": 1234 };
  const { launcher } = await map(make("v7.5.0", { body: "# What is new\n\nAll of it.", assets: [asset] }));
  assertEquals(launcher, [{
    version: "7.5.0",
    parsed: parseVersion("7.5.0")!,
    beta: false,
    releaseDate: "2026-05-01T10:00:00Z",
    size: 52_428_800,
    sha256: "0f".repeat(32),
    url: "https://github.com/o/r/releases/download/v7.5.0/setup.exe",
    notes: "# What is new\n\nAll of it.",
    downloads: 1234,
    withdrawn: false,
    files: [{
      platform: "windows",
      arch: "any",
      kind: "installer",
      url: "https://github.com/o/r/releases/download/v7.5.0/setup.exe",
      size: 52_428_800,
      sha256: "0f".repeat(32),
      sha512: null,
      signature: null,
      downloads: 1234,
    }],
  }]);
});

Deno.test("mapReleases() recognizes betas by GitHub's flag and by the version", async () => {
  const { launcher } = await map(make("7.5.0", { prerelease: true }), make("v7.6.0-beta.1"), make("v7.4.0"));
  assertEquals(launcher.map(({ version, beta }) => `${version} ${beta}`), [
    "7.5.0 true",
    "7.6.0-beta.1 true",
    "7.4.0 false",
  ]);
});

Deno.test("mapReleases() assigns a release to the application that its tag names", async () => {
  const tags = [
    "reshade-v6.2.0",
    "ReShade/6.1.0",
    "fps-unlocker-v3.0.0",
    "fpsUnlocker@2.0.0",
    "launcher-v7.0.0",
    "Stella_Mod/V7.1.0",
  ];
  const content = await map(...tags.map((tag) => make(tag, { assets: ["setup.exe"] })), make("resources-v1.0.0"));
  assertEquals(versionsOf(content), {
    launcher: ["7.0.0", "7.1.0"],
    reshade: ["6.2.0", "6.1.0"],
    fpsUnlocker: ["3.0.0", "2.0.0"],
    resources: ["1.0.0"],
  });
});

Deno.test("mapReleases() assigns the files of a plain tag by name, each with the version in its name", async () => {
  const assets = ["launcher-setup.exe", "ReShade-6.2.0-beta.1.zip", "fps_unlocker-3.0.0-win-x64.zip", "resources.zip"];
  assertEquals(versionsOf(await map(make("v7.5.0", { assets }))), {
    launcher: ["7.5.0"],
    reshade: ["6.2.0-beta.1"],
    fpsUnlocker: ["3.0.0"],
    resources: ["7.5.0"],
  });
});

Deno.test("mapReleases() uses the tag's version if a file name has none, or has text that only looks like one", async () => {
  for (const date of ["2026.05.01", "2026.11.15"]) {
    const assets = ["reshade.zip", `fps-unlocker-${date}.zip`, "resources-6.2.0-beta.zip"];
    const { reshade, fpsUnlocker, resources } = versionsOf(await map(make("v7.5.0", { assets })));
    assertEquals([reshade, fpsUnlocker, resources], [["7.5.0"], ["7.5.0"], ["6.2.0-beta"]]);
  }
});

Deno.test("mapReleases() reads four numbers from a file name, but no extension", async () => {
  const assets = ["reshade-6.2.0.12.zip", "fps-unlocker-1.2.3.7z"];
  const { reshade, fpsUnlocker } = versionsOf(await map(make("v7.5.0", { assets })));
  assertEquals([reshade, fpsUnlocker], [["6.2.0.12"], ["1.2.3"]]);
});

Deno.test("mapReleases() ignores the tags of everything else, their news included, and lists them", async () => {
  const foreign = [
    "sdk-v99.0.0",
    "release-7.1.0",
    "my-launcher-v8.0.0",
    "launcher-sdk-v9.0.0",
    "nightly",
    "v7.5",
    "1.2.3.4.5",
  ];
  const content = await map(make("v7.5.0"), ...foreign.map((tag) => make(tag, { name: tag })));
  assertEquals(versionsOf(content), { launcher: ["7.5.0"], reshade: [], fpsUnlocker: [], resources: [] });
  assertEquals([Object.values(content.ignored), content.news.map(({ id }) => id)], [[foreign, [], []], ["v7.5.0"]]);
});

Deno.test("mapReleases() offers an application that is called like an accompanying file or a foreign platform", async () => {
  const cases = {
    Delta: "Delta-Setup-1.2.0.exe",
    docs: "Docs-Setup-1.0.0.exe",
    dragonfly: "Dragonfly-1.0.0-win-x64.zip",
  };
  for (const [appName, file] of Object.entries(cases)) {
    const assets = [file, `${file}.blockmap`, `${appName}-1.0.0-delta.zip`, `${appName}-docs.zip`];
    const content = await map(make("v1.0.0", { assets }), appName);
    assertEquals([namesOf(content.launcher[0]), Object.values(content.ignored)], [[file], [[], [], []]], appName);
  }
});

Deno.test("mapReleases() counts and offers no companion files, and prefers an installer for x64", async () => {
  const assets = ["SHA256SUMS", "a.tar.gz", "a.dmg", "a.AppImage", "RELEASES", "a-arm64-setup.exe", "a-x64-setup.exe"];
  const counted = assets.map((name) => ({ name, "download_count": name === "RELEASES" ? 100_000 : 1 }));
  const { launcher: [release] } = await map(make("v1.0.0", { assets: counted }));
  assertEquals(namesOf(release), ["a-arm64-setup.exe", "a-x64-setup.exe", "a.dmg", "a.AppImage", "a.tar.gz"]);
  assertEquals([release?.url.split("/").at(-1), release?.downloads], ["a-x64-setup.exe", 5]);
});

Deno.test("mapReleases() leaves out files of another product if the launcher's bear its name", async () => {
  const launchers = ["Stella.Mod.exe", "launcher-linux.tar.gz", "setup-arm64.exe", "setup-ubuntu_22.04.deb"];
  const { launcher: [release] } = await map(
    make("v1.0.0", { assets: ["sdk-1.0.0.zip", "chromedriver-linux-x64.zip", ...launchers] }),
  );
  assertEquals(namesOf(release).toSorted(), launchers.toSorted());
});

Deno.test("mapReleases() keeps the files of a product of which only some files have the launcher's name", async () => {
  const assets = ["Foo-Setup.exe", "foo_launcher.zip", "foo.dmg", "sdk-1.0.0.zip"];
  const { launcher: [release] } = await map(make("v1.0.0", { assets }));
  assertEquals(namesOf(release), ["Foo-Setup.exe", "foo.dmg", "foo_launcher.zip"]);
});

Deno.test("mapReleases() does not take the default name of the application for a product", async () => {
  const { launcher: [release] } = await map(make("v1.0.0", { assets: ["bar-app.zip", "foo-setup.exe"] }), "app");
  assertEquals(namesOf(release), ["foo-setup.exe", "bar-app.zip"]);
});

Deno.test("mapReleases() never makes a launcher file of a foreign tag or a foreign file, whatever their names", async () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,9}$/).filter((each) =>
    // Neither the launcher's name, nor a word that names no product.
    !/launcher|^v\d*$|stella|mod/i.test(each) && !isGenericWord(each.toLowerCase())
  );
  const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join("."));
  const separator = fc.constantFrom("-", "_", "/", "@", ".", "-v", "@v", "/v");
  const tag = fc.tuple(word, separator, version).map((parts) => parts.join(""));
  const companion = fc.tuple(
    word,
    version,
    fc.constantFrom(".sha256", ".sig", ".yml", ".blockmap", ".pdb", "-delta.nupkg", ".spdx.json"),
  );
  const other = fc.tuple(
    word,
    version,
    fc.constantFrom("-linux-x64.zip", ".exe", ".dmg", ".tar.gz", "-symbols.zip", "_arm64.deb"),
  );
  const foreign = fc.array(fc.oneof(companion, other).map(([name, number, end]) => `${name}-${number}${end}`), {
    maxLength: 5,
  });
  await fc.assert(fc.asyncProperty(tag, foreign, async (name, assets) => {
    const { launcher } = await map(
      make(name, { assets: ["launcher.exe"] }),
      make("v1.0.0", { assets: [...assets, "launcher.zip"] }),
    );
    assertEquals(launcher.map((release) => [release.version, namesOf(release)]), [["1.0.0", ["launcher.zip"]]]);
  }));
});

Deno.test("mapReleases() returns only valid versions for any names of tags and files", async () => {
  const name = fc.stringMatching(
    /^(v|reshade-|fps-unlocker_|resources\/)?[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{1,2}[-+a-z0-9.]{0,8}$/,
  );
  await fc.assert(fc.asyncProperty(name, fc.array(name, { maxLength: 4 }), async (tag, assets) => {
    const content = await map(make(tag, { assets }));
    const versions = Object.values(versionsOf(content)).flat();
    const threeNumbers = versions.map((version) => version.replace(/^(\d+\.\d+\.\d+)\.\d+/, "$1"));
    assertEquals(threeNumbers.filter((version) => semver.valid(version) === null), []);
  }));
});

Deno.test("mapReleases() adds up the downloads of a file in several releases and dates it by the first", async () => {
  const later = make("v7.6.0", { published_at: "2026-06-01T00:00:00Z", assets: ["reshade-6.2.0.zip"] });
  const { reshade } = await map(later, make("v7.5.0", { assets: ["reshade-6.2.0.zip"] }));
  assertEquals(reshade.map(({ releaseDate, downloads }) => [releaseDate, downloads]), [["2026-05-01T10:00:00Z", 20]]);
});

Deno.test("mapReleases() leaves out drafts, and lists tags without a version and releases without a finished file", async () => {
  const content = await map(
    make("v1.0.0", { draft: true, published_at: null }),
    make("nightly"),
    make("v7.5"),
    make("v2.0.0", { assets: [] }),
    make("v3.0.0", { assets: [{ name: "a.exe", state: "starter" }] }),
    make("v4.0.0", { assets: ["checksums.txt"] }),
  );
  assertEquals(Object.entries(content.ignored), [
    [
      "a tag must be a version of three or four numbers, alone or after launcher, reshade, fps-unlocker, resources or stella-mod",
      ["nightly", "v7.5"],
    ],
    ["a release must have a file, but none has been uploaded yet", ["v2.0.0", "v3.0.0"]],
    ["at least one file must have the name of a download for Windows, macOS or Linux", ["v4.0.0"]],
  ]);
  assertEquals(versionsOf(content), { launcher: [], reshade: [], fpsUnlocker: [], resources: [] });
});

Deno.test("mapReleases() returns no checksum if GitHub has none or another kind", async () => {
  const digests = [null, undefined, "sha512:00", "sha256:short"];
  const releases = digests.map((digest, i) => make(`v1.0.${i}`, { assets: [{ name: "a.exe", digest }] }));
  assertEquals((await map(...releases)).launcher.map(({ sha256 }) => sha256), [null, null, null, null]);
});

Deno.test("mapReleases() makes news of all releases with a known tag", async () => {
  const { news } = await map(make("v7.5.0", { name: "Spring" }), make("v7.4.0", { assets: [] }), make("sdk-v1.0.0"));
  assertEquals(news.map(({ id, title }) => [id, title]), [["v7.5.0", "Spring"], ["v7.4.0", "v7.4.0"]]);
});

// Through the client, so that the input has the form that GitHub sends.
async function map(...parts: (DoubleRelease | string)[]): Promise<MappedReleases> {
  const [appName = "stella-mod"] = parts.filter((each) => typeof each === "string");
  const releases = parts.filter((each) => typeof each !== "string");
  const fetch = () => Promise.resolve(Response.json(releases));
  const api = { repository: "o/r", baseUrl: "https://api.github.com", fetch, now: Date.now, timeoutMs: 300_000 };
  return mapReleases(await loadPages(api, []), { appName });
}

function namesOf(release: Release | undefined): string[] {
  return release?.files.map(({ url }) => url.split("/").at(-1)!) ?? [];
}

function versionsOf(mapped: MappedReleases) {
  const toVersions = (name: Application | "resources") => mapped[name].map(({ version }) => version);
  return { ...mapApplications(toVersions), resources: toVersions("resources") };
}
