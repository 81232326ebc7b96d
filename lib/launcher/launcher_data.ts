import { LRUCache } from "lru-cache";
import { ApiError } from "@/lib/http/errors.ts";
import type { CachedResponse } from "@/lib/http/responses.ts";
import type { LauncherDocument } from "@/lib/launcher/document.ts";
import { Feeds } from "@/lib/launcher/feeds/feeds.ts";
import { type Application, APPLICATIONS, type TierId } from "@/lib/launcher/names.ts";
import { findNews } from "@/lib/launcher/news.ts";
import { type Release, sumDownloads } from "@/lib/launcher/release.ts";
import { findLatest, toPublished } from "@/lib/launcher/releases.ts";
import { findUpdates, type LauncherReleases } from "@/lib/launcher/updates.ts";
import { parseVersion } from "@/lib/launcher/version.ts";

/** How old the data is, as reported to callers. */
export interface Freshness {
  /** When the source was last read. */
  readonly asOf: string;
  /** Whether the source cannot be reached, so that this is the last good data. */
  readonly isStale: boolean;
}

/** Maximum number of cached responses, so that callers with random queries cannot fill the memory. */
const MAX_RESPONSES = 128;

/** A snapshot of the application's data. Each method returns the JSON fields of one endpoint. */
export class LauncherData {
  /** The responses built from this snapshot, by URL. The next snapshot starts with an empty cache. */
  readonly responses = new LRUCache<string, CachedResponse>({ max: MAX_RESPONSES });
  readonly #document: LauncherDocument;
  readonly #asOf: string;
  /** The launcher's releases in the formats of other updaters. */
  readonly feeds: Feeds;
  readonly #staleFields: { readonly stale?: true; readonly asOf?: string };
  readonly #launcher: LauncherReleases;

  /** Sorts the launcher's releases once, because every request for updates needs them. */
  constructor(document: LauncherDocument, { asOf, isStale }: Freshness) {
    this.#document = document;
    this.#asOf = asOf;
    this.#staleFields = isStale ? { stale: true, asOf } : {};
    const { releases, minimumSupported } = document.applications.launcher;
    this.#launcher = { published: toPublished(releases), minimum: parseVersion(minimumSupported ?? "") };
    this.feeds = new Feeds(this.#launcher.published, this.#staleFields);
  }

  /** Returns the fields of `stats/downloads`. */
  downloads(): object {
    const { applications, daily } = this.#document;
    const counts = APPLICATIONS.map((name) => [name, toCounts(applications[name].releases)] as const);
    return {
      total: counts.reduce((sum, [, { total }]) => sum + total, 0),
      applications: Object.fromEntries(counts),
      daily: daily.toSorted((a, b) => a.date < b.date ? -1 : 1),
      asOf: this.#asOf,
      ...this.#staleFields,
    };
  }

  /** Returns the fields of `launcher/updates`. @throws {ApiError} `invalid_parameter`. */
  updates(url: URL): object {
    return { ...findUpdates(url, this.#launcher), ...this.#staleFields };
  }

  /** Returns the fields of `launcher/news`. @throws {ApiError} `invalid_parameter`. */
  news(url: URL): object {
    return { ...findNews(url, this.#document.news), ...this.#staleFields };
  }

  /** Returns the fields of `version/app/{application}`. @throws {ApiError} `not_found` if the application has no release. */
  application(name: Application): object {
    const latest = findLatest(this.#document.applications[name].releases);
    const { version, beta, releaseDate, size } = assertPublished(latest);
    return { [name]: { version, beta, releaseDate, size }, ...this.#staleFields };
  }

  /** Returns the fields of `version/app/launcher/resources`. @throws {ApiError} `not_found` if there are no resources. */
  resources(): object {
    const { version, beta, releaseDate, size, sha256, url } = assertPublished(this.#document.resources);
    const resources = { version, beta, releaseDate, size, sha256, url };
    return { message: version, date: releaseDate, resources, ...this.#staleFields };
  }

  /** Returns the fields of `version/tier/{tier}`. */
  tier(id: TierId): object {
    return { tier: { id: Number(id), ...this.#document.tiers[id] }, ...this.#staleFields };
  }
}

// Withdrawn releases count because they were downloaded: without them the total would drop from one day to the next.
function toCounts(releases: readonly Release[]) {
  const all = toPublished(releases.map((release) => ({ ...release, withdrawn: false })));
  const versions = all.map(({ release: { version, downloads } }) => ({ version, downloads }));
  return { total: sumDownloads(versions), versions };
}

function assertPublished<T>(release: T | undefined): T {
  if (release !== undefined) return release;
  throw new ApiError("not_found", "Cannot find a release: none has been published yet");
}
