import { waitAtMost } from "@/lib/async/deadline.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { assertApp } from "@/lib/launcher/app_name.ts";
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";
import { DocumentFile } from "@/lib/launcher/document_file.ts";
import { type GithubData, GithubSource, type GithubSourceOptions } from "@/lib/launcher/github_source.ts";
import { type Freshness, LauncherData } from "@/lib/launcher/launcher_data.ts";
import { EMPTY_DOCUMENT, mergeDocument } from "@/lib/launcher/merge.ts";
import type { Schedule } from "@/lib/launcher/schedule.ts";

/** Options of {@linkcode LauncherStore}. */
export interface LauncherOptions {
  /** The path segment that names the application. */
  readonly appName: string;
  /** The operator's document. Without it and without `github`, the shipped sample is used. */
  readonly dataFile?: string | undefined;
  /** The repository that releases are loaded from. */
  readonly github?: GithubSettings | undefined;
  /** Receives messages for the operator. */
  readonly warn: (message: string) => void;
  readonly now?: () => number;
  readonly schedule?: Schedule;
  /** How long the start waits for GitHub if there is no data at all. */
  readonly firstLoadMs?: number;
}

/** A GitHub repository, how to reach it, and where its last good releases are stored across restarts. */
export type GithubSettings =
  & Pick<GithubSourceOptions, "repository" | "token" | "baseUrl" | "store">
  & Partial<Pick<GithubSourceOptions, "fetch">>;

/** How long the start waits for GitHub if there is no data at all. Requests never wait for it. */
const FIRST_LOAD_MS = 1000;

/** The time limit for all pages of one refresh. */
const GITHUB_TIMEOUT_MS = 20_000;

/** The application's data: a document, GitHub's releases, or both. */
export class LauncherStore {
  readonly #options: LauncherOptions;
  #file: DocumentFile | undefined;
  #github: GithubSource | undefined;
  #document: LauncherDocument = EMPTY_DOCUMENT;
  #releases: GithubData | undefined;
  #data: LauncherData | undefined;

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  /**
   * Reads the document or the sample, and the releases that the last process saved.
   *
   * @throws {TypeError} if the operator's document is invalid, naming line and field.
   */
  async open(): Promise<void> {
    const { appName, dataFile: path, github, warn, schedule, now = Date.now } = this.#options;
    if (path !== undefined) {
      this.#file = new DocumentFile({ path, warn, schedule, onChange: (document) => this.#update({ document }) });
      this.#update({ document: await this.#file.open() });
    }
    if (github !== undefined) {
      const wiring = { appName, now, warn, schedule, timeoutMs: GITHUB_TIMEOUT_MS };
      const onChange = (releases: GithubData) => this.#update({ releases });
      this.#github = new GithubSource({ fetch: globalThis.fetch, ...github, ...wiring, onChange });
      await this.#github.open();
      if (this.#data === undefined) {
        await waitAtMost(this.#options.firstLoadMs ?? FIRST_LOAD_MS, Promise.resolve(this.#github.running));
      }
    }
    if (path === undefined && github === undefined) this.#update({ document: await loadSample() });
  }

  /**
   * Returns the current data, without waiting for GitHub.
   *
   * @throws {ApiError} `unknown_app` for another name, `source_failed` if no data was ever loaded.
   */
  load(appName: string | undefined): LauncherData {
    assertApp(appName, this.#options.appName);
    if (this.#data !== undefined) return this.#data;
    throw new ApiError("source_failed", "Cannot load the releases: GitHub did not deliver them yet, try again later", {
      headers: { "retry-after": String(this.#github?.retryAfterSeconds ?? 1) },
    });
  }

  /** How old the data is; `undefined` while there is none. */
  get freshness(): Freshness | undefined {
    return this.#data?.freshness;
  }

  /** Stops watching the document and refreshing the releases. */
  close(): void {
    this.#file?.close();
    this.#github?.close();
  }

  #update(changed: { document?: LauncherDocument; releases?: GithubData }): void {
    const document = this.#document = changed.document ?? this.#document;
    const releases = this.#releases = changed.releases ?? this.#releases;
    this.#data = releases === undefined
      ? new LauncherData(document, { asOf: document.asOf, isStale: this.#options.github !== undefined })
      : new LauncherData(mergeDocument(document, releases), releases);
  }
}

async function loadSample(): Promise<LauncherDocument> {
  const { default: sample } = await import("@/lib/launcher/sample.json", { with: { type: "json" } });
  return documentSchema.parse(sample);
}
