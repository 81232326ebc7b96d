import type { Release } from "@/lib/launcher/release.ts";
import { compareVersions } from "@/lib/launcher/version.ts";

/** Which releases a client gets: `stable` without pre-releases, `beta` all of them. */
export const CHANNELS = ["stable", "beta"] as const;

/** One of {@linkcode CHANNELS}. */
export type Channel = typeof CHANNELS[number];

/** Sorts releases, newest first by version and not by date: an old major version may get a late fix. */
export function sortReleases(releases: readonly Release[]): Release[] {
  return releases.toSorted((a, b) => compareVersions(b.parsed, a.parsed));
}

/** Returns the releases on offer, newest first. */
export function toPublished(releases: readonly Release[]): Release[] {
  return sortReleases(releases.filter(({ withdrawn }) => !withdrawn));
}

/** Returns the releases that a channel offers. */
export function filterChannel(published: readonly Release[], channel: Channel): readonly Release[] {
  return channel === "beta" ? published : published.filter(({ beta }) => !beta);
}

/** Returns an application's current release: the newest stable one, else the newest beta. */
export function findLatest(releases: readonly Release[]): Release | undefined {
  const published = toPublished(releases);
  return filterChannel(published, "stable")[0] ?? published[0];
}
