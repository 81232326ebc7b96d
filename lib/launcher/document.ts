import { z } from "zod";
import { parseJsonDocument } from "@/lib/util/json_document.ts";
import { MAX_VERSION_CHARACTERS, parseVersion, toPrecedenceKey, VERSION_FORM } from "@/lib/launcher/version.ts";

/** The applications whose versions are published. */
export const APPLICATIONS = ["launcher", "reshade", "fpsUnlocker"] as const;

/** One of {@linkcode APPLICATIONS}. */
export type Application = typeof APPLICATIONS[number];

// In the document, a field may be missing or may be written in several ways. In a response it always has one form. So
// these fields end with `.pipe()` and the schema of the response, which OpenAPI shows.

const DATE_FORM = "must be an ISO 8601 date such as 2026-01-31 or 2026-01-31T12:00:00Z";

/** A date. It may have any offset; callers get UTC and whole seconds. */
export const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: DATE_FORM })
  .transform(toIsoTime).pipe(z.iso.datetime());

/** A version. A leading `v` is removed. */
export const version = z.string().refine((text) => parseVersion(text) !== undefined, { error: VERSION_FORM })
  .transform((text) => text.replace(/^v/, "")).pipe(z.string().min(5).max(MAX_VERSION_CHARACTERS));

/** A number of bytes or downloads. */
export const count = z.int().min(0);

const webAddress = z.url({ protocol: /^https?$/, error: "must be an http: or https: address" });

const text = z.string().trim().min(1).pipe(z.string());

/** What callers get about every version. */
export const VERSION_FIELDS = { version, beta: z.boolean(), releaseDate: date };

/** What callers get about every file. */
export const FILE_FIELDS = {
  size: count.describe("Bytes"),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits").nullable()
    .describe("Null if it is not known"),
  url: webAddress,
};

/** What callers get about a news entry. */
export const NEWS_FIELDS = { id: text, title: text, summary: text, date, url: webAddress, important: z.boolean() };

/** What callers get about a benefit of a tier. */
export const BENEFIT_FIELDS = { id: text, name: text, description: text, version, releaseDate: date };

/** What callers get about the downloads of one day. */
export const DAY_FIELDS = { date: z.iso.date(), downloads: count };

const stored = {
  ...VERSION_FIELDS,
  ...FILE_FIELDS,
  // Without it, a pre-release such as 8.0.0-beta.1 is a beta, so that nobody gets one by mistake.
  beta: z.boolean().optional(),
  sha256: FILE_FIELDS.sha256.default(null),
};

const release = z.strictObject({
  ...stored,
  notes: z.string().default(""),
  downloads: count.default(0),
  /** Whether the release is no longer offered. Its downloads still count. */
  withdrawn: z.boolean().default(false),
}).transform(complete);

const application = z.strictObject({
  releases: z.array(release).default([]).superRefine(checkVersions),
});

function tier(name: string) {
  return z.strictObject({
    name: text.default(name),
    benefits: z.array(z.strictObject(BENEFIT_FIELDS)).default([]),
  }).prefault({});
}

/** Everything that the application's own API publishes. Every part may be missing: a new document is `{}`. */
export const documentSchema = z.strictObject({
  /** When the downloads were counted. */
  asOf: date.optional(),
  /** Which file of a release on GitHub belongs to which application, for `deno task launcher`. */
  assets: z.partialRecord(z.enum([...APPLICATIONS, "resources"]), text).default({}),
  applications: z.strictObject({
    launcher: application.extend({ minimumSupported: version.optional() }).prefault({}),
    reshade: application.prefault({}),
    fpsUnlocker: application.prefault({}),
  }).prefault({}),
  resources: z.strictObject(stored).transform(complete).optional(),
  news: z.array(z.strictObject({ ...NEWS_FIELDS, important: z.boolean().default(false) })).default([]),
  tiers: z.strictObject({ 2: tier("Favorite"), 3: tier("Trusted") }).prefault({}),
  daily: z.array(z.strictObject(DAY_FIELDS)).default([]),
});

/** A checked document, in which nothing is missing that has a default. */
export type LauncherDocument = z.output<typeof documentSchema>;

/** A document as people and the task write it. */
export type WrittenDocument = z.input<typeof documentSchema>;

/** One release of an application. */
export type Release = z.output<typeof release>;

/** Parses the text of a document. `name` is its path. @throws {TypeError} that names each wrong field. */
export function parseDocument(text: string, name: string): LauncherDocument {
  return parseJsonDocument(text, { name, schema: documentSchema });
}

/** Formats a time as callers get it: UTC and whole seconds. */
export function toIsoTime(time: string | number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Adds the parsed version, by which releases are sorted, and `beta` if it is missing. */
function complete<T extends { readonly version: string; readonly beta?: boolean | undefined }>(release: T) {
  const parsed = parseVersion(release.version)!;
  return { ...release, parsed, beta: release.beta ?? parsed.prerelease.length > 0 };
}

/** Rejects releases of equal precedence, because clients could not distinguish them. */
function checkVersions(releases: readonly Release[], issues: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { parsed }] of releases.entries()) {
    // This check also runs if a release is invalid.
    if (parsed === undefined) continue;
    const key = toPrecedenceKey(parsed);
    if (seen.has(key)) {
      issues.addIssue({ code: "custom", path: [index, "version"], message: "must not occur twice" });
    }
    seen.add(key);
  }
}
