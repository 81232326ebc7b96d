import { type NewsItem, type Release, type Resources, toInstant } from "@/lib/launcher/document.ts";
import type { GithubRelease } from "@/lib/launcher/github_client.ts";
import { APPLICATIONS } from "@/lib/launcher/names.ts";
import { parseVersion } from "@/lib/launcher/version.ts";

/** What GitHub's releases say, in the document's terms. */
export interface GithubContent {
  readonly launcher: readonly Release[];
  readonly reshade: readonly Release[];
  readonly fpsUnlocker: readonly Release[];
  readonly resources: readonly Release[];
  readonly news: readonly NewsItem[];
}

type Component = typeof APPLICATIONS[number] | "resources";
type Asset = GithubRelease["assets"][number];

/** By which names a tag or a file belongs to something else than the launcher. */
const NAMES: readonly (readonly [Component, RegExp])[] = [
  ["resources", /resource/i],
  ["reshade", /re-?shade/i],
  ["fpsUnlocker", /fps[-_. ]?unlock/i],
];

/** `v7.5.0`, `7.5.0`, `reshade-v6.2.0`, `fps-unlocker/3.0.0`. */
const TAG = /^(?:(.*?)[-_/@])?v?(\d+\.\d+\.\d+[0-9A-Za-z.+-]*)$/;

/** A version in a file's name; what follows it (`-win-x64`) is no pre-release. */
const FILE_VERSION = /\d+\.\d+\.\d+(?:-(?:alpha|beta|rc|pre|preview|dev|nightly)(?:\.?\d+)?)?/;

/** Files next to a download that nobody installs. */
const COMPANION = /\.(?:sha\d+|md5|sig|asc|pem|blockmap|ya?ml|json|txt|md|pdb)$/i;

/** What a person would download first. */
const PREFERRED = [/\.exe$/i, /\.msi$/i, /\.msix(?:bundle)?$/i, /\.zip$/i, /\.7z$/i];

/** Longest summary made from release notes. */
const MAX_SUMMARY_CHARACTERS = 280;

/** Maps GitHub's releases. Drafts, tags that are no SemVer version and releases without a file are left out. */
export function toContent(releases: readonly GithubRelease[]): GithubContent {
  const found = releases.filter(isPublished).flatMap(toReleases);
  const pick = (component: Component) => mergeVersions(found.filter(([name]) => name === component));
  return {
    launcher: pick("launcher"),
    reshade: pick("reshade"),
    fpsUnlocker: pick("fpsUnlocker"),
    resources: pick("resources"),
    news: releases.filter(isPublished).map(toNewsItem),
  };
}

/** The part of a release that {@linkcode Resources} tells. */
export function toResources({ version, beta, releaseDate, size, sha256, url }: Release): Resources {
  return { version, beta, releaseDate, size, sha256, url };
}

type Dated = GithubRelease & { readonly "published_at": string };

function isPublished(release: GithubRelease): release is Dated {
  return !release.draft && release.published_at !== null;
}

function toReleases(release: Dated): (readonly [Component, Release])[] {
  const [, prefix = "", tagVersion = ""] = TAG.exec(release.tag_name) ?? [];
  if (parseVersion(tagVersion) === undefined) return [];
  const owner = findComponent(prefix);
  const files = release.assets.filter(({ state, name }) => state === "uploaded" && !COMPANION.test(name));
  // A tag that names its application owns all of its files; a plain one is the launcher's and sorts them by name.
  const groups = Map.groupBy(files, ({ name }) => owner ?? findComponent(name) ?? "launcher");
  return [...groups].map(([component, assets]) => {
    const isOwn = component === (owner ?? "launcher");
    return [component, toRelease(release, assets, isOwn ? tagVersion : findVersion(assets) ?? tagVersion)] as const;
  });
}

function findComponent(name: string): Component | undefined {
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0];
}

function findVersion(assets: readonly Asset[]): string | undefined {
  const version = FILE_VERSION.exec(pickMain(assets).name)?.[0];
  // A date such as 2026.05.01 looks like a version and is none.
  return version !== undefined && parseVersion(version) !== undefined ? version : undefined;
}

function toRelease(release: Dated, assets: readonly Asset[], version: string): Release {
  const main = pickMain(assets);
  return {
    version,
    beta: release.prerelease || (parseVersion(version)?.prerelease.length ?? 0) > 0,
    releaseDate: toInstant(release.published_at),
    size: main.size,
    sha256: /^sha256:([0-9a-f]{64})$/.exec(main.digest ?? "")?.[1] ?? null,
    url: main.browser_download_url,
    notes: release.body,
    downloads: assets.reduce((sum, { download_count }) => sum + download_count, 0),
    withdrawn: false,
  };
}

function pickMain(assets: readonly Asset[]): Asset {
  const rank = ({ name }: Asset) => [...PREFERRED, /^/].findIndex((pattern) => pattern.test(name));
  const [first, ...others] = assets;
  if (first === undefined) throw new RangeError("Cannot pick a file as there must be one: there is none");
  return others.reduce((best, each) => rank(each) < rank(best) ? each : best, first);
}

// The same file attached to several releases was published with the first of them and downloaded from all.
function mergeVersions(found: readonly (readonly [Component, Release])[]): Release[] {
  const byVersion = new Map<string, Release>();
  for (const [, release] of found.toSorted(([, a], [, b]) => a.releaseDate < b.releaseDate ? -1 : 1)) {
    const earlier = byVersion.get(release.version);
    const merged = earlier && { ...earlier, downloads: earlier.downloads + release.downloads };
    byVersion.set(release.version, merged ?? release);
  }
  return [...byVersion.values()];
}

function toNewsItem(release: Dated): NewsItem {
  const title = release.name?.trim() || release.tag_name;
  return {
    id: release.tag_name,
    title,
    summary: toSummary(release.body) || title,
    date: toInstant(release.published_at),
    url: release.html_url,
    important: false,
  };
}

// The first paragraph that is no heading, without its Markdown.
function toSummary(notes: string): string {
  const paragraph = notes.split(/\r?\n/).find((line) => /^[^#<|\s]/.test(line)) ?? "";
  const plain = paragraph.replace(/^[-*+>]\s+/, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*_`]/g, "")
    .trim();
  return plain.length > MAX_SUMMARY_CHARACTERS ? `${plain.slice(0, MAX_SUMMARY_CHARACTERS - 1)}…` : plain;
}
