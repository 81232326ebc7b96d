import { z } from "zod";
import { type Endpoint, endpoint, integer } from "@/lib/http/endpoint.ts";
import {
  APPLICATIONS,
  BENEFIT_FIELDS,
  count,
  date,
  DAY_FIELDS,
  FILE_FIELDS,
  NEWS_FIELDS,
  version,
  VERSION_FIELDS,
} from "@/lib/launcher/document.ts";
import { parseVersion, VERSION_FORM } from "@/lib/launcher/version.ts";

const ROOT = "/api/v5/{app_name}";

// The name is a setting, so the response checks it.
const app = { "app_name": z.string().describe("The name of the application") };

const release = z.object({ ...VERSION_FIELDS, ...FILE_FIELDS, notes: z.string() }).meta({ id: "Release" });

const counts = z.object({ total: count, versions: z.array(z.object({ version, downloads: count })) })
  .meta({ id: "DownloadCounts" });

const application = z.object({ ...VERSION_FIELDS, size: FILE_FIELDS.size }).meta({ id: "ApplicationVersion" });

export const V5_DOWNLOADS = endpoint({
  group: "launcher",
  path: `${ROOT}/stats/downloads`,
  summary: "Returns how often each version was downloaded, and the downloads of each day",
  input: z.object(app),
  returns: {
    "application/json": z.object({
      total: count,
      applications: z.object({ launcher: counts, reshade: counts, fpsUnlocker: counts }),
      daily: z.array(z.object(DAY_FIELDS)),
      asOf: date.nullable().describe("When the downloads were counted"),
    }),
  },
  example: "/api/v5/app/stats/downloads",
});

export const V5_UPDATES = endpoint({
  group: "launcher",
  path: `${ROOT}/launcher/updates`,
  summary: "Returns the updates of the launcher, the newest first",
  description:
    "Offer `latest` if `updateAvailable` is true, and insist if `mandatory` is true, too. Compare `size` and " +
    "`sha256` of the file before you run it. Without `version`, `updateAvailable` is false.",
  input: z.object({
    ...app,
    // A plus that is not escaped arrives as a blank.
    version: z.string().overwrite((text) => text.replaceAll(" ", "+")).refine(
      (text) => parseVersion(text) !== undefined,
      VERSION_FORM,
    ).optional()
      .describe("The version that the caller has"),
    channel: z.enum(["stable", "beta"]).default("stable").describe("`beta` has every release"),
  }),
  returns: {
    "application/json": z.object({
      channel: z.enum(["stable", "beta"]),
      current: version.nullable(),
      updateAvailable: z.boolean(),
      mandatory: z.boolean().describe("The caller has a version below `minimumSupported`"),
      minimumSupported: version.nullable(),
      latest: release.nullable(),
      updates: z.array(release).describe("The releases that are newer than `version`, at most 25"),
    }),
  },
  example: "/api/v5/app/launcher/updates?version=7.4.0&channel=stable",
});

export const V5_NEWS = endpoint({
  group: "launcher",
  path: `${ROOT}/launcher/news`,
  summary: "Returns the news of the launcher, the newest first",
  input: z.object({ ...app, limit: integer(1, 50).default(10).describe("How many") }),
  returns: {
    "application/json": z.object({ news: z.array(z.object(NEWS_FIELDS).meta({ id: "NewsItem" })), total: count }),
  },
  example: "/api/v5/app/launcher/news?limit=3",
});

export const V5_APPLICATION = endpoint({
  group: "launcher",
  path: `${ROOT}/version/app/{application}`,
  summary: "Returns the current version of an application: whether it is a beta, its date and its size",
  input: z.object({ ...app, application: z.enum(APPLICATIONS).describe("The application") }),
  returns: {
    "application/json": z.object({ launcher: application, reshade: application, fpsUnlocker: application }).partial(),
  },
  example: "/api/v5/app/version/app/launcher",
});

export const V5_RESOURCES = endpoint({
  group: "launcher",
  path: `${ROOT}/version/app/launcher/resources`,
  summary: "Returns the current resources of the launcher",
  input: z.object(app),
  returns: {
    "application/json": z.object({
      message: version,
      date,
      resources: z.object({ ...VERSION_FIELDS, ...FILE_FIELDS }).meta({ id: "Resources" }),
    }),
  },
  example: "/api/v5/app/version/app/launcher/resources",
});

export const V5_TIER = endpoint({
  group: "launcher",
  path: `${ROOT}/version/tier/{tier}`,
  summary: "Returns the benefits of a tier for patrons: 2 is the favorite tier, 3 the trusted tier",
  input: z.object({ ...app, tier: z.enum(["2", "3"]).describe("The tier") }),
  returns: {
    "application/json": z.object({
      tier: z.object({
        id: z.union([z.literal(2), z.literal(3)]),
        name: z.string(),
        benefits: z.array(z.object(BENEFIT_FIELDS).meta({ id: "Benefit" })),
      }).meta({ id: "Tier" }),
    }),
  },
  example: "/api/v5/app/version/tier/2",
});

/** The endpoints of the launcher, in the order of the page. */
export const LAUNCHER_ENDPOINTS: readonly Endpoint[] = [
  V5_UPDATES,
  V5_NEWS,
  V5_APPLICATION,
  V5_RESOURCES,
  V5_TIER,
  V5_DOWNLOADS,
];
