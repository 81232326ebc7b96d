import type { Fields } from "@/lib/launcher/fields.ts";
import type { Channel } from "@/lib/launcher/names.ts";
import type { DOWNLOAD_FIELDS, STORED_RELEASE_FIELDS } from "@/lib/launcher/release_fields.ts";
import { findMainFile, type ReleaseFile, sortFiles } from "@/lib/launcher/release_file.ts";
import { compareVersions, parseVersion, type Version } from "@/lib/launcher/version.ts";

/**
 * One published version of an application. Its `url`, `size` and `sha256` are those of the file for Windows on x64 or,
 * if there is none, of the first file.
 */
export interface Release extends Readonly<Fields<typeof STORED_RELEASE_FIELDS>> {
  /** The version in the form that is compared. */
  readonly parsed: Version;
  /** At least one, sorted. */
  readonly files: readonly ReleaseFile[];
}

/** What is known about a release besides its files. */
export type ReleaseDetails = Omit<Release, keyof typeof DOWNLOAD_FIELDS | "parsed" | "files">;

/** Returns the sum of downloads. Every total is computed here, so that no two can disagree. */
export function sumDownloads(counted: readonly { readonly downloads: number }[]): number {
  return counted.reduce((sum, { downloads }) => sum + downloads, 0);
}

/** Completes a release whose files are known. */
export function completeRelease(release: ReleaseDetails, files: readonly ReleaseFile[]): Release {
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

/** Which releases each channel has. */
const IN_CHANNEL: Readonly<Record<Channel, (release: Release) => boolean>> = {
  stable: ({ beta }) => !beta,
  beta: () => true,
};

/** Returns the releases that a channel offers. */
export function filterChannel(offered: readonly Release[], channel: Channel): readonly Release[] {
  return offered.filter(IN_CHANNEL[channel]);
}

/** Returns an application's current release: the newest stable one, else the newest beta. */
export function findLatest(releases: readonly Release[]): Release | undefined {
  const offered = findOffered(releases);
  return filterChannel(offered, "stable")[0] ?? offered[0];
}
