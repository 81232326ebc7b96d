import type { Channel } from "@/lib/launcher/names.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { compareVersions } from "@/lib/launcher/version.ts";

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
