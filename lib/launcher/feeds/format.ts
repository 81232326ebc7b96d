import { CLIENT_PLATFORMS, type ClientPlatform, type ReleaseFile, toFileName } from "@/lib/launcher/files.ts";
import type { Release } from "@/lib/launcher/release.ts";
import type { Published } from "@/lib/launcher/releases.ts";
import { isSemVer } from "@/lib/launcher/version.ts";

/** What an updater requires of a release. */
export interface FeedFormat {
  readonly name: "tauri" | "electron" | "sparkle";
  /** Whether versions must have three numbers. */
  readonly needsSemVer: boolean;
  /** The types of files that it installs on each platform. */
  readonly types: Readonly<Record<ClientPlatform, { readonly pattern: RegExp; readonly name: string }>>;
  /** Whether a file has the checksum or signature by which the updater verifies it. */
  readonly isVerifiable: (file: ReleaseFile) => boolean;
  /** That checksum or signature, as a person calls it. */
  readonly proof: string;
}

/** Returns the releases that an updater can install, each with the suitable files alone. */
export function filterFeed(published: readonly Published[], format: FeedFormat): readonly Published[] {
  return published.flatMap(({ release, version }) => {
    const files = filterFiles(release, format);
    return files.length === 0 ? [] : [{ release: { ...release, files }, version }];
  });
}

/** Returns what a release lacks, for each of its platforms: `macos: a .zip file`. */
export function findMissing(release: Release, format: FeedFormat): string[] {
  if (format.needsSemVer && !isSemVer(release.version)) return ["a version of three numbers"];
  const platforms = CLIENT_PLATFORMS.filter((each) => release.files.some(({ platform }) => platform === each));
  if (platforms.length === 0) return [`a file for ${CLIENT_PLATFORMS.join(", ")}`];
  const usable = filterFiles(release, format);
  return platforms.filter((each) => !usable.some(({ platform }) => platform === each)).map((each) => {
    const hasType = release.files.some((file) => file.platform === each && isSuitable(file, format));
    return `${each}: ${hasType ? format.proof : `a file of type ${format.types[each].name}`}`;
  });
}

function filterFiles({ version, files }: Release, format: FeedFormat): ReleaseFile[] {
  if (format.needsSemVer && !isSemVer(version)) return [];
  return files.filter((file) => isSuitable(file, format) && format.isVerifiable(file));
}

function isSuitable({ platform, url }: ReleaseFile, { types }: FeedFormat): boolean {
  return platform !== "any" && types[platform].pattern.test(toFileName(url));
}
