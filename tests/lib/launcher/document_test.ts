import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";
import { APPLICATIONS } from "@/lib/launcher/names.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { parseJsonDocument } from "@/lib/process/json_document.ts";
import { makeSample } from "./fixtures.ts";

type Sample = ReturnType<typeof makeSample>;

Deno.test("the shipped sample is realistic: betas, a withdrawn release, both tiers, a year of days", () => {
  const sample = makeSample();
  for (const name of APPLICATIONS) {
    const { releases } = sample.applications[name];
    assert(releases.length >= 5 && releases.some(({ beta }) => beta), name);
  }
  assert(sample.applications.launcher.releases.some((release) => "withdrawn" in release));
  assert(sample.news.length >= 10 && sample.tiers[2].benefits.length > 0 && sample.tiers[3].benefits.length > 0);
  const days = sample.daily.map(({ date }) => Date.parse(date) / 86_400_000);
  assertEquals(days, Array.from({ length: 365 }, (_, i) => (days[0] ?? 0) + i));
});

Deno.test("documentSchema accepts 10,000 releases of an application", () => {
  const document = parse((sample) => {
    const release = sample.applications.launcher.releases.at(-1)!;
    const versions = Array.from({ length: 10_000 }, (_, i) => `100.0.${i}`);
    sample.applications.launcher.releases = versions.map((version) => ({ ...release, version }));
  });
  assertEquals(document.applications.launcher.releases.length, 10_000);
});

Deno.test("documentSchema returns every date in one form", () => {
  const document = parse((sample) => {
    sample.asOf = "2026-11-14";
    first(sample).releaseDate = "2026-01-31T12:30:15.123+02:00";
  });
  assertEquals(document.asOf, "2026-11-14T00:00:00Z");
  assertEquals(document.applications.launcher.releases[0]?.releaseDate, "2026-01-31T10:30:15Z");
});

Deno.test("documentSchema reads platform, architecture and kind from the name of a file, unless they are given", () => {
  const document = parse((sample) => changeFile(sample, { url: "https://a.example/x-arm64.dmg", arch: "universal" }));
  const [release] = document.applications.launcher.releases;
  const { platform, arch, kind } = release!.files.find(({ url }) => url.endsWith("x-arm64.dmg"))!;
  assertEquals([platform, arch, kind], ["macos", "universal", "installer"]);
});

Deno.test("documentSchema makes a file of the url, size and sha256 of a release", () => {
  const { applications: { reshade } } = parse((sample) => single(sample).url = "https://a.example/r-x64.zip");
  const [{ url, size, sha256, files }] = reshade.releases as [Release];
  assertEquals(files, [{
    platform: "windows",
    arch: "x64",
    kind: "archive",
    url,
    size,
    sha256,
    sha512: null,
    signature: null,
    downloads: 0,
  }]);
});

Deno.test("documentSchema takes a release for stable, and its downloads from its files, if it says nothing", () => {
  const { applications: { launcher, reshade } } = parse((sample) => {
    sample.daily = [];
    changeFile(sample, { downloads: 7 });
    first(sample).files!.length = 1;
    for (const release of [first(sample), single(sample)]) {
      Object.assign(release, { version: "9.0.0", beta: undefined, downloads: undefined });
    }
  });
  const found = [launcher, reshade].map(({ releases: [release] }) => [release?.beta, release?.downloads]);
  assertEquals(found, [[false, 7], [false, 0]]);
});

Deno.test("documentSchema reads a SHA-512 in hexadecimal and in Base64, and removes the v of a version", () => {
  const bytes = new Uint8Array(64).fill(0xab);
  for (const sha512 of [bytes.toHex(), bytes.toBase64()]) {
    const document = parse((sample) => {
      changeFile(sample, { sha512 });
      first(sample).version = "v9.0.0.1";
    });
    const [release] = document.applications.launcher.releases;
    assertEquals([release!.version, release!.files[0]!.sha512], ["9.0.0.1", "ab".repeat(64)]);
  }
});

const INVALID: readonly (readonly [string, string, (sample: Sample) => unknown])[] = [
  ["a misspelt field", 'the document: must not have "nwes"', (sample) => Object.assign(sample, { nwes: [] })],
  ["a version with five numbers", "releases[0].version: must be", (sample) => first(sample).version = "9.0.0.0.0"],
  ["a version that is not SemVer", "releases[0].version: must be", (sample) => {
    Object.assign(first(sample), { version: "eight", beta: false });
  }],
  [
    "a date that does not exist",
    "releases[0].releaseDate: must be",
    (sample) => first(sample).releaseDate = "2026-02-30",
  ],
  ["a checksum in capitals", "releases[0].sha256: must be", (sample) => single(sample).sha256 = "A".repeat(64)],
  ["an address of another kind", "releases[0].url: must be", (sample) => single(sample).url = "javascript:alert(1)"],
  [
    "a release without a file",
    "releases[0].url: must be present",
    (sample) => Reflect.deleteProperty(single(sample), "url"),
  ],
  ["an empty list of files", "releases[0].files: ", (sample) => Object.assign(first(sample), { files: [] })],
  ["a file given twice", "releases[0].size: must be left out", (sample) => Object.assign(first(sample), { size: 1 })],
  ["an unknown platform", "files[0].platform: ", (sample) => changeFile(sample, { platform: "beos" })],
  ["a SHA-512 of another length", "files[0].sha512: must be 128", (sample) => changeFile(sample, { sha512: "00" })],
  [
    "a signature with a line break",
    "files[0].signature: must be Base64",
    (sample) => changeFile(sample, { signature: "a\nb" }),
  ],
  ["files downloaded more often than their release", "files: must not add up", (sample) => {
    changeFile(sample, { downloads: 1_000_000 });
  }],
  ["a negative count", "releases[0].downloads: ", (sample) => first(sample).downloads = -1],
  ["a pre-release that is not a beta", "releases[0].beta: must be true", (sample) => first(sample).beta = false],
  ["a version twice", "releases[1].version: must not occur twice", (sample) => {
    sample.applications.launcher.releases.splice(1, 0, { ...first(sample), version: `${first(sample).version}+again` });
  }],
  ["a news id twice", "news[1].id: must not occur twice", (sample) => sample.news[1]!.id = sample.news[0]!.id],
  ["a day twice", "daily[1].date: must not occur twice", (sample) => sample.daily[1]!.date = sample.daily[0]!.date],
  ["days that add up to too much", "daily: must not add up", (sample) => sample.daily[0]!.downloads += 1],
  ["a minimum that no release reaches", "launcher.minimumSupported: must not be above", (sample) => {
    sample.applications.launcher.minimumSupported = "7.7.1"; // withdrawn
  }],
  ["a tier that is missing", "tiers.3: ", (sample) => Reflect.deleteProperty(sample.tiers, "3")],
];

for (const [what, message, spoil] of INVALID) {
  Deno.test(`documentSchema rejects ${what}`, () => {
    const error = parseInvalid(spoil);
    assert(error.message.includes(message), error.message);
  });
}

Deno.test("documentSchema names a field for any damage", () => {
  const places = listPlaces(makeSample());
  fc.assert(fc.property(fc.constantFrom(...places), fc.jsonValue(), ([path, key], value) => {
    const sample = makeSample();
    // Only the first entry of a list is damaged, and a year of days takes most of the time.
    sample.daily.length = 1;
    const parent = path.reduce<Node>((node, part) => node[part] as Node, sample as unknown as Node);
    parent[key] = value;
    const text = JSON.stringify(sample);
    if (documentSchema.safeParse(JSON.parse(text)).success) return;
    const { message } = assertThrows(() => parseDocument(text, "x"), TypeError);
    assertMatch(message, /^Cannot use "x": (the document|asOf|applications|resources|news|tiers|daily)\b[^:]*: /);
  }));
});

interface Node {
  [key: string]: unknown;
}

/** Lists every field as the path of its parent and its key; of long lists only the first entry. */
function listPlaces(value: unknown, path: readonly string[] = []): (readonly [readonly string[], string])[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [["0", value[0]] as const] : Object.entries(value);
  return entries.flatMap(([key, child]) => [[path, key] as const, ...listPlaces(child, [...path, key])]);
}

function parse(change: (sample: Sample) => unknown) {
  const sample = makeSample();
  change(sample);
  return parseDocument(JSON.stringify(sample, null, 2), "sample.json");
}

function parseInvalid(change: (sample: Sample) => unknown): TypeError {
  return assertThrows(() => parse(change), TypeError);
}

function single(sample: Sample) {
  const [release] = sample.applications.reshade.releases;
  assert(release);
  return release;
}

function changeFile(sample: Sample, changes: object): void {
  Object.assign(first(sample).files?.[0] ?? {}, changes);
}

function first(sample: Sample) {
  const [release] = sample.applications.launcher.releases;
  assert(release);
  return release;
}

function parseDocument(text: string, name: string): LauncherDocument {
  return parseJsonDocument(text, { name, schema: documentSchema });
}
