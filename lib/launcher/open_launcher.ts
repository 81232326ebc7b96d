import { waitAtMost } from "@/lib/async/deadline.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";
import { DocumentFile } from "@/lib/launcher/document_file.ts";
import { type GithubData, GithubSource, type GithubSourceOptions } from "@/lib/launcher/github_source.ts";
import { type Freshness, LauncherData } from "@/lib/launcher/launcher_data.ts";
import { assertApp } from "@/lib/launcher/names.ts";
import { findLatest } from "@/lib/launcher/releases.ts";

/** The application's data as the routes use it. */
export interface Launcher {
  /**
   * Returns the current data, without waiting for GitHub. It returns a promise only while the shipped sample is read.
   *
   * @throws {ApiError} `unknown_app` for another name, `source_failed` if no data was ever loaded.
   */
  load(appName: string | undefined): LauncherData | Promise<LauncherData>;
  /** How old the data is; `undefined` while there is none. */
  readonly freshness: Freshness | undefined;
  /** Stops watching the document and refreshing the releases. */
  close(): void;
}

/** Options of {@linkcode openLauncher}. */
export interface LauncherOptions {
  /** The path segment that names the application. */
  readonly appName: string;
  /** The operator's document. Without it and without `github`, the shipped sample is used. */
  readonly dataFile?: string | undefined;
  /** The repository that releases are loaded from. */
  readonly github?: Omit<GithubSourceOptions, "appName" | "onChange" | "warn"> | undefined;
  /** Receives messages for the operator. */
  readonly warn: (message: string) => void;
}

/** How long the start waits for GitHub if there is no data at all. Requests never wait for it. */
const FIRST_LOAD_MS = 1000;

/** The document if GitHub is the only source: empty, except for the names of the tiers. */
const EMPTY_DOCUMENT: LauncherDocument = {
  asOf: "1970-01-01T00:00:00Z",
  applications: { launcher: { releases: [] }, reshade: { releases: [] }, fpsUnlocker: { releases: [] } },
  news: [],
  tiers: { 2: { name: "Favorite", benefits: [] }, 3: { name: "Trusted", benefits: [] } },
  daily: [],
};

/** Opens a document, GitHub's releases, both, or the sample. @throws {TypeError} if the document is invalid. */
export async function openLauncher(options: LauncherOptions): Promise<Launcher> {
  const { appName, dataFile: path, github: settings, warn } = options;
  let document = EMPTY_DOCUMENT;
  let releases: GithubData | undefined;
  let data: LauncherData | undefined;
  const update = (changed: { document?: LauncherDocument; releases?: GithubData }) => {
    document = changed.document ?? document;
    releases = changed.releases ?? releases;
    const freshness = releases ?? { asOf: document.asOf, isStale: settings !== undefined };
    data = new LauncherData(releases === undefined ? document : merge(document, releases), freshness);
  };
  const file = path === undefined
    ? undefined
    : new DocumentFile({ path, warn, onChange: (changed) => update({ document: changed }) });
  await file?.open();
  const github = settings &&
    new GithubSource({ ...settings, appName, warn, onChange: (changed) => update({ releases: changed }) });
  await github?.open();
  if (data === undefined) await waitAtMost(FIRST_LOAD_MS, Promise.resolve(github?.running));
  if (path === undefined && settings === undefined) update({ document: await loadSample() });
  return {
    load(name) {
      assertApp(name, appName);
      if (data !== undefined) return data;
      const headers = { "retry-after": String(github?.retryAfterSeconds ?? 1) };
      const message = "Cannot load the releases: GitHub did not deliver them yet, try again later";
      throw new ApiError("source_failed", message, { headers });
    },
    get freshness() {
      return data?.freshness;
    },
    close() {
      file?.close();
      github?.close();
    },
  };
}

// Puts GitHub's releases into the operator's document, which supplies everything that GitHub does not have.
function merge(document: LauncherDocument, github: GithubData): LauncherDocument {
  const { launcher, reshade, fpsUnlocker } = document.applications;
  const resources = findLatest(github.resources) ?? document.resources;
  return {
    ...document,
    asOf: github.asOf,
    applications: {
      launcher: { ...launcher, releases: firstNonEmpty(github.launcher, launcher.releases) },
      reshade: { releases: firstNonEmpty(github.reshade, reshade.releases) },
      fpsUnlocker: { releases: firstNonEmpty(github.fpsUnlocker, fpsUnlocker.releases) },
    },
    ...(resources === undefined ? {} : { resources }),
    // Release notes are used only if the operator's document has no news.
    news: firstNonEmpty(document.news, github.news),
    daily: github.daily,
  };
}

function firstNonEmpty<T>(preferred: readonly T[], fallback: readonly T[]): T[] {
  return [...preferred.length > 0 ? preferred : fallback];
}

async function loadSample(): Promise<LauncherDocument> {
  const { default: sample } = await import("@/lib/launcher/sample.json", { with: { type: "json" } });
  return documentSchema.parse(sample);
}
