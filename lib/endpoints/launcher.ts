import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { describeLauncher } from "@/lib/endpoints/launcher_endpoint.ts";
import { CHANNEL, FEED_ENDPOINTS } from "@/lib/endpoints/launcher_feeds.ts";
import { DEFAULT_CHART_DAYS, MAX_CHART_DAYS } from "@/lib/launcher/chart.ts";
import * as schemas from "@/lib/launcher/response_schemas.ts";
import { APPLICATIONS, TIERS } from "@/lib/launcher/names.ts";
import { CLIENT_ARCHES, CLIENT_PLATFORMS } from "@/lib/launcher/files.ts";
import { DEFAULT_NEWS, MAX_NEWS } from "@/lib/launcher/news.ts";
import { MAX_LISTED_RELEASES } from "@/lib/launcher/updates.ts";
import { MAX_VERSION_CHARACTERS } from "@/lib/launcher/version.ts";

// The examples are responses to the example requests with the shipped sample data, shortened.

const VERSION = { version: "7.7.0", beta: false, releaseDate: "2026-10-02T12:10:00Z" };

const DOWNLOAD = {
  size: 51228672,
  sha256: "a1945cfe8be99cabb80b1a30981f092b9b2ce0e25fad28a56e466e58dcebb1e9",
  url: "https://downloads.example.com/launcher-setup-7.7.0.exe",
};

const RELEASE = {
  ...VERSION,
  ...DOWNLOAD,
  notes: "The launcher starts without a network and says what it could not check.",
  files: [{ platform: "windows", arch: "any", kind: "installer", ...DOWNLOAD, sha512: null, signature: null }],
};

const PERIOD = {
  since: { summary: "The first day, as an ISO 8601 date (UTC)", type: "string", example: "2026-11-01" },
  until: { summary: "The last day, as an ISO 8601 date (UTC)", type: "string", example: "2026-11-13" },
} as const;

/** The application's own API. */
export const LAUNCHER_ENDPOINTS: readonly Endpoint[] = [
  describeLauncher({
    id: "v5-downloads",
    path: "/stats/downloads",
    summary: "Returns the number of downloads by application, version, platform and day",
    description: "Every total is the sum of its parts and counts all downloads. `since` and `until` select the days.",
    queryParameters: PERIOD,
    fields: schemas.DOWNLOADS_FIELDS,
    response: {
      total: 46_264,
      applications: {
        launcher: { total: 38_262, versions: [{ version: "7.7.0", downloads: 38_262 }] },
        reshade: { total: 5002, versions: [{ version: "6.3.0", downloads: 5002 }] },
        fpsUnlocker: { total: 3000, versions: [{ version: "3.0.0", downloads: 3000 }] },
      },
      platforms: { windows: 32_140, macos: 3702, linux: 2420, any: 8002 },
      daily: [{ date: "2026-11-12", downloads: 1280 }, { date: "2026-11-13", downloads: 1581 }],
      asOf: "2026-11-14T00:00:00Z",
    },
  }),
  describeLauncher({
    id: "v5-downloads-svg",
    path: "/stats/downloads.svg",
    summary: "Returns the downloads by day as a chart, or a badge for a README",
    description: `Without a period, the chart shows the last ${DEFAULT_CHART_DAYS} days and the badge all downloads. ` +
      `A chart shows at most ${MAX_CHART_DAYS} days. It is dark for readers who prefer that.`,
    otherResponses: [{ type: "image/svg+xml", headers: ["etag"] }],
    queryParameters: {
      ...PERIOD,
      badge: { summary: "Returns a badge instead of a chart", type: "boolean", default: false },
    },
  }),
  describeLauncher({
    id: "v5-updates",
    path: "/launcher/updates",
    summary: "Returns whether a newer launcher is available and whether it is mandatory",
    description: `With \`version\`, only newer releases are listed, newest first and at most ${MAX_LISTED_RELEASES}. ` +
      "`rollback` means that the client is newer than anything published and should return to `latest`. " +
      "`url`, `size` and `sha256` describe the file for Windows on x64 or, if there is none, the first file. With " +
      "`platform` or `arch`, they describe the best matching file, and releases without one are left out.",
    fields: schemas.UPDATES_FIELDS,
    response: {
      channel: "stable",
      current: "7.5.0",
      updateAvailable: true,
      mandatory: false,
      rollback: false,
      minimumSupported: "7.4.0",
      latest: RELEASE,
      updates: [RELEASE],
    },
    queryParameters: {
      version: {
        summary: "The installed version: SemVer 2.0, also with a leading `v` or with four numbers",
        type: "string",
        maxLength: MAX_VERSION_CHARACTERS,
        example: "7.5.0",
      },
      channel: CHANNEL,
      platform: { summary: "What the client runs on", type: "string", allowed: CLIENT_PLATFORMS },
      arch: { summary: "The client's processor architecture", type: "string", allowed: CLIENT_ARCHES },
    },
    example: "/launcher/updates?version=7.5.0",
  }),
  describeLauncher({
    id: "v5-news",
    path: "/launcher/news",
    summary: "Returns the news, newest first",
    fields: schemas.NEWS_FIELDS,
    response: {
      news: [{
        id: "7-7-0",
        title: "Version 7.7 starts without a network",
        summary: "The launcher opens at once, checks what it can, and says plainly what it could not check.",
        date: "2026-10-02T18:00:00Z",
        url: "https://www.example.com/news/7-7-0",
        important: false,
      }],
      total: 14,
    },
    queryParameters: {
      limit: {
        summary: "The maximum number of entries",
        type: "integer",
        min: 1,
        max: MAX_NEWS,
        default: DEFAULT_NEWS,
      },
      since: { summary: "An ISO 8601 date; older entries are omitted", type: "string", example: "2026-01-31" },
    },
    example: "/launcher/news?limit=3",
  }),
  ...FEED_ENDPOINTS,
  describeLauncher({
    id: "v5-version",
    needsRelease: true,
    path: "/version/app/{application}",
    summary: "Returns the current version of an application",
    description: "This is the newest stable release or, if there is none, the newest beta.",
    fields: schemas.APPLICATION_FIELDS,
    response: { launcher: { ...VERSION, size: 51228672 } },
    pathParameters: {
      application: { summary: "The application", type: "string", allowed: APPLICATIONS, example: "launcher" },
    },
    example: "/version/app/launcher",
  }),
  describeLauncher({
    id: "v5-resources",
    needsRelease: true,
    path: "/version/app/launcher/resources",
    summary: "Returns the current resources of the launcher",
    fields: schemas.RESOURCES_FIELDS,
    response: {
      message: "7.7.0",
      date: "2026-10-02T12:10:00Z",
      resources: {
        ...VERSION,
        size: 186122240,
        sha256: "0a5b42878f86ba4e6623d3a097aa852aee31557c216d319642524ac7b2542ced",
        url: "https://downloads.example.com/resources-7.7.0.zip",
      },
    },
  }),
  describeLauncher({
    id: "v5-tier",
    path: "/version/tier/{tier}",
    summary: "Returns the benefits of a patron tier",
    description: 'Tier 2 is "Favorite", tier 3 is "Trusted".',
    fields: schemas.TIER_FIELDS,
    response: {
      tier: {
        id: 2,
        name: "Favorite",
        benefits: [{
          id: "shader-pack",
          name: "Extra shaders",
          description: "Eighteen shaders that the free download leaves out.",
          version: "2.1.0",
          releaseDate: "2026-07-10T16:00:00Z",
        }],
      },
    },
    pathParameters: { tier: { summary: "The tier", type: "integer", allowed: TIERS, example: 2 } },
    example: "/version/tier/2",
  }),
];
