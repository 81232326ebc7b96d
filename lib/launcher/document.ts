import { z } from "zod";
import { APPLICATIONS } from "@/lib/launcher/names.ts";
import { compareVersions, parseVersion } from "@/lib/launcher/version.ts";

// Operators may write dates with any offset; clients always receive one form.
const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: "must be an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z",
}).transform(toIsoTime);

const version = z.string().refine((text) => parseVersion(text) !== undefined, {
  error: "must be a SemVer 2.0 version such as 7.5.0 or 8.0.0-beta.1",
});

const webAddress = z.url({ protocol: /^https?$/, error: "must be an http: or https: address" }).max(2048);
const count = z.int().min(0);
const text = (max: number) => z.string().trim().min(1).max(max);

const asset = {
  version,
  beta: z.boolean(),
  releaseDate: instant,
  size: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: "must be 64 lower case hexadecimal digits" }).nullable(),
  url: webAddress,
};

const release = z.strictObject({
  ...asset,
  notes: z.string().max(10_000),
  downloads: count,
  /** Its downloads still count, but it is no longer offered. */
  withdrawn: z.boolean().default(false),
}).superRefine(checkBeta);

const resources = z.strictObject(asset).superRefine(checkBeta);
const releases = z.array(release).max(1000);

const newsItem = z.strictObject({
  id: text(100),
  title: text(200),
  summary: text(2000),
  date: instant,
  url: webAddress,
  important: z.boolean(),
});

const benefit = z.strictObject({
  id: text(100),
  name: text(200),
  description: text(2000),
  version,
  releaseDate: instant,
});

const tier = z.strictObject({ name: text(100), benefits: z.array(benefit).max(200) });

/** The document that an operator writes: everything that the application's own API publishes. */
export const documentSchema = z.strictObject({
  $schema: z.string().optional(),
  /** When the download counts were taken. */
  asOf: instant,
  applications: z.strictObject({
    launcher: z.strictObject({ minimumSupported: version.optional(), releases }),
    reshade: z.strictObject({ releases }),
    fpsUnlocker: z.strictObject({ releases }),
  }),
  resources: resources.optional(),
  news: z.array(newsItem).max(1000),
  tiers: z.strictObject({ 2: tier, 3: tier }),
  daily: z.array(z.strictObject({ date: z.iso.date(), downloads: count })).max(4000).default([]),
}).superRefine(checkDocument);

/** A valid document, with all dates in one form and all defaults filled in. */
export type LauncherDocument = Omit<z.output<typeof documentSchema>, "$schema">;

/** One published version of an application. */
export type Release = z.output<typeof release>;

/** One news entry. */
export type NewsItem = z.output<typeof newsItem>;

/** Formats a date as in every response: UTC, whole seconds. */
export function toIsoTime(date: string | number): string {
  return new Date(date).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Returns the sum of downloads. Every total is computed here, so that no two can disagree. */
export function sumDownloads(releases: readonly { readonly downloads: number }[]): number {
  return releases.reduce((sum, { downloads }) => sum + downloads, 0);
}

type Issues = z.core.$RefinementCtx;

function checkBeta({ version, beta }: { version: string; beta: boolean }, issues: Issues): void {
  const isPrerelease = (parseVersion(version)?.prerelease.length ?? 0) > 0;
  if (isPrerelease && !beta) addIssue(issues, ["beta"], `must be true because ${version} is a pre-release`);
}

function checkDocument({ applications, news, daily }: z.output<typeof documentSchema>, issues: Issues): void {
  for (const name of APPLICATIONS) {
    // Build metadata does not count: 1.0.0+a and 1.0.0+b are the same version to every client.
    const versions = applications[name].releases.map(({ version }) => version.replace(/\+.*/, ""));
    checkUnique(versions, issues, (i) => ["applications", name, "releases", i, "version"]);
  }
  checkUnique(news.map(({ id }) => id), issues, (i) => ["news", i, "id"]);
  checkUnique(daily.map(({ date }) => date), issues, (i) => ["daily", i, "date"]);
  const total = sumDownloads(APPLICATIONS.flatMap((name) => applications[name].releases));
  if (sumDownloads(daily) > total) {
    addIssue(issues, ["daily"], `must not add up to more than the ${total} downloads of all releases`);
  }
  if (isReachable(applications.launcher.minimumSupported, applications.launcher.releases)) return;
  addIssue(issues, ["applications", "launcher", "minimumSupported"], "must not be above the newest stable release");
}

// Returns whether a client can update to the minimum. Otherwise every client would be asked to update forever.
function isReachable(minimumSupported: string | undefined, releases: readonly Release[]): boolean {
  const minimum = parseVersion(minimumSupported ?? "");
  return minimum === undefined || releases.some((release) => {
    const version = parseVersion(release.version);
    return version !== undefined && !release.beta && !release.withdrawn && compareVersions(version, minimum) >= 0;
  });
}

function checkUnique(keys: readonly string[], issues: Issues, toPath: (index: number) => (string | number)[]): void {
  const seen = new Set<string>();
  for (const [i, key] of keys.entries()) {
    if (seen.has(key)) addIssue(issues, toPath(i), "must not occur twice");
    seen.add(key);
  }
}

function addIssue(issues: Issues, path: (string | number)[], message: string): void {
  issues.addIssue({ code: "custom", path, message });
}
