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

/** Options of {@linkcode DataSource.open}: the settings, and how GitHub is read. */
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

/** The data of a document, of GitHub's releases, of both, or of the sample. */
export class DataSource implements Launcher {
  readonly #options: LauncherOptions;
  readonly #github: GithubReleases | undefined;
  #stopWatch: (() => void) | undefined;
  #document = EMPTY_DOCUMENT;
  #isDocumentStale = false;
  #releases: GithubData | undefined;
  #data: LauncherData | undefined;

  /** Loads the data for the first time, and follows its changes. @throws {StartupError} if the document is invalid. */
  static async open(options: LauncherOptions): Promise<DataSource> {
    const source = new DataSource(options);
    await source.#open();
    return source;
  }

  private constructor(options: LauncherOptions) {
    const { launcherGithub: repository, githubToken: token, githubApiUrl: baseUrl, stateUrl, stateDir } = options;
    this.#options = options;
    this.#github = repository === undefined ? undefined : new GithubReleases({
      ...options,
      repository,
      token,
      baseUrl,
      store: createTextStore({ stateUrl, file: join(stateDir, "launcher.json"), key: ["pawkit", "launcher"] }),
      onChange: (releases) => {
        this.#releases = releases;
        this.#update();
      },
    });
  }

  get freshness(): DataAge | undefined {
    return this.#data?.freshness;
  }

  get ignored(): GithubData["ignored"] {
    return this.#releases?.ignored ?? {};
  }

  load(appName: string | undefined): LauncherData {
    assertApp(appName, this.#options.appName);
    if (this.#data !== undefined) return this.#data;
    const headers = { "retry-after": String(this.#github?.retryAfterSeconds ?? 1) };
    const message = "Cannot load the releases: GitHub did not deliver them yet, try again later";
    throw new ApiError("source_failed", message, { headers });
  }

  close(): void {
    this.#stopWatch?.();
    this.#github?.close();
  }

  async #open(): Promise<void> {
    const { launcherData: path, launcherGithub: repository, warn } = this.#options;
    if (path !== undefined) {
      const onChange = (document: LauncherDocument) => this.#setDocument(document);
      const onInvalid = () => this.#setDocument(this.#document, true);
      this.#stopWatch = await watchDocument({ path, warn, onChange, onInvalid });
    }
    await this.#github?.open();
    if (this.#data === undefined) await waitAtMost(FIRST_LOAD_MS, Promise.resolve(this.#github?.lastRefresh));
    if (path === undefined && repository === undefined) this.#setDocument(await loadSample());
    if (this.#data === undefined) {
      warn(`Cannot serve the launcher yet: GitHub has not delivered the releases of ${repository}, and none are saved`);
    }
  }

  #setDocument(document: LauncherDocument, isStale = false): void {
    this.#document = document;
    this.#isDocumentStale = isStale;
    this.#update();
  }

  #update(): void {
    const { asOf, isStale } = this.#releases ?? { asOf: this.#document.asOf, isStale: this.#github !== undefined };
    const merged = this.#releases === undefined ? this.#document : merge(this.#document, this.#releases);
    this.#data = new LauncherData(merged, { asOf, isStale: isStale || this.#isDocumentStale });
  }
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
    // GitHub tells no past, so the days before the first one that was counted are those of the document.
    daily: [...document.daily.filter(({ date }) => date < (github.daily[0]?.date ?? "9")), ...github.daily],
  };
}

function firstNonEmpty<T>(preferred: readonly T[], others: readonly T[]): T[] {
  return [...preferred.length > 0 ? preferred : others];
}

async function loadSample(): Promise<LauncherDocument> {
  const { default: sample } = await import("@/lib/launcher/sample.json", { with: { type: "json" } });
  return documentSchema.parse(sample);
}
