import type { Release } from "@/lib/launcher/release.ts";
import { compareVersions, parseVersion, type Version } from "@/lib/launcher/version.ts";

/** Which releases a client gets: `stable` without pre-releases, `beta` all of them. */
export const CHANNELS = ["stable", "beta"] as const;

/** One of {@linkcode CHANNELS}. */
export type Channel = typeof CHANNELS[number];

/** A release with its parsed version. */
export interface Published {
  readonly release: Release;
  readonly version: Version;
}

/** Returns the releases on offer, newest first by version and not by date: an old major version may get a late fix. */
export function toPublished(releases: readonly Release[]): readonly Published[] {
  return releases.filter(({ withdrawn }) => !withdrawn)
    .flatMap((release) => {
      const version = parseVersion(release.version);
      return version === undefined ? [] : [{ release, version }];
    })
    .sort((a, b) => compareVersions(b.version, a.version));
}

/** Returns the releases that a channel offers. */
export function filterChannel(published: readonly Published[], channel: Channel): readonly Published[] {
  return channel === "beta" ? published : published.filter(({ release }) => !release.beta);
}

/** Returns an application's current release: the newest stable one, else the newest beta. */
export function findLatest(releases: readonly Release[]): Release | undefined {
  const published = toPublished(releases);
  return (filterChannel(published, "stable")[0] ?? published[0])?.release;
}
