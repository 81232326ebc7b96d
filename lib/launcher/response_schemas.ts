// Schemas of the v5 responses. The OpenAPI document is generated from them, and the tests check every response.
import { z } from "zod";
import { count, instant, sha256 } from "@/lib/http/fields.ts";
import type { Feed } from "@/lib/launcher/feeds/feed.ts";
import { FEEDS } from "@/lib/launcher/feeds/registry.ts";
import { ARCHES, KINDS, PLATFORMS } from "@/lib/launcher/file_name.ts";
import { APPLICATIONS, CHANNELS, mapApplications } from "@/lib/launcher/names.ts";
import { MAX_VERSION_CHARACTERS } from "@/lib/launcher/version.ts";

/** The fields of a response. */
export type Fields<T extends z.ZodRawShape> = z.output<z.ZodObject<T>>;

const version = z.string().min(5).max(MAX_VERSION_CHARACTERS).describe("SemVer 2.0, or the same with four numbers");

// The last fields of most responses, present only while the source cannot be reached.
const staleness = {
  stale: z.literal(true).optional().describe("The source cannot be reached; this is the last good response"),
  asOf: instant.optional().describe("When the source was last read"),
};

const fileFields = {
  size: count.describe("Bytes"),
  sha256: sha256.nullable().describe("Hexadecimal; null if the source has none"),
  url: z.url(),
};
const versionFields = { version, beta: z.boolean(), releaseDate: instant };

const file = z.object({
  platform: z.enum(PLATFORMS).describe("`any` if the file is not made for one platform"),
  arch: z.enum(ARCHES).describe("The processor architecture; `any` if the name of the file states none"),
  kind: z.enum(KINDS).describe("Whether to run it, to give it to a package manager, or to unpack it"),
  ...fileFields,
  sha512: z.string().regex(/^[0-9a-f]{128}$/).nullable().describe("Hexadecimal; null if the source has none"),
  signature: z.string().nullable().describe("In Base64, in the format of the updater that it is for"),
}).meta({ id: "ReleaseFile" });

const release = z.object({
  ...versionFields,
  ...fileFields,
  notes: z.string(),
  files: z.array(file).min(1).describe("Every download, by platform, installers first"),
}).meta({ id: "Release" });

const counts = z.object({ total: count, versions: z.array(z.object({ version, downloads: count })) })
  .meta({ id: "DownloadCounts" });

/** Fields of `stats/downloads`. Every total is the sum of its parts. */
export const DOWNLOADS_FIELDS = {
  total: count,
  applications: z.object(mapApplications(() => counts)),
  platforms: z.object({ windows: count, macos: count, linux: count, any: count }),
  daily: z.array(z.object({ date: z.iso.date(), downloads: count })),
  asOf: instant,
  stale: staleness.stale,
};

/** Fields of `launcher/updates`. */
export const UPDATES_FIELDS = {
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
export const FEEDS_FIELDS = {
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
export const TAURI_FIELDS = {
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

const text = z.string();
const newsItem = { id: text, title: text, summary: text, date: instant, url: z.url(), important: z.boolean() };

/** Fields of `launcher/news`. */
export const NEWS_FIELDS = {
  news: z.array(z.object(newsItem).meta({ id: "NewsItem" })),
  total: count.describe("Number of entries since the given date"),
  ...staleness,
};

const application = z.object({ ...versionFields, size: count }).meta({ id: "ApplicationVersion" });

/** Fields of `version/app/{application}` for each application: one key, named after it. */
export const APPLICATION_FIELDS = APPLICATIONS.map((name) => ({ [name]: application, ...staleness }));

/** Fields of `version/app/launcher/resources`. */
export const RESOURCES_FIELDS = {
  message: version,
  date: instant,
  resources: z.object({ ...versionFields, ...fileFields }).meta({ id: "Resources" }),
  ...staleness,
};

const benefit = { id: text, name: text, description: text, version, releaseDate: instant };

/** Fields of `version/tier/{tier}`. */
export const TIER_FIELDS = {
  tier: z.object({
    id: z.union([z.literal(2), z.literal(3)]),
    name: text,
    benefits: z.array(z.object(benefit).meta({ id: "Benefit" })),
  }).meta({ id: "Tier" }),
  ...staleness,
};
