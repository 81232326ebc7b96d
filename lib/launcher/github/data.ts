import type { DataAge } from "@/lib/launcher/data.ts";
import type { DayCount } from "@/lib/launcher/document.ts";
import { toDaily } from "@/lib/launcher/github/download_history.ts";
import { toIsoTime } from "@/lib/launcher/fields.ts";
import { type MappedReleases, mapReleases } from "@/lib/launcher/github/mapping.ts";
import type { SavedReleases } from "@/lib/launcher/github/saved_releases.ts";

/** The releases of a repository, when they were loaded, and whether they are stale. */
export interface GithubData extends MappedReleases, DataAge {
  /** The downloads of each day. */
  readonly daily: DayCount[];
}

/** Options of {@linkcode toGithubData}. */
export interface GithubDataOptions {
  /** The name of the application, which may occur in tags and file names. */
  readonly appName: string;
  readonly isStale: boolean;
}

/** Makes what is published from what was loaded; `undefined` if that has no page yet, only days. */
export function toGithubData(loaded: SavedReleases | undefined, options: GithubDataOptions): GithubData | undefined {
  if (loaded === undefined || loaded.pages.length === 0) return undefined;
  const { pages, history, checkedAt, signatures } = loaded;
  const mapped = mapReleases(pages, { appName: options.appName, signatures });
  return { ...mapped, daily: toDaily(history), asOf: toIsoTime(checkedAt), isStale: options.isStale };
}
