import { type NewsItem, type Release, toIsoTime } from "@/lib/launcher/document.ts";
import type { GithubPage, GithubRelease } from "@/lib/launcher/github_client.ts";
import type { Application } from "@/lib/launcher/names.ts";
import { parseVersion } from "@/lib/launcher/version.ts";

type Component = Application | "resources";

/** GitHub's releases as the document describes them. */
export interface GithubContent extends Readonly<Record<Component, readonly Release[]>> {
  readonly news: readonly NewsItem[];
}

type Asset = GithubRelease["assets"][number];

/** Patterns in the names of tags and files that do not belong to the launcher. */
const COMPONENT_NAMES: readonly (readonly [Component, RegExp])[] = [
  ["resources", /resource/i],
  ["reshade", /re-?shade/i],
  ["fpsUnlocker", /fps[-_. ]?unlock/i],
];

/** `v7.5.0`, `7.5.0`, `reshade-v6.2.0`, `fps-unlocker/3.0.0`. */
const TAG = /^(?:(.*?)[-_/@])?v?(\d+\.\d+\.\d+[0-9A-Za-z.+-]*)$/;

/** A version in a file name; a suffix such as `-win-x64` is not a pre-release. */
const FILE_VERSION = /\d+\.\d+\.\d+(?:-(?:alpha|beta|rc|pre|preview|dev|nightly)(?:\.?\d+)?)?/;

/** Files that accompany a download and are not installed. */
const COMPANION = /\.(?:sha\d+|md5|sig|asc|pem|blockmap|ya?ml|json|txt|md|pdb)$/i;

/** The files that a person would download, the best first. */
const PREFERRED = [/\.exe$/i, /\.msi$/i, /\.msix(?:bundle)?$/i, /\.zip$/i, /\.7z$/i];

/** The longest summary made from release notes. */
const MAX_SUMMARY_CHARACTERS = 280;

/** Maps GitHub's releases. Drafts, tags that are not a SemVer version, and releases without a file are left out. */
export function toContent(pages: readonly Pick<GithubPage, "releases">[]): GithubContent {
  const published = pages.flatMap(({ releases }) => releases).filter(isPublished);
  const found = published.flatMap(toReleases);
  const pick = (component: Component) => mergeVersions(found.filter(([name]) => name === component));
  return {
    launcher: pick("launcher"),
    reshade: pick("reshade"),
    fpsUnlocker: pick("fpsUnlocker"),
    resources: pick("resources"),
    news: published.map(toNewsItem),
  };
}

type PublishedRelease = GithubRelease & { readonly "published_at": string };

function isPublished(release: GithubRelease): release is PublishedRelease {
  return !release.draft && release.published_at !== null;
}

function toReleases(release: PublishedRelease): (readonly [Component, Release])[] {
  const [, prefix = "", tagVersion = ""] = TAG.exec(release.tag_name) ?? [];
  if (parseVersion(tagVersion) === undefined) return [];
  const tagComponent = findComponent(prefix);
  const files = release.assets.filter(({ state, name }) => state === "uploaded" && !COMPANION.test(name));
  // All files of a tag that names an application belong to that application. The files of a plain tag are assigned by
  // their names, the rest to the launcher.
  const groups = Map.groupBy(files, ({ name }) => tagComponent ?? findComponent(name) ?? "launcher");
  return [...groups].map(([component, assets]) => {
    const main = pickMain(assets);
    const hasTagVersion = component === (tagComponent ?? "launcher");
    const version = hasTagVersion ? tagVersion : findVersion(main.name) ?? tagVersion;
    return [component, {
      version,
      beta: release.prerelease || (parseVersion(version)?.prerelease.length ?? 0) > 0,
      releaseDate: toIsoTime(release.published_at),
      size: main.size,
      sha256: /^sha256:([0-9a-f]{64})$/.exec(main.digest ?? "")?.[1] ?? null,
      url: main.browser_download_url,
      notes: release.body,
      downloads: assets.reduce((sum, { download_count }) => sum + download_count, 0),
      withdrawn: false,
    }] as const;
  });
}

function findComponent(name: string): Component | undefined {
  return COMPONENT_NAMES.find(([, pattern]) => pattern.test(name))?.[0];
}

// A date such as 2026.05.01 looks like a version but is not one.
function findVersion(fileName: string): string | undefined {
  const version = FILE_VERSION.exec(fileName)?.[0];
  return version !== undefined && parseVersion(version) !== undefined ? version : undefined;
}

function pickMain(assets: readonly Asset[]): Asset {
  // The last pattern matches every name.
  const rank = ({ name }: Asset) => [...PREFERRED, /^/].findIndex((pattern) => pattern.test(name));
  return assets.reduce((best, asset) => rank(asset) < rank(best) ? asset : best);
}

// A version that occurs in several releases was published with the first of them and downloaded from all.
function mergeVersions(found: readonly (readonly [Component, Release])[]): Release[] {
  const byVersion = new Map<string, Release>();
  for (const [, release] of found.toSorted(([, a], [, b]) => a.releaseDate < b.releaseDate ? -1 : 1)) {
    const first = byVersion.get(release.version);
    const merged = first && { ...first, downloads: first.downloads + release.downloads };
    byVersion.set(release.version, merged ?? release);
  }
  return [...byVersion.values()];
}

function toNewsItem(release: PublishedRelease): NewsItem {
  const title = release.name?.trim() || release.tag_name;
  return {
    id: release.tag_name,
    title,
    summary: toSummary(release.body) || title,
    date: toIsoTime(release.published_at),
    url: release.html_url,
    important: false,
  };
}

// The first paragraph that is not a heading, without its Markdown.
function toSummary(notes: string): string {
  const paragraph = notes.split(/\r?\n/).find((line) => /^[^#<|\s]/.test(line)) ?? "";
  const plain = paragraph.replace(/^[-*+>]\s+/, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*_`]/g, "")
    .trim();
  return plain.length > MAX_SUMMARY_CHARACTERS ? `${plain.slice(0, MAX_SUMMARY_CHARACTERS - 1)}…` : plain;
}
