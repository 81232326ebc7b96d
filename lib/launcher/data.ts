import { ApiError } from "@/lib/http/errors.ts";
import { type Application, APPLICATIONS, type LauncherDocument, type Release } from "@/lib/launcher/document.ts";
import { compareVersions, parseVersion, type Version } from "@/lib/launcher/version.ts";

/** The most updates that are listed: a client that is years behind does not need every release note. */
const MAX_UPDATES = 25;

/** What a client asks for when it looks for updates. */
export interface UpdateQuery {
  /** The version that the client has. */
  readonly version?: string | undefined;
  /** `beta` has every release, `stable` only the releases that are not a beta. */
  readonly channel: "stable" | "beta";
}

/** The application's data. Each method returns the fields of one endpoint. */
export class LauncherData {
  readonly #document: LauncherDocument;

  constructor(document: LauncherDocument) {
    this.#document = document;
  }

  /** Returns the fields of `stats/downloads`. Every total is the sum of its parts. */
  downloads() {
    const { applications, daily, asOf = null } = this.#document;
    // Withdrawn releases count because they were downloaded: without them the total would shrink.
    const counts = mapApplications((name) => {
      const versions = sortReleases(applications[name].releases)
        .map(({ version, downloads }) => ({ version, downloads }));
      return { total: sum(versions), versions };
    });
    const total = sum(Object.values(counts).map(({ total }) => ({ downloads: total })));
    return { total, applications: counts, daily: daily.toSorted((a, b) => a.date < b.date ? -1 : 1), asOf };
  }

  /** Returns the fields of `launcher/updates`. `version` must be valid. */
  updates({ version = "", channel }: UpdateQuery) {
    const { releases, minimumSupported = "" } = this.#document.applications.launcher;
    const offered = findOffered(releases).filter(({ beta }) => !beta || channel === "beta");
    const current = parseVersion(version);
    const minimum = parseVersion(minimumSupported);
    const newer = offered.filter(({ parsed }) => current === undefined || compareVersions(parsed, current) > 0);
    const updateAvailable = current !== undefined && newer.length > 0;
    const [latest] = offered;
    return {
      channel,
      current: current?.text ?? null,
      updateAvailable,
      // Without an update to install, "mandatory" would lock the client out.
      mandatory: updateAvailable && isBelow(current, minimum),
      minimumSupported: minimum?.text ?? null,
      latest: latest === undefined ? null : toListed(latest),
      updates: newer.slice(0, MAX_UPDATES).map(toListed),
    };
  }

  /** Returns the fields of `launcher/news`: the newest entries, and how many there are. */
  news(limit: number) {
    const sorted = this.#document.news.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
    return { news: sorted.slice(0, limit), total: sorted.length };
  }

  /** Returns the fields of `version/app/{application}`. @throws {ApiError} `not_found` if it has no release. */
  application(name: Application) {
    const offered = findOffered(this.#document.applications[name].releases);
    const latest = assertPublished(offered.find(({ beta }) => !beta) ?? offered[0]);
    const { version, beta, releaseDate, size } = latest;
    return { [name]: { version, beta, releaseDate, size } };
  }

  /** Returns the fields of `version/app/launcher/resources`. @throws {ApiError} `not_found` if there are none. */
  resources() {
    const { version, beta, releaseDate, size, sha256, url } = assertPublished(this.#document.resources);
    return { message: version, date: releaseDate, resources: { version, beta, releaseDate, size, sha256, url } };
  }

  /** Returns the fields of `version/tier/{tier}`. */
  tier(id: "2" | "3") {
    return { tier: { id: id === "2" ? 2 : 3, ...this.#document.tiers[id] } };
  }
}

/** Returns the releases that are offered, the newest first. */
export function findOffered(releases: readonly Release[]): Release[] {
  return sortReleases(releases.filter(({ withdrawn }) => !withdrawn));
}

/** Returns the sum of downloads. */
export function sum(counted: readonly { readonly downloads?: number | undefined }[]): number {
  return counted.reduce((total, { downloads = 0 }) => total + downloads, 0);
}

// Releases are not sorted by date, because an old major version may get a late fix.
function sortReleases(releases: readonly Release[]): Release[] {
  return releases.toSorted((a, b) => compareVersions(b.parsed, a.parsed));
}

function toListed({ version, beta, releaseDate, size, sha256, url, notes }: Release) {
  return { version, beta, releaseDate, size, sha256, url, notes };
}

function isBelow(current: Version, minimum: Version | undefined): boolean {
  return minimum !== undefined && compareVersions(current, minimum) < 0;
}

function mapApplications<T>(toValue: (name: Application) => T): Record<Application, T> {
  return Object.fromEntries(APPLICATIONS.map((name) => [name, toValue(name)])) as Record<Application, T>;
}

function assertPublished<T>(release: T | undefined): T {
  if (release !== undefined) return release;
  throw new ApiError("not_found", "Cannot find a release: none has been published yet");
}
