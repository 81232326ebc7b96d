import type { ValuesOf } from "@/lib/parameters/parameter.ts";
import { type Fields, selectFields } from "@/lib/launcher/fields.ts";
import type { UPDATES_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { filterChannel, type Release } from "@/lib/launcher/release.ts";
import { type Client, findFiles } from "@/lib/launcher/release_file.ts";
import { FILE_FIELDS, RELEASE_FIELDS } from "@/lib/launcher/release_fields.ts";
import type { UPDATES_RESPONSE } from "@/lib/launcher/response_schemas.ts";
import { compareVersions, parseVersionParameter, type Version } from "@/lib/launcher/version.ts";

/** Maximum number of listed releases: a client that is years behind needs the newest ones, not a megabyte of notes. */
export const MAX_LISTED_RELEASES = 25;

/** The launcher's releases on offer, newest first, and the oldest version that is still supported. */
export interface LauncherReleases {
  readonly offered: readonly Release[];
  readonly minimum: Version | undefined;
}

/**
 * Returns the releases that a client can update to, and whether it must update or go back.
 *
 * @throws {ApiError} `invalid_parameter` for an unknown form of version.
 */
export function findUpdates(
  { channel, version: text, ...client }: ValuesOf<typeof UPDATES_PARAMETERS>,
  { offered, minimum }: LauncherReleases,
): Fields<typeof UPDATES_RESPONSE> {
  const current = text === undefined ? undefined : parseVersionParameter("version", text);
  const newer: Release[] = [];
  let latest: Release | undefined;
  // Newest first: the first release that is not newer ends the search.
  for (const release of findSuitable(filterChannel(offered, channel), client)) {
    latest ??= release;
    const isNewer = current === undefined || compareVersions(release.parsed, current) > 0;
    if (!isNewer || newer.length === MAX_LISTED_RELEASES) break;
    newer.push(release);
  }
  const updateAvailable = current !== undefined && newer.length > 0;
  const isOffered = offered.some(({ parsed }) => current !== undefined && compareVersions(parsed, current) === 0);
  return {
    channel,
    current: current?.text ?? null,
    updateAvailable,
    // Without an update to install, "mandatory" would lock the client out.
    mandatory: updateAvailable && minimum !== undefined && compareVersions(current, minimum) < 0,
    // An offered beta needs no rollback, even if its client asks for the stable channel.
    rollback: current !== undefined && latest !== undefined && compareVersions(current, latest.parsed) > 0 &&
      !isOffered,
    minimumSupported: minimum?.text ?? null,
    latest: latest === undefined ? null : toListed(latest),
    updates: newer.map(toListed),
  };
}

/** Returns the releases that have a file for the client, each with these files alone and the values of the best. */
function* findSuitable(offered: readonly Release[], client: Client): Generator<Release> {
  if (client.platform === undefined && client.arch === undefined) return yield* offered;
  for (const release of offered) {
    const files = findFiles(release.files, client);
    const [best] = files;
    if (best !== undefined) yield { ...release, url: best.url, size: best.size, sha256: best.sha256, files };
  }
}

function toListed(release: Release) {
  const files = release.files.map((file) => selectFields(file, FILE_FIELDS));
  return { ...selectFields(release, RELEASE_FIELDS), files };
}
