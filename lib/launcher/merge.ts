import type { LauncherDocument, NewsItem, Release } from "@/lib/launcher/document.ts";
import { toResources } from "@/lib/launcher/github_mapping.ts";
import type { GithubData } from "@/lib/launcher/github_source.ts";
import { findLatest } from "@/lib/launcher/releases.ts";

/** What stands for a document where GitHub is the only source: nothing made up. */
export const EMPTY_DOCUMENT: LauncherDocument = {
  asOf: "1970-01-01T00:00:00Z",
  applications: { launcher: { releases: [] }, reshade: { releases: [] }, fpsUnlocker: { releases: [] } },
  news: [],
  tiers: { 2: { name: "Favorite", benefits: [] }, 3: { name: "Trusted", benefits: [] } },
  daily: [],
};

/** Puts GitHub's releases into the operator's document: what GitHub does not tell stays as the operator wrote it. */
export function mergeDocument(document: LauncherDocument, github: GithubData): LauncherDocument {
  const { launcher, reshade, fpsUnlocker } = document.applications;
  const resources = findLatest(github.resources);
  return {
    ...document,
    asOf: github.asOf,
    applications: {
      launcher: { ...launcher, releases: pick<Release>(github.launcher, launcher.releases) },
      reshade: { releases: pick<Release>(github.reshade, reshade.releases) },
      fpsUnlocker: { releases: pick<Release>(github.fpsUnlocker, fpsUnlocker.releases) },
    },
    ...(resources === undefined ? {} : { resources: toResources(resources) }),
    // The operator's own words first; release notes are better than silence.
    news: pick<NewsItem>(document.news, github.news),
    daily: github.daily,
  };
}

function pick<T>(wanted: readonly T[], otherwise: readonly T[]): T[] {
  return [...wanted.length > 0 ? wanted : otherwise];
}
