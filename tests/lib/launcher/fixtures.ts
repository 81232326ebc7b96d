import type { Parameters, ValuesOf } from "@/lib/parameters/parameter.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { readQueryKeepingPlus } from "@/lib/parameters/query.ts";
import sample from "@/lib/launcher/sample.json" with { type: "json" };
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";
import { type ReleaseFile, toTraits } from "@/lib/launcher/release_file.ts";
import { type DataAge, LauncherData } from "@/lib/launcher/data.ts";
import { mapApplications } from "@/lib/launcher/names.ts";
import { completeRelease, type Release } from "@/lib/launcher/release.ts";

/** Returns a copy of the shipped sample, before it is parsed. */
export function makeSample(): typeof sample {
  return structuredClone(sample);
}

/** The freshness of current data. */
export const FRESH: DataAge = { asOf: "2026-01-02T03:04:05Z", isStale: false };

/** The freshness of old data. */
export const STALE: DataAge = { asOf: "2026-01-02T03:04:05Z", isStale: true };

/** A release with the given version; a hyphen makes it a beta. Without files it has one for Windows. */
export function makeRelease(version: string, changes: Partial<Release> = {}): Release {
  const { files = [makeFile(`${encodeURIComponent(version)}.exe`)], ...rest } = changes;
  const release = {
    version,
    beta: version.includes("-"),
    releaseDate: "2026-01-01T00:00:00Z",
    notes: `Notes of ${version}`,
    downloads: 1,
    withdrawn: false,
    ...rest,
  };
  return completeRelease(release, files);
}

/** A file of a release; platform, architecture and kind are those of its name. */
export function makeFile(name: string, changes: Partial<ReleaseFile> = {}): ReleaseFile {
  const url = `https://example.com/${name}`;
  const sums = { sha256: "0".repeat(64), sha512: null, signature: null };
  return { ...toTraits(url), url, size: 1000, ...sums, downloads: 0, ...changes };
}

/** A document whose launcher has the given releases. */
export function makeDocument(releases: readonly Release[], minimumSupported?: string): LauncherDocument {
  return {
    asOf: FRESH.asOf,
    applications: {
      ...mapApplications(() => ({ releases: [] })),
      launcher: { minimumSupported, releases: [...releases] },
    },
    news: [],
    tiers: { 2: { name: "Favorite", benefits: [] }, 3: { name: "Trusted", benefits: [] } },
    daily: [],
  };
}

/** Returns the data of a document whose launcher has the given releases. */
export function makeData(releases: readonly Release[], minimumSupported?: string, freshness = FRESH): LauncherData {
  return new LauncherData(makeDocument(releases, minimumSupported), freshness);
}

/** Returns the data of the shipped sample. */
export function makeSampleData(freshness = FRESH): LauncherData {
  return new LauncherData(documentSchema.parse(sample), freshness);
}

/** Returns what a client reads from the fields of a response. */
export function toJson(fields: object): ReturnType<typeof JSON.parse> {
  return JSON.parse(JSON.stringify(fields));
}

/** Returns a URL with the given query, without its question mark. */
export function makeUrl(query = ""): URL {
  return new URL(`http://paw.example/?${query}`);
}

/** Returns the values of parameters in a query, as the routes read them. */
export function makeValues<T extends Parameters>(parameters: T, query = ""): ValuesOf<T> {
  return parseValues(readQueryKeepingPlus(new Request(makeUrl(query))), parameters);
}
