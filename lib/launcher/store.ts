import { assertApp } from "@/lib/http/app_name.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";
import { DocumentFile } from "@/lib/launcher/document_file.ts";
import { type GithubData, GithubSource } from "@/lib/launcher/github_source.ts";
import type { Launcher, LauncherOptions } from "@/lib/launcher/launcher.ts";
import { EMPTY_DOCUMENT, mergeDocument } from "@/lib/launcher/merge.ts";
import type { Freshness } from "@/lib/launcher/rendered.ts";
import { type LauncherAnswers, renderAnswers } from "@/lib/launcher/render.ts";

/** How long a request waits for the very first data; later ones never wait. */
const FIRST_LOAD_MS = 5000;

/** For all pages of one refresh. */
const GITHUB_TIMEOUT_MS = 20_000;

/** The application's data: a document, GitHub's releases, or both. */
export class LauncherStore implements Launcher {
  readonly #options: LauncherOptions;
  readonly #file: DocumentFile | undefined;
  readonly #github: GithubSource | undefined;
  #document: LauncherDocument = EMPTY_DOCUMENT;
  #releases: GithubData | undefined;
  #answers: LauncherAnswers | undefined;
  #lastChange = Promise.resolve();

  /** Takes the options; nothing is read yet. */
  constructor(options: LauncherOptions) {
    const { dataFile: path, github, warn, schedule, now = Date.now } = options;
    this.#options = options;
    const onDocument = (document: LauncherDocument) => {
      this.#document = document;
      return this.#render();
    };
    const onReleases = (releases: GithubData) => {
      this.#releases = releases;
      return this.#render();
    };
    if (path !== undefined) this.#file = new DocumentFile({ path, warn, schedule, onChange: onDocument });
    if (github === undefined) return;
    const { fetch = globalThis.fetch } = github;
    const wiring = { now, warn, schedule, timeoutMs: GITHUB_TIMEOUT_MS, onChange: onReleases };
    this.#github = new GithubSource({ ...github, ...wiring, fetch });
  }

  /**
   * Reads what there is to read at a start.
   *
   * @throws {TypeError} when the operator's document is wrong, naming line and field.
   */
  async open(): Promise<void> {
    this.#document = await this.#file?.open() ?? (this.#github ? EMPTY_DOCUMENT : await loadSample());
    await this.#github?.open();
    if (this.#answers === undefined && this.#document !== EMPTY_DOCUMENT) await this.#render();
  }

  /**
   * The answers, at once but for the first moments after a start with GitHub alone.
   *
   * @throws {ApiError} `unknown_app` for another name, `source_failed` when there never was any data.
   */
  answers(appName: string | undefined): LauncherAnswers | Promise<LauncherAnswers> {
    assertApp(appName, this.#options.appName);
    return this.#answers ?? this.#firstAnswers();
  }

  /** Ends watching and asking. */
  close(): void {
    this.#file?.close();
    this.#github?.close();
  }

  // One after the other, so that the newest data are rendered last.
  #render(): Promise<void> {
    const render = async () => {
      this.#answers = await renderAnswers(this.#currentDocument(), this.#freshness());
    };
    this.#lastChange = this.#lastChange.then(render, render);
    return this.#lastChange;
  }

  #currentDocument(): LauncherDocument {
    return this.#releases === undefined ? this.#document : mergeDocument(this.#document, this.#releases);
  }

  #freshness(): Freshness {
    return this.#releases ?? { asOf: this.#document.asOf, isStale: this.#github !== undefined };
  }

  async #firstAnswers(): Promise<LauncherAnswers> {
    await waitAtMost(this.#options.firstLoadMs ?? FIRST_LOAD_MS, this.#github?.running);
    if (this.#answers !== undefined) return this.#answers;
    throw new ApiError("source_failed", "Cannot answer as the releases could not be loaded yet: try again later", {
      headers: { "retry-after": String(this.#github?.retryAfterSeconds ?? 1) },
    });
  }
}

async function loadSample(): Promise<LauncherDocument> {
  const { default: sample } = await import("@/lib/launcher/sample.json", { with: { type: "json" } });
  return documentSchema.parse(sample);
}

async function waitAtMost(delayMs: number, work: Promise<void> | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, delayMs);
  await Promise.race([promise, work]);
  clearTimeout(timer);
}
