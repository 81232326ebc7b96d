import type { NewsItem } from "@/lib/launcher/document.ts";
import { toIsoTime } from "@/lib/launcher/fields.ts";
import { classifyFile } from "@/lib/launcher/file_name.ts";
import type { GithubAsset, GithubPage, GithubRelease } from "@/lib/launcher/github/schema.ts";
import { type Component, filterByName, findComponent, parseTag } from "@/lib/launcher/github/names.ts";
import { toNewsItem } from "@/lib/launcher/github/news.ts";
import { findSignature, type Signatures } from "@/lib/launcher/github/signatures.ts";
import { mapApplications } from "@/lib/launcher/names.ts";
import { completeRelease, type Release, sumDownloads } from "@/lib/launcher/release.ts";
import { fileNameOf, findMainFile, type ReleaseFile } from "@/lib/launcher/release_file.ts";
import { parseVersion, toPrecedenceKey, type Version } from "@/lib/launcher/version.ts";

/** GitHub's releases as the document describes them. */
export interface MappedReleases extends Readonly<Record<Component, readonly Release[]>> {
  readonly news: readonly NewsItem[];
  /** The downloads of all applications. */
  readonly downloads: number;
  /** The tags of the releases that are left out, by the rule that they break. */
  readonly ignored: Readonly<Record<string, readonly string[]>>;
}

/** A version in a file name. A suffix such as `-win-x64` is not a pre-release, and `.7z` is not a fourth number. */
const FILE_VERSION = /\d+\.\d+\.\d+(?:\.\d+(?![\da-z]))?(?:-(?:alpha|beta|rc|pre|preview|dev|nightly)(?:\.?\d+)?)?/i;

/** A date looks like a version, and would be newer than every version that follows. */
const DATE = /^20\d\d\.(?:0?[1-9]|1[0-2])\.(?:0?[1-9]|[12]\d|3[01])$/;

/** Options of {@linkcode mapReleases}. */
export interface MappingOptions {
  /** The name of the application, which may occur in tags and file names. */
  readonly appName: string;
  /** The signatures of files, which GitHub stores in files of their own. */
  readonly signatures?: Signatures;
}

/** Maps GitHub's releases. Tags of unknown components and releases without a download are left out. */
export function mapReleases(pages: readonly GithubPage[], options: MappingOptions): MappedReleases {
  const all = pages.flatMap(({ releases }) => releases)
    .map((release) => ({ release, parts: splitRelease(release, options) }));
  const known = all.filter(({ parts }) => parts !== undefined);
  const foreign = all.filter(({ parts }) => parts === undefined);
  const empty = known.filter(({ release }) => release.assets.length === 0);
  const unnamed = known.filter(({ release, parts }) => parts?.size === 0 && release.assets.length > 0);
  const pick = (component: Component) => mergeVersions(known.flatMap(({ parts }) => parts?.get(component) ?? []));
  const toTags = (ignored: typeof all) => ignored.map(({ release }) => release.tag_name);
  const invalid = Map.groupBy(pages.flatMap((page) => page.invalid), ({ reason }) => `${FORM_RULE} (${reason})`);
  const applications = mapApplications(pick);
  return {
    ...applications,
    resources: pick("resources"),
    news: known.map(({ release }) => toNewsItem(release)),
    downloads: sumDownloads(Object.values(applications).flat()),
    ignored: {
      [`${TAG_RULE} ${options.appName}`]: toTags(foreign),
      [UPLOAD_RULE]: toTags(empty),
      [FILE_RULE]: toTags(unnamed),
      ...Object.fromEntries(Array.from(invalid, ([rule, found]) => [rule, found.map(({ tag }) => tag)])),
    },
  };
}

const FORM_RULE = "each field must be as GitHub describes it";
const UPLOAD_RULE = "a release must have a file, but none has been uploaded yet";
const FILE_RULE = "at least one file must have the name of a download for Windows, macOS or Linux";
const TAG_RULE =
  "a tag must be a version of three or four numbers, alone or after launcher, reshade, fps-unlocker, resources or";

// Returns the releases of the components that GitHub's release contains, or `undefined` if its tag is foreign.
function splitRelease(release: GithubRelease, options: MappingOptions): Map<Component, Release> | undefined {
  const { appName, signatures = {} } = options;
  const tag = parseTag(release.tag_name, appName);
  if (tag === undefined) return undefined;
  const downloads = release.assets.flatMap((asset) => {
    const traits = classifyFile(asset.name, appName);
    const signature = findSignature(asset, { assets: release.assets, signatures });
    return traits === undefined ? [] : [{ name: asset.name, file: { ...traits, ...toDownload(asset), signature } }];
  });
  // The files of a tag that names a component belong to that component. Those of a plain tag are assigned by their
  // names, the rest to the launcher.
  const groups = Map.groupBy(downloads, ({ name }) => tag.component ?? findComponent(name) ?? "launcher");
  return new Map(Array.from(groups, ([component, found]) => {
    const files = (component === "launcher" ? filterByName(found, appName) : found).map(({ file }) => file);
    const hasTagVersion = component === (tag.component ?? "launcher");
    const version = hasTagVersion ? tag.version : findVersion(files) ?? tag.version;
    const fields = {
      version: version.text,
      beta: release.prerelease || version.prerelease.length > 0,
      releaseDate: toIsoTime(release.published_at),
      notes: release.body,
      downloads: sumDownloads(files),
      withdrawn: false,
    };
    return [component, completeRelease(fields, files)];
  }));
}

function toDownload({ browser_download_url: url, size, digest, download_count: downloads }: GithubAsset) {
  const [, sha256 = null] = /^sha256:([0-9a-f]{64})$/.exec(digest ?? "") ?? [];
  const [, sha512 = null] = /^sha512:([0-9a-f]{128})$/.exec(digest ?? "") ?? [];
  return { url, size, sha256, sha512, downloads };
}

function findVersion(files: readonly ReleaseFile[]): Version | undefined {
  const name = fileNameOf(findMainFile(files)?.url ?? "");
  const [text = ""] = FILE_VERSION.exec(name) ?? [];
  return DATE.test(text) ? undefined : parseVersion(text);
}

// A version that occurs in several releases was published with the first of them and downloaded from all.
function mergeVersions(releases: readonly Release[]): Release[] {
  const oldestFirst = releases.toSorted((a, b) => a.releaseDate < b.releaseDate ? -1 : 1);
  const byVersion = Map.groupBy(oldestFirst, ({ version }) => toPrecedenceKey(version));
  return Array.from(byVersion.values(), (same) => same.reduce(addDownloads));
}

function addDownloads(first: Release, other: Release): Release {
  const files = first.files.map((file) => {
    const same = other.files.filter((each) => fileNameOf(each.url) === fileNameOf(file.url));
    return { ...file, downloads: file.downloads + sumDownloads(same) };
  });
  return { ...first, files, downloads: first.downloads + other.downloads };
}
