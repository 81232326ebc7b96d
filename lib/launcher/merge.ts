import type { LauncherDocument, NewsItem } from "@/lib/launcher/document.ts";
import type { GithubData } from "@/lib/launcher/github_source.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { findLatest } from "@/lib/launcher/releases.ts";

/** The document if GitHub is the only source: empty, except for the names of the tiers. */
export const EMPTY_DOCUMENT: LauncherDocument = {
  asOf: "1970-01-01T00:00:00Z",
  applications: { launcher: { releases: [] }, reshade: { releases: [] }, fpsUnlocker: { releases: [] } },
  news: [],
  tiers: { 2: { name: "Favorite", benefits: [] }, 3: { name: "Trusted", benefits: [] } },
  daily: [],
};

/** Puts GitHub's releases into the operator's document, which supplies everything that GitHub does not have. */
export function mergeDocument(document: LauncherDocument, github: GithubData): LauncherDocument {
  const { launcher, reshade, fpsUnlocker } = document.applications;
  const resources = findLatest(github.resources) ?? document.resources;
  return {
    ...document,
    asOf: github.asOf,
    applications: {
      launcher: { ...launcher, releases: firstNonEmpty<Release>(github.launcher, launcher.releases) },
      reshade: { releases: firstNonEmpty<Release>(github.reshade, reshade.releases) },
      fpsUnlocker: { releases: firstNonEmpty<Release>(github.fpsUnlocker, fpsUnlocker.releases) },
    },
    ...(resources === undefined ? {} : { resources }),
    // Release notes are used only if the operator's document has no news.
    news: firstNonEmpty<NewsItem>(document.news, github.news),
    daily: github.daily,
  };
}

function firstNonEmpty<T>(preferred: readonly T[], fallback: readonly T[]): T[] {
  return [...preferred.length > 0 ? preferred : fallback];
}
