import { join } from "@std/path";
import type { Config } from "@/fresh.config.ts";
import { waitAtMost } from "@/lib/async/deadline.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";
import { watchDocument } from "@/lib/launcher/document_watch.ts";
import type { GithubData } from "@/lib/launcher/github/data.ts";
import { GithubReleases, type GithubReleasesOptions } from "@/lib/launcher/github/releases.ts";
import { type DataAge, LauncherData } from "@/lib/launcher/data.ts";
import { mapApplications } from "@/lib/launcher/names.ts";
import { assertApp } from "@/lib/launcher/parameters.ts";
import { findLatest } from "@/lib/launcher/release.ts";
import { createTextStore } from "@/lib/store/text_store.ts";

/** The application's data as the routes use it. */
export interface Launcher {
  /**
   * Returns the current data, without waiting for GitHub; a promise if that is the shipped sample.
   *
   * @throws {ApiError} `unknown_app` for another name, `source_failed` if no data was ever loaded.
   */
  load(appName: string | undefined): LauncherData | Promise<LauncherData>;
  /** How old the data is; `undefined` while there is none. */
  readonly freshness: DataAge | undefined;
  /** The tags of the releases on GitHub that are not used, by the rule that they break. */
  readonly ignored: GithubData["ignored"];
  /** Stops watching the document and refreshing the releases. */
  close(): void;
}

/** Options of {@linkcode openData}: the settings, and how GitHub is read. */
export interface LauncherOptions
  extends
    Pick<Config, "appName" | "launcherData" | "launcherGithub" | "githubToken" | "githubApiUrl">,
    Pick<Config, "stateDir" | "stateUrl">,
    Pick<GithubReleasesOptions, "fetch" | "schedule" | "timeoutMs" | "warn"> {}

/** How long startup waits for GitHub if there is no data at all. Requests never wait for it. */
const FIRST_LOAD_MS = 1000;

/** The document if only GitHub has data: empty, except for the names of the tiers. */
const EMPTY_DOCUMENT: LauncherDocument = {
  asOf: "1970-01-01T00:00:00Z",
  applications: mapApplications(() => ({ releases: [] })),
  news: [],
  tiers: { 2: { name: "Favorite", benefits: [] }, 3: { name: "Trusted", benefits: [] } },
  daily: [],
};

/** Opens a document, GitHub's releases, both, or the sample. @throws {StartupError} if the document is invalid. */
export async function openData(options: LauncherOptions): Promise<Launcher> {
  const { appName, launcherData: path, launcherGithub: repository, stateUrl, stateDir, warn } = options;
  let document = EMPTY_DOCUMENT;
  let isDocumentStale = false;
  let releases: GithubData | undefined;
  let data: LauncherData | undefined;
  const update = () => {
    const { asOf, isStale } = releases ?? { asOf: document.asOf, isStale: repository !== undefined };
    const merged = releases === undefined ? document : merge(document, releases);
    data = new LauncherData(merged, { asOf, isStale: isStale || isDocumentStale });
  };
  const setDocument = (changed: LauncherDocument, isStale = false) => {
    document = changed;
    isDocumentStale = isStale;
    update();
  };
  const stopWatch = path === undefined
    ? undefined
    : await watchDocument({ path, warn, onChange: setDocument, onInvalid: () => setDocument(document, true) });
  const github = repository === undefined ? undefined : new GithubReleases({
    ...options,
    repository,
    token: options.githubToken,
    baseUrl: options.githubApiUrl,
    store: createTextStore({ stateUrl, file: join(stateDir, "launcher.json"), key: ["pawkit", "launcher"] }),
    onChange(changed) {
      releases = changed;
      update();
    },
  });
  await github?.open();
  if (data === undefined) await waitAtMost(FIRST_LOAD_MS, Promise.resolve(github?.lastRefresh));
  if (path === undefined && repository === undefined) setDocument(await loadSample());
  if (data === undefined) {
    warn(`Cannot serve the launcher yet: GitHub has not delivered the releases of ${repository}, and none are saved`);
  }
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
    get ignored() {
      return releases?.ignored ?? {};
    },
    close() {
      stopWatch?.();
      github?.close();
    },
  };
}

// Puts GitHub's releases into the operator's document, which supplies everything that GitHub does not have.
function merge(document: LauncherDocument, github: GithubData): LauncherDocument {
  const resources = findLatest(github.resources) ?? document.resources;
  return {
    ...document,
    asOf: github.asOf,
    applications: mapApplications((name) => {
      const application = document.applications[name];
      return { ...application, releases: firstNonEmpty(github[name], application.releases) };
    }),
    ...(resources === undefined ? {} : { resources }),
    // Release notes are used only if the operator's document has no news.
    news: firstNonEmpty(document.news, github.news),
    daily: github.daily,
  };
}

function firstNonEmpty<T>(preferred: readonly T[], others: readonly T[]): T[] {
  return [...preferred.length > 0 ? preferred : others];
}

async function loadSample(): Promise<LauncherDocument> {
  const { default: sample } = await import("@/lib/launcher/sample.json", { with: { type: "json" } });
  return documentSchema.parse(sample);
}
