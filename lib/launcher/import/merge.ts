import { sum } from "@/lib/launcher/data.ts";
import { APPLICATIONS, toIsoTime, type WrittenDocument } from "@/lib/launcher/document.ts";
import type { GithubRelease } from "@/lib/launcher/import/github.ts";
import { compareVersions, parseVersion, toPrecedenceKey, type Version } from "@/lib/launcher/version.ts";

/** The patterns for a document that has no `assets` yet. */
const FIRST_ASSETS: NonNullable<WrittenDocument["assets"]> = { launcher: "*.exe" };

/** A part of the address of every file on GitHub. */
const DOWNLOAD = "/releases/download/";

type WrittenReleases = NonNullable<NonNullable<NonNullable<WrittenDocument["applications"]>["launcher"]>["releases"]>;
type WrittenRelease = WrittenReleases[number];

/** A release on GitHub with the file that belongs to one application. */
interface FoundRelease extends WrittenRelease {
  readonly parsed: Version;
}

/**
 * Returns the document with the releases of a repository. What people wrote stays: releases whose `url` is not on
 * GitHub, notes, and everything that GitHub does not know. `report` gets a line for each release that was left out.
 *
 * @throws {Error} if no file of any release belongs to an application.
 */
export function mergeReleases(
  document: WrittenDocument,
  published: readonly GithubRelease[],
  { now, report }: { readonly now: Date; readonly report: (line: string) => void },
): WrittenDocument {
  const assets = document.assets ?? FIRST_ASSETS;
  const files = published.flatMap((release) => release.assets);
  const applications = { ...document.applications };
  let matches = 0;
  let downloads = 0;
  for (const name of APPLICATIONS) {
    const found = findReleases(published, assets[name], report);
    if (found.length === 0) continue;
    const old = applications[name]?.releases ?? [];
    applications[name] = { ...applications[name], releases: mergeList(old, found, files.map(({ url }) => url)) };
    matches += found.length;
    downloads += countNew(old, found, document.asOf);
  }
  const resources = findNewest(findReleases(published, assets.resources, report));
  if (matches === 0 && resources === undefined) {
    const names = files.slice(0, 5).map(({ name }) => name).join(", ") || "none";
    throw new Error(`no file of a release matches ${JSON.stringify(assets)}, which is "assets" (files: ${names})`);
  }
  return {
    ...document,
    asOf: toIsoTime(now.getTime()),
    assets,
    applications,
    ...(resources !== undefined && isFromGithub(document.resources?.url ?? DOWNLOAD) && { resources }),
    // Without an earlier count nobody knows which downloads are from today.
    ...(document.asOf !== undefined && { daily: addToDay(document.daily ?? [], now, downloads) }),
  };
}

function findReleases(
  published: readonly GithubRelease[],
  pattern: string | undefined,
  report: (line: string) => void,
): FoundRelease[] {
  if (pattern === undefined) return [];
  const form = new RegExp(`^${pattern.split("*").map(RegExp.escape).join(".*")}$`);
  const found = new Map<string, FoundRelease>();
  for (const { tag, published: time, prerelease, body, assets } of published) {
    const files = assets.filter(({ name, state = "uploaded" }) => form.test(name) && state === "uploaded");
    const [file] = files;
    if (file === undefined) continue;
    // The version is the end of the tag: v7.5.0, reshade-v6.2.0, fps-unlocker/3.0.0-beta.1.
    const parsed = parseVersion(/\d+\.\d+\.\d+.*$/.exec(tag)?.[0] ?? "");
    if (parsed === undefined || files.length > 1) {
      const reason = parsed === undefined ? "its tag is no version" : `${files.length} files match "${pattern}"`;
      report(`Left out ${tag}: ${reason}`);
      continue;
    }
    const key = toPrecedenceKey(parsed);
    if (found.has(key)) continue;
    const [, sha256 = null] = /^sha256:([0-9a-f]{64})$/.exec(file.digest ?? "") ?? [];
    found.set(key, {
      parsed,
      version: parsed.text,
      beta: prerelease || parsed.prerelease.length > 0,
      releaseDate: time!,
      size: file.size,
      sha256,
      url: file.url,
      notes: body ?? "",
      downloads: file.downloads,
    });
  }
  return [...found.values()];
}

function mergeList(old: WrittenReleases, found: readonly FoundRelease[], urls: readonly string[]): WrittenReleases {
  const rest = new Map(found.map((release) => [toPrecedenceKey(release.parsed), release]));
  const repositories = new Set(urls.map(toRepository));
  const merged = old.map((release): WrittenRelease => {
    const key = keyOf(release);
    const match = rest.get(key);
    rest.delete(key);
    if (!isFromGithub(release.url)) return release;
    if (match !== undefined) return { ...release, ...toFacts(match), notes: release.notes || match.notes };
    // Its file cannot be downloaded any more.
    const isGone = repositories.has(toRepository(release.url)) && !urls.includes(release.url);
    return isGone ? { ...release, withdrawn: true } : release;
  });
  return [...rest.values().map(({ parsed: _, ...release }) => release), ...merged];
}

/** Returns the fields of a release that are always taken from GitHub. */
function toFacts({ beta, size, sha256, url, downloads }: FoundRelease) {
  return { beta, size, sha256, url, downloads };
}

/** Returns the downloads since the last count. A release that is older but was not counted then adds none. */
function countNew(old: WrittenReleases, found: readonly FoundRelease[], since = ""): number {
  const counted = new Map(old.map((release) => {
    // The downloads of a release that is not on GitHub are never updated.
    return [keyOf(release), isFromGithub(release.url) ? release.downloads ?? 0 : Infinity];
  }));
  return sum(found.map(({ parsed, releaseDate, downloads = 0 }) => {
    const isNew = Date.parse(releaseDate) > Date.parse(since);
    const before = counted.get(toPrecedenceKey(parsed)) ?? (isNew ? 0 : downloads);
    return { downloads: Math.max(0, downloads - before) };
  }));
}

function addToDay(daily: NonNullable<WrittenDocument["daily"]>, now: Date, downloads: number) {
  const date = toIsoTime(now.getTime()).slice(0, 10);
  const today = daily.find((day) => day.date === date);
  return [...daily.filter((day) => day !== today), { date, downloads: downloads + (today?.downloads ?? 0) }];
}

function findNewest(found: readonly FoundRelease[]) {
  const sorted = found.toSorted((a, b) => compareVersions(b.parsed, a.parsed));
  const newest = sorted.find(({ beta }) => !beta) ?? sorted[0];
  if (newest === undefined) return undefined;
  const { version, beta, releaseDate, size, sha256, url } = newest;
  return { version, beta, releaseDate, size, sha256, url };
}

function keyOf({ version }: WrittenRelease): string {
  return toPrecedenceKey(parseVersion(version)!);
}

function isFromGithub(url: string): boolean {
  return url.includes(DOWNLOAD);
}

function toRepository(url: string): string {
  return url.slice(0, url.indexOf(DOWNLOAD));
}
