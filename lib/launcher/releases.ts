import type { Release } from "@/lib/launcher/document.ts";
import { compareVersions, parseVersion, type Version } from "@/lib/launcher/version.ts";

/** Who gets which releases: `stable` those proper, `beta` all of them. */
export const CHANNELS = ["stable", "beta"] as const;

/** One of {@linkcode CHANNELS}. */
export type Channel = typeof CHANNELS[number];

/** A release with its version taken apart. */
export interface Published {
  readonly release: Release;
  readonly version: Version;
}

/** Lists what is offered to anyone, newest first by precedence and not by date: an old line may get a late fix. */
export function toPublished(releases: readonly Release[]): readonly Published[] {
  return releases.filter(({ withdrawn }) => !withdrawn)
    .flatMap((release) => {
      const version = parseVersion(release.version);
      return version === undefined ? [] : [{ release, version }];
    })
    .sort((a, b) => compareVersions(b.version, a.version));
}

/** Keeps what a channel offers. */
export function filterChannel(published: readonly Published[], channel: Channel): readonly Published[] {
  return channel === "beta" ? published : published.filter(({ release }) => !release.beta);
}

/** Counts the releases above a version; the list is newest first. */
export function countNewer(published: readonly Published[], version: Version): number {
  let low = 0;
  let high = published.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = published[middle];
    if (entry !== undefined && compareVersions(entry.version, version) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds what an application is at: the newest stable release, else the newest beta. */
export function findLatest(releases: readonly Release[]): Release | undefined {
  const published = toPublished(releases);
  return (filterChannel(published, "stable")[0] ?? published[0])?.release;
}
