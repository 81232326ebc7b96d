import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parseDocument } from "@/lib/launcher/document.ts";

const RELEASE = {
  version: "1.0.0",
  releaseDate: "2026-01-31",
  size: 10,
  url: "https://downloads.example.com/setup-1.0.0.exe",
};

Deno.test("parseDocument() fills in everything that {} lacks", () => {
  const { assets, applications, resources, news, tiers, daily, asOf } = parseDocument("{}", "x.json");
  assertEquals([assets, news, daily, resources, asOf], [{}, [], [], undefined, undefined]);
  assertEquals(applications, { launcher: { releases: [] }, reshade: { releases: [] }, fpsUnlocker: { releases: [] } });
  assertEquals(tiers, { 2: { name: "Favorite", benefits: [] }, 3: { name: "Trusted", benefits: [] } });
});

Deno.test("parseDocument() returns dates, versions and defaults in one form", () => {
  const releases = [
    { ...RELEASE, version: "v1.1.0-rc.1", releaseDate: "2026-01-31T12:30:15.123+02:00" },
    { ...RELEASE, version: "1.0.0", beta: true },
  ];
  const { applications: { reshade } } = parseReleases(releases);
  const [first, second] = reshade.releases;
  assertEquals([first?.version, first?.beta, first?.releaseDate], ["1.1.0-rc.1", true, "2026-01-31T10:30:15Z"]);
  assertEquals([second?.beta, second?.releaseDate], [true, "2026-01-31T00:00:00Z"]);
  assertEquals([second?.sha256, second?.notes, second?.downloads, second?.withdrawn], [null, "", 0, false]);
});

Deno.test("parseDocument() names the wrong field", () => {
  const table: [unknown, string][] = [
    [{ ...RELEASE, version: "1.0" }, "version: must be a version such as 7.5.0"],
    [{ ...RELEASE, releaseDate: "31.1.2026" }, "releaseDate: must be an ISO 8601 date such as 2026-01-31"],
    [{ ...RELEASE, url: "file:///etc/passwd" }, "url: must be an http: or https: address"],
    [{ ...RELEASE, sha256: "ABC" }, "sha256: must be 64 lower-case hexadecimal digits"],
    [{ ...RELEASE, size: -1 }, "size: "],
    [{ ...RELEASE, size: "10" }, "size: "],
    [{ ...RELEASE, url: undefined }, "url: "],
    [{ ...RELEASE, withdrawm: true }, '"withdrawm"'],
  ];
  for (const [release, message] of table) {
    const error = assertThrows(() => parseReleases([release]), TypeError, message);
    assertStringIncludes(error.message, "applications.reshade.releases[0]");
  }
});

Deno.test("parseDocument() refuses two releases that are the same version for every client", () => {
  for (const version of ["1.0.0", "v1.0.0", "1.0.0.0", "1.0.0+build"]) {
    assertThrows(
      () => parseReleases([RELEASE, { ...RELEASE, version }]),
      TypeError,
      "releases[1].version: must not occur",
    );
  }
});

Deno.test("parseDocument() names the document and says what is wrong with its JSON", () => {
  assertThrows(
    () => parseDocument("{", "data/launcher.json"),
    TypeError,
    'Cannot use "data/launcher.json": must be JSON (',
  );
  assertThrows(() => parseDocument('{"tiers": {"4": {}}}', "x.json"), TypeError, 'Cannot use "x.json": tiers: ');
  assertThrows(() => parseDocument('{"assets": {"setup": "*"}}', "x.json"), TypeError, "assets");
  assertEquals(parseDocument('\ufeff{"asOf": "2026-01-01"}', "x.json").asOf, "2026-01-01T00:00:00Z");
});

Deno.test("parseDocument() accepts the example of docs/launcher.md", async () => {
  const guide = await Deno.readTextFile(new URL("../../docs/launcher.md", import.meta.url));
  const [, example = ""] = /^```json\n(.*?)^```/ms.exec(guide) ?? [];
  assertEquals(parseDocument(example, "docs/launcher.md").applications.launcher.minimumSupported, "7.4.0");
});

function parseReleases(releases: readonly unknown[]) {
  return parseDocument(JSON.stringify({ applications: { reshade: { releases } } }), "x.json");
}
