// Schemas of the v5 responses, made of the fields of the document. The OpenAPI document is generated from them, and the
// tests check every response.
import { z } from "zod";
import { count, instant } from "@/lib/http/fields.ts";
import { BENEFIT_FIELDS, DAY_FIELDS, NEWS_ITEM_FIELDS, TIER_FIELDS } from "@/lib/launcher/document.ts";
import type { Feed } from "@/lib/launcher/feeds/feed.ts";
import { FEEDS } from "@/lib/launcher/feeds/registry.ts";
import { version } from "@/lib/launcher/fields.ts";
import { APPLICATIONS, CHANNELS, mapApplications } from "@/lib/launcher/names.ts";
import { APPLICATION_FIELDS, FILE_FIELDS, RELEASE_FIELDS, RESOURCES_FIELDS } from "@/lib/launcher/release_fields.ts";

// The last fields of most responses, present only while the source cannot be reached or is invalid.
const staleness = {
  stale: z.literal(true).optional().describe(
    "The source cannot be reached or is invalid; this is the last good response",
  ),
  asOf: instant.optional().describe("When the source was last read"),
};

const file = z.object(FILE_FIELDS).meta({ id: "ReleaseFile" });

const release = z.object({
  ...RELEASE_FIELDS,
  files: z.array(file).min(1).describe("Every download, by platform, installers first"),
}).meta({ id: "Release" });

const counts = z.object({ total: count, versions: z.array(z.object({ version, downloads: count })) })
  .meta({ id: "DownloadCounts" });

/** Fields of `stats/downloads`. Every total is the sum of its parts. */
export const DOWNLOADS_RESPONSE = {
  total: count,
  applications: z.object(mapApplications(() => counts)),
  platforms: z.object({ windows: count, macos: count, linux: count, any: count }),
  daily: z.array(z.object(DAY_FIELDS)),
  asOf: instant,
  stale: staleness.stale,
};

/** Fields of `launcher/updates`. */
export const UPDATES_RESPONSE = {
  channel: z.enum(CHANNELS),
  current: version.nullable(),
  updateAvailable: z.boolean(),
  mandatory: z.boolean(),
  rollback: z.boolean(),
  minimumSupported: version.nullable(),
  latest: release.nullable(),
  updates: z.array(release),
  ...staleness,
};

/** Fields of `launcher/feeds`. */
export const FEEDS_RESPONSE = {
  channel: z.enum(CHANNELS),
  feeds: z.array(z.object({
    name: z.enum(FEEDS.map(({ name }) => name)),
    paths: z.array(z.string()),
    latest: version.nullable().describe("The newest release in the feed"),
    releases: z.array(z.object({ version, missing: z.array(z.string()) })),
  })),
  ...staleness,
};

/** Fields of `launcher/feeds/tauri/{target}/{arch}/{current_version}`. */
export const TAURI_RESPONSE = {
  version,
  notes: z.string(),
  "pub_date": instant,
  url: z.url(),
  signature: z.base64(),
  ...staleness,
};

/** Returns the fields of a feed whose files are JSON responses, or `undefined`. */
export function toFeedFields({ fields }: Feed): z.ZodRawShape | undefined {
  return fields && { ...fields({ z, version, instant }), ...staleness };
}

/** Fields of `launcher/news`. */
export const NEWS_RESPONSE = {
  news: z.array(z.object(NEWS_ITEM_FIELDS).meta({ id: "NewsItem" })),
  total: count.describe("Number of entries since the given date"),
  ...staleness,
};

const application = z.object(APPLICATION_FIELDS).meta({ id: "ApplicationVersion" });

/** Fields of `version/app/{application}` for each application: one key, named after it. */
export const APPLICATION_RESPONSES = APPLICATIONS.map((name) => ({ [name]: application, ...staleness }));

/** Fields of `version/app/launcher/resources`. */
export const RESOURCES_RESPONSE = {
  message: version,
  date: instant,
  resources: z.object(RESOURCES_FIELDS).meta({ id: "Resources" }),
  ...staleness,
};

/** Fields of `version/tier/{tier}`. */
export const TIER_RESPONSE = {
  tier: z.object({
    id: z.union([z.literal(2), z.literal(3)]),
    ...TIER_FIELDS,
    benefits: z.array(z.object(BENEFIT_FIELDS).meta({ id: "Benefit" })),
  }).meta({ id: "Tier" }),
  ...staleness,
};
