import { z } from "zod";
import { count, sha256 } from "@/lib/http/fields.ts";
import { addIssue, date, type Issues, version, webAddress } from "@/lib/launcher/fields.ts";
import { ARCHES, KINDS, PLATFORMS } from "@/lib/launcher/file_name.ts";
import type { Channel } from "@/lib/launcher/names.ts";
import { findMainFile, type ReleaseFile, sortFiles, toTraits } from "@/lib/launcher/release_file.ts";
import { compareVersions, parseVersion, type Version } from "@/lib/launcher/version.ts";

/** The longest signature: that of Tauri has about 400 characters. */
const MAX_SIGNATURE_CHARACTERS = 2048;

// Electron's tools write Base64.
const sha512 = z.string().regex(/^(?:[0-9a-f]{128}|[A-Za-z0-9+/]{86}==)$/, {
  error: "must be 128 lower case hexadecimal digits, or the same in Base64",
}).transform((text) => text.length === 128 ? text : Uint8Array.fromBase64(text).toHex()).nullable();

const signature = z.string().trim().max(MAX_SIGNATURE_CHARACTERS)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: "must be Base64 in one line" }).nullable();

const file = z.strictObject({
  url: webAddress,
  size: count,
  sha256: sha256.nullable(),
  sha512: sha512.default(null),
  signature: signature.default(null),
  /** The size of the block map at the end of an AppImage, which electron-builder writes to its `latest-linux.yml`. */
  blockMapSize: count.optional(),
  /** Read from the name of the file by default, like the next two. */
  platform: z.enum(PLATFORMS).optional(),
  arch: z.enum(ARCHES).optional(),
  kind: z.enum(KINDS).optional(),
  /** The downloads of this file, which are part of those of the release. */
  downloads: count.default(0),
}).transform(({ platform, arch, kind, ...rest }): ReleaseFile => {
  const traits = toTraits(rest.url);
  return { platform: platform ?? traits.platform, arch: arch ?? traits.arch, kind: kind ?? traits.kind, ...rest };
});

const versionFields = { version, beta: z.boolean(), releaseDate: date };
const fileFields = { size: count, sha256: sha256.nullable(), url: webAddress };

/** The launcher's resources. */
export const resourcesSchema = z.strictObject({ ...versionFields, ...fileFields }).superRefine(checkBeta);

const releaseInput = z.strictObject({
  ...versionFields,
  ...z.object(fileFields).partial().shape,
  files: z.array(file).min(1).max(100).optional(),
  notes: z.string().max(10_000),
  downloads: count,
  /** Its downloads still count, but it is no longer offered. */
  withdrawn: z.boolean().default(false),
});

/** One published version of an application, with one file (`url`, `size`, `sha256`) or several (`files`). */
export const releaseSchema = releaseInput.superRefine(checkBeta).superRefine(checkFiles).transform(toRelease);

type ReleaseInput = z.output<typeof releaseInput>;
type ReleaseFields = Readonly<Omit<ReleaseInput, keyof typeof fileFields | "files">>;

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
