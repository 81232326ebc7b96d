import { LRUCache } from "lru-cache";
import { ApiError } from "@/lib/http/errors.ts";
import type { ValuesOf } from "@/lib/parameters/parameter.ts";
import type { LauncherDocument } from "@/lib/launcher/document.ts";
import { type Fields, parseDate, selectFields } from "@/lib/launcher/fields.ts";
import type { Application, Channel, TIERS } from "@/lib/launcher/names.ts";
import type { DOWNLOADS_PARAMETERS, NEWS_PARAMETERS, UPDATES_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { filterChannel, findLatest, findOffered, type Release } from "@/lib/launcher/release.ts";
import { APPLICATION_FIELDS, RESOURCES_FIELDS } from "@/lib/launcher/release_fields.ts";
import type * as schemas from "@/lib/launcher/response_schemas.ts";
import { countDownloads, findDays } from "@/lib/launcher/statistics.ts";
import { findUpdates, type LauncherReleases } from "@/lib/launcher/updates.ts";
import { parseVersion } from "@/lib/launcher/version.ts";
import type { ReusableResponse } from "@/lib/http/reusable_response.ts";

/** How old the data is, as reported to callers. */
export interface DataAge {
  /** When the source was last read. */
  readonly asOf: string;
  /** Whether the source cannot be reached or is invalid, so that this is the last valid data. */
  readonly isStale: boolean;
}

/** Maximum number of cached responses, so that callers with random queries cannot fill the memory. */
const MAX_RESPONSES = 128;

/** The tiers as numbers, as responses have them. */
const TIER_IDS = { 2: 2, 3: 3 } as const satisfies Record<typeof TIERS[number], number>;

/** A snapshot of the application's data. Each method returns the JSON fields of one endpoint. */
export class LauncherData {
  /** The responses built from this snapshot, by the key of the URL. The next snapshot starts with an empty cache. */
  readonly responses = new LRUCache<string, ReusableResponse>({ max: MAX_RESPONSES });
  readonly freshness: DataAge;
  readonly #document: LauncherDocument;
  readonly #launcher: LauncherReleases;
  #counts: ReturnType<typeof countDownloads> | undefined;

  /** Sorts the launcher's releases once, because every request for updates needs them. */
  constructor(document: LauncherDocument, { asOf, isStale }: DataAge) {
    this.freshness = { asOf, isStale };
    this.#document = document;
    const { releases, minimumSupported } = document.applications.launcher;
    this.#launcher = { offered: findOffered(releases), minimum: parseVersion(minimumSupported ?? "") };
  }

  /** Returns the fields of `stats/downloads`. @throws {ApiError} `invalid_parameter`. */
  downloads(period: ValuesOf<typeof DOWNLOADS_PARAMETERS>): Fields<typeof schemas.DOWNLOADS_RESPONSE> {
    const daily = findDays(period, this.#document.daily);
    // Counted once, because each period is a response of its own.
    this.#counts ??= countDownloads(this.#document);
    return { ...this.#counts, daily, asOf: this.freshness.asOf };
  }

  /** Returns the launcher's releases on a channel, newest first, for the feeds. */
  offered(channel: Channel): readonly Release[] {
    return filterChannel(this.#launcher.offered, channel);
  }

  /** Returns the fields of `launcher/updates`. @throws {ApiError} `invalid_parameter`. */
  updates(client: ValuesOf<typeof UPDATES_PARAMETERS>): Fields<typeof schemas.UPDATES_RESPONSE> {
    return findUpdates(client, this.#launcher);
  }

  /** Returns the fields of `launcher/news`: the newest, and the total. @throws {ApiError} `invalid_parameter`. */
  news({ limit, since }: ValuesOf<typeof NEWS_PARAMETERS>): Fields<typeof schemas.NEWS_RESPONSE> {
    const sinceMs = since === undefined ? -Infinity : Date.parse(parseDate("since", since));
    const found = this.#document.news.filter(({ date }) => Date.parse(date) >= sinceMs);
    const sorted = found.sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
    return { news: sorted.slice(0, limit), total: sorted.length };
  }

  /** Returns the fields of `version/app/{application}`. @throws {ApiError} `not_found` if it has no release. */
  application(name: Application): { readonly [name in Application]?: Fields<typeof APPLICATION_FIELDS> } {
    const latest = findLatest(this.#document.applications[name].releases);
    return { [name]: selectFields(assertPublished(latest), APPLICATION_FIELDS) };
  }

  /** Returns the fields of `version/app/launcher/resources`. @throws {ApiError} `not_found` if there are none. */
  resources(): Fields<typeof schemas.RESOURCES_RESPONSE> {
    const resources = selectFields(assertPublished(this.#document.resources), RESOURCES_FIELDS);
    return { message: resources.version, date: resources.releaseDate, resources };
  }

  /** Returns the fields of `version/tier/{tier}`. */
  tier(id: typeof TIERS[number]): Fields<typeof schemas.TIER_RESPONSE> {
    return { tier: { id: TIER_IDS[id], ...this.#document.tiers[id] } };
  }
}

function assertPublished<T>(release: T | undefined): T {
  if (release !== undefined) return release;
  throw new ApiError("not_found", "Cannot find a release: none has been published yet");
}
