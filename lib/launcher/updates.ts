import { invalidParameterError, parseChoice, readParameter } from "@/lib/http/parameters.ts";
import type { Release } from "@/lib/launcher/document.ts";
import { parseQuery } from "@/lib/launcher/query.ts";
import { CHANNELS, filterChannel, type Published } from "@/lib/launcher/releases.ts";
import { compareVersions, parseVersion, type Version } from "@/lib/launcher/version.ts";

/** Maximum number of listed releases: a client that is years behind needs the newest ones, not a megabyte of notes. */
export const MAX_LISTED_RELEASES = 25;

/** The launcher's releases, newest first, and the oldest version that is still supported. */
export interface LauncherReleases {
  readonly published: readonly Published[];
  readonly minimum: Version | undefined;
}

/**
 * Returns the releases that a client can update to, and whether it must update or go back. The query of
 * `launcher/updates` names the channel and, if the client sends it, the version that it has.
 *
 * @throws {ApiError} `invalid_parameter` for an unknown channel or a version that is not SemVer.
 */
export function findUpdates(url: URL, { published, minimum }: LauncherReleases): object {
  const query = parseQuery(url);
  const channel = parseChoice(query, "channel", { allowed: CHANNELS, fallback: "stable" });
  const text = readParameter(query, "version");
  const current = text === undefined ? undefined : parseVersion(text);
  if (text !== undefined && current === undefined) {
    throw invalidParameterError("version", text, "must be a SemVer 2.0 version such as 7.5.0 or 8.0.0-beta.1");
  }
  const offered = filterChannel(published, channel);
  const [latest] = offered;
  const newer = offered.filter(({ version }) => current === undefined || compareVersions(version, current) > 0);
  const updateAvailable = current !== undefined && newer.length > 0;
  const isPublished = published.some(({ version }) => current !== undefined && compareVersions(version, current) === 0);
  return {
    channel,
    current: current?.text ?? null,
    updateAvailable,
    // Without an update to install, "mandatory" would lock the client out.
    mandatory: updateAvailable && minimum !== undefined && compareVersions(current, minimum) < 0,
    // A published beta needs no rollback, even if its client asks for the stable channel.
    rollback: current !== undefined && latest !== undefined && compareVersions(current, latest.version) > 0 &&
      !isPublished,
    minimumSupported: minimum?.text ?? null,
    latest: latest === undefined ? null : toListed(latest.release),
    updates: newer.slice(0, MAX_LISTED_RELEASES).map(({ release }) => toListed(release)),
  };
}

function toListed({ version, beta, releaseDate, size, sha256, url, notes }: Release): object {
  return { version, beta, releaseDate, size, sha256, url, notes };
}
