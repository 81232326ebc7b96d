import type { Definitions, Installation } from "@/lib/endpoints/endpoint.ts";
import { completeDefinition, type LauncherDefinition } from "@/lib/endpoints/launcher_endpoint.ts";
import { CHANNEL, FEED_DEFINITIONS, VERSION } from "@/lib/endpoints/launcher_feeds.ts";
import * as schemas from "@/lib/launcher/response_schemas.ts";
import { APPLICATIONS, TIERS } from "@/lib/launcher/names.ts";
import { MAX_LISTED_RELEASES } from "@/lib/launcher/updates.ts";

const DEFINITIONS: readonly LauncherDefinition[] = [
  {
    id: "v5-downloads",
    path: "/stats/downloads",
    title: "Download statistics",
    summary: "Returns the number of downloads by application, version, platform and day",
    description: "Every total is the sum of its parts and counts all downloads. `since` and `until` select the days.",
    queryParameters: {
      since: { summary: "The first day, as an ISO 8601 date (UTC)", format: "date", example: "2026-11-01" },
      until: { summary: "The last day, as an ISO 8601 date (UTC)", format: "date", example: "2026-11-13" },
    },
    fields: schemas.DOWNLOADS_RESPONSE,
    respond: (data) => data.downloads({}),
  },
  {
    id: "v5-updates",
    path: "/launcher/updates",
    title: "Launcher updates",
    summary: "Returns whether a newer launcher is available and whether it is mandatory",
    description: `With \`version\`, only newer releases are listed, newest first and at most ${MAX_LISTED_RELEASES}. ` +
      "`rollback` means that the client is newer than anything published and should return to `latest`. " +
      "`url`, `size` and `sha256` describe the file for Windows on x64 or, if there is none, the first file. With " +
      "`platform` or `arch`, they describe the best matching file, and releases without one are left out.",
    fields: schemas.UPDATES_RESPONSE,
    respond: (data) => data.updates({ version: "7.5.0", channel: "stable" }),
    queryParameters: {
      version: VERSION,
      channel: CHANNEL,
      platform: { summary: "What the client runs on" },
      arch: { summary: "The client's processor architecture" },
    },
    example: "/launcher/updates?version=7.5.0",
  },
  {
    id: "v5-news",
    path: "/launcher/news",
    title: "Launcher news",
    summary: "Returns the news, newest first",
    fields: schemas.NEWS_RESPONSE,
    respond: (data) => data.news({ limit: 3 }),
    queryParameters: {
      limit: { summary: "The maximum number of entries" },
      since: { summary: "An ISO 8601 date; older entries are omitted", format: "date", example: "2026-01-31" },
    },
    example: "/launcher/news?limit=3",
  },
  ...FEED_DEFINITIONS,
  {
    id: "v5-version",
    needsRelease: true,
    path: "/version/app/{application}",
    title: "Application version",
    summary: "Returns the current version of an application",
    description: "This is the newest stable release or, if there is none, the newest beta.",
    fields: schemas.APPLICATION_RESPONSES,
    respond: (data) => data.application("launcher"),
    pathParameters: { application: { summary: "The application", allowed: APPLICATIONS, example: "launcher" } },
  },
  {
    id: "v5-resources",
    needsRelease: true,
    path: "/version/app/launcher/resources",
    title: "Launcher resources",
    summary: "Returns the current resources of the launcher",
    fields: schemas.RESOURCES_RESPONSE,
    respond: (data) => data.resources(),
  },
  {
    id: "v5-tier",
    path: "/version/tier/{tier}",
    title: "Patron tier",
    summary: "Returns the benefits of a patron tier",
    description: 'Tier 2 is "Favorite", tier 3 is "Trusted".',
    fields: schemas.TIER_RESPONSE,
    respond: (data) => data.tier("2"),
    pathParameters: { tier: { summary: "The tier", type: "integer", allowed: TIERS, example: 2 } },
  },
];

/** Describes the application's own API. */
export function describeLauncher(installation: Installation): Definitions {
  return { launcher: DEFINITIONS.map((definition) => completeDefinition(definition, installation)) };
}
