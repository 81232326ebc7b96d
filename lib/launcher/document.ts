import { z } from "zod";
import { count } from "@/lib/http/fields.ts";
import { addIssue, date, type Issues, text, version, webAddress } from "@/lib/launcher/fields.ts";
import { APPLICATIONS, mapApplications } from "@/lib/launcher/names.ts";
import { type Release, sumDownloads } from "@/lib/launcher/release.ts";
import { releaseSchema, resourcesSchema } from "@/lib/launcher/release_schema.ts";
import { compareVersions, parseVersion, toPrecedenceKey } from "@/lib/launcher/version.ts";

const releases = z.array(releaseSchema).max(10_000);

/** What is published about a news entry. */
export const NEWS_ITEM_FIELDS = {
  id: text(100),
  title: text(200),
  summary: text(2000),
  date,
  url: webAddress,
  important: z.boolean(),
};

/** What is published about a benefit of a tier. */
export const BENEFIT_FIELDS = {
  id: text(100),
  name: text(200),
  description: text(2000),
  version,
  releaseDate: date,
};

/** What is published about a tier, besides its benefits. */
export const TIER_FIELDS = { name: text(100) };

/** What is published about the downloads of one day. */
export const DAY_FIELDS = { date: z.iso.date(), downloads: count };

const tier = z.strictObject({ ...TIER_FIELDS, benefits: z.array(z.strictObject(BENEFIT_FIELDS)).max(200) });

/** The document that an operator writes: everything that the application's own API publishes. */
export const documentSchema = z.strictObject({
  $schema: z.string().optional(),
  /** When the download counts were taken. */
  asOf: date,
  applications: z.strictObject({
    ...mapApplications(() => z.strictObject({ releases })),
    launcher: z.strictObject({ minimumSupported: version.optional(), releases }),
  }),
  resources: resourcesSchema.optional(),
  news: z.array(z.strictObject(NEWS_ITEM_FIELDS)).max(1000),
  tiers: z.strictObject({ 2: tier, 3: tier }),
  daily: z.array(z.strictObject(DAY_FIELDS)).max(4000).default([]),
}).superRefine(checkDocument);

/** A valid document, with all dates in one form and all defaults filled in. */
export type LauncherDocument = Omit<z.output<typeof documentSchema>, "$schema">;

/** One news entry. */
export type NewsItem = LauncherDocument["news"][number];

/** The downloads of one day. */
export type DayCount = LauncherDocument["daily"][number];

function checkDocument({ applications, news, daily }: z.output<typeof documentSchema>, issues: Issues): void {
  for (const name of APPLICATIONS) {
    // 1.0.0, 1.0.0.0 and 1.0.0+build are the same version to every client.
    const keys = applications[name].releases.map((release) => toPrecedenceKey(release.version));
    checkUnique(keys, issues, (i) => ["applications", name, "releases", i, "version"]);
  }
  checkUnique(news.map(({ id }) => id), issues, (i) => ["news", i, "id"]);
  checkUnique(daily.map(({ date }) => date), issues, (i) => ["daily", i, "date"]);
  const { minimumSupported, releases } = applications.launcher;
  // Then it completes those of GitHub, which have other versions and totals.
  if (releases.length === 0) return;
  const total = sumDownloads(APPLICATIONS.flatMap((name) => applications[name].releases));
  if (sumDownloads(daily) > total) {
    addIssue(issues, ["daily"], `must not add up to more than the ${total} downloads of all releases`);
  }
  if (isReachable(minimumSupported, releases)) return;
  addIssue(issues, ["applications", "launcher", "minimumSupported"], "must not be above the newest stable release");
}

// Returns whether a client can update to the minimum. Otherwise every client would be asked to update forever.
function isReachable(minimumSupported: string | undefined, published: readonly Release[]): boolean {
  const minimum = parseVersion(minimumSupported ?? "");
  return minimum === undefined || published.some((release) => {
    // Parsed here, because this check also runs if a release is invalid.
    const parsed = parseVersion(release.version);
    const isOffered = !release.beta && !release.withdrawn;
    return parsed !== undefined && isOffered && compareVersions(parsed, minimum) >= 0;
  });
}

function checkUnique(keys: readonly string[], issues: Issues, toPath: (index: number) => (string | number)[]): void {
  const seen = new Set<string>();
  for (const [i, key] of keys.entries()) {
    if (seen.has(key)) addIssue(issues, toPath(i), "must not occur twice");
    seen.add(key);
  }
}
