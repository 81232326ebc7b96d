import { z } from "zod";
import { addIssue, type Issues } from "@/lib/launcher/fields.ts";
import type { Channel } from "@/lib/launcher/names.ts";
import {
  DOWNLOAD_FIELDS,
  RESOURCES_FIELDS,
  STORED_FILE_FIELDS,
  STORED_RELEASE_FIELDS,
  TRAIT_FIELDS,
} from "@/lib/launcher/release_fields.ts";
import { findMainFile, type ReleaseFile, sortFiles, toTraits } from "@/lib/launcher/release_file.ts";
import { compareVersions, parseVersion, type Version } from "@/lib/launcher/version.ts";

const file = z.strictObject({ ...STORED_FILE_FIELDS, ...z.object(TRAIT_FIELDS).partial().shape })
  .transform(({ platform, arch, kind, ...rest }): ReleaseFile => {
    const traits = toTraits(rest.url);
    return { platform: platform ?? traits.platform, arch: arch ?? traits.arch, kind: kind ?? traits.kind, ...rest };
  });

/** The launcher's resources. */
export const resourcesSchema = z.strictObject(RESOURCES_FIELDS).superRefine(checkBeta);

const releaseInput = z.strictObject({
  ...STORED_RELEASE_FIELDS,
  ...z.object(DOWNLOAD_FIELDS).partial().shape,
  files: z.array(file).min(1).max(100).optional(),
});

/** One published version of an application, with one file (`url`, `size`, `sha256`) or several (`files`). */
export const releaseSchema = releaseInput.superRefine(checkBeta).superRefine(checkFiles).transform(toRelease);

type ReleaseInput = z.output<typeof releaseInput>;
type ReleaseFields = Readonly<Omit<ReleaseInput, keyof typeof DOWNLOAD_FIELDS | "files">>;

/** One published version of an application. */
export interface Release extends ReleaseFields {
  /** The version in the form that is compared. */
  readonly parsed: Version;
  /** The address, size and checksum of the file for Windows on x64 or, if there is none, of the first file. */
  readonly url: string;
  readonly size: number;
  readonly sha256: string | null;
  /** At least one, sorted. */
  readonly files: readonly ReleaseFile[];
}

/** Returns the sum of downloads. Every total is computed here, so that no two can disagree. */
export function sumDownloads(counted: readonly { readonly downloads: number }[]): number {
  return counted.reduce((sum, { downloads }) => sum + downloads, 0);
}

/** Completes a release whose files are known. */
export function completeRelease(release: ReleaseFields, files: readonly ReleaseFile[]): Release {
  const sorted = sortFiles(files);
  const main = findMainFile(sorted)!;
  const parsed = parseVersion(release.version)!;
  return { ...release, parsed, url: main.url, size: main.size, sha256: main.sha256, files: sorted };
}

/** Sorts releases, newest first by version and not by date: an old major version may get a late fix. */
export function sortReleases(releases: readonly Release[]): Release[] {
  return releases.toSorted((a, b) => compareVersions(b.parsed, a.parsed));
}

/** Returns the releases that were not withdrawn, newest first. */
export function findOffered(releases: readonly Release[]): Release[] {
  return sortReleases(releases.filter(({ withdrawn }) => !withdrawn));
}

/** Returns the releases that a channel offers. */
export function filterChannel(offered: readonly Release[], channel: Channel): readonly Release[] {
  return channel === "beta" ? offered : offered.filter(({ beta }) => !beta);
}

/** Returns an application's current release: the newest stable one, else the newest beta. */
export function findLatest(releases: readonly Release[]): Release | undefined {
  const offered = findOffered(releases);
  return filterChannel(offered, "stable")[0] ?? offered[0];
}

function checkBeta(release: { version: string; beta: boolean }, issues: Issues): void {
  const isPrerelease = (parseVersion(release.version)?.prerelease.length ?? 0) > 0;
  if (!isPrerelease || release.beta) return;
  addIssue(issues, ["beta"], `must be true because ${release.version} is a pre-release`);
}

function checkFiles(release: ReleaseInput, issues: Issues): void {
  const { files, downloads } = release;
  for (const name of ["url", "size", "sha256"] as const) {
    const isPresent = release[name] !== undefined;
    if (files === undefined && !isPresent) addIssue(issues, [name], "must be present in a release without files");
    if (files !== undefined && isPresent) addIssue(issues, [name], "must be left out because the files have it");
  }
  if (files !== undefined && sumDownloads(files) > downloads) {
    addIssue(issues, ["files"], `must not add up to more than the ${downloads} downloads of the release`);
  }
}

function toRelease({ url = "", size = 0, sha256: hash = null, files, ...release }: ReleaseInput): Release {
  const single = { ...toTraits(url), url, size, sha256: hash, sha512: null, signature: null, downloads: 0 };
  return completeRelease(release, files ?? [single]);
}
