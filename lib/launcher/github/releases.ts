import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { type GithubData, toGithubData } from "@/lib/launcher/github/data.ts";
import { GithubError, toReason } from "@/lib/launcher/github/error.ts";
import { mapReleases } from "@/lib/launcher/github/mapping.ts";
import { loadPages, type PagesOptions } from "@/lib/launcher/github/pages.ts";
import { loadSignatures } from "@/lib/launcher/github/signatures.ts";
import { reportIgnored } from "@/lib/launcher/github/ignored_releases.ts";
import { RefreshSchedule } from "@/lib/launcher/github/refresh_schedule.ts";
import type { Release } from "@/lib/launcher/release.ts";
import { recordPages, type SavedReleases } from "@/lib/launcher/github/saved_releases.ts";
import { SavedReleasesStore } from "@/lib/launcher/github/saved_releases_store.ts";
import { WarnOnce } from "@/lib/launcher/github/warn_once.ts";
import type { TextStore } from "@/lib/store/text_store.ts";

/** Defaults of options that only tests override. `timeoutMs` is the limit for all pages of one refresh. */
const DEFAULTS = { fetch: globalThis.fetch, now: Date.now, timeoutMs: 20_000, schedule: setBackgroundTimeout };

/** Options of {@linkcode GithubReleases}. */
export interface GithubReleasesOptions
  extends Pick<PagesOptions, "repository" | "token" | "baseUrl">, Partial<typeof DEFAULTS> {
  /** The name of the application, which may occur in tags and file names. */
  readonly appName: string;
  /** Stores the last result, so that a restarted process has data at once. */
  readonly store: TextStore;
  /** Receives the current data after every refresh, and when saved data is restored. Must not throw. */
  readonly onChange: (data: GithubData) => void;
  /** Receives messages for the operator. */
  readonly warn: (message: string) => void;
}

/**
 * Refreshes a repository's releases in the background, so that no request waits for GitHub, and publishes them. It only
 * connects the parts: `pages.ts` loads, `saved_releases.ts` is what is known, `saved_releases_store.ts` saves
 * it, `data.ts` makes what is published from it, and `refresh_schedule.ts` decides when to do it again.
 */
export class GithubReleases {
  /** The refresh that started last, if any, for a caller that waits for the first data. */
  lastRefresh: Promise<void> | undefined;
  readonly #options: GithubReleasesOptions & typeof DEFAULTS;
  readonly #warnings: WarnOnce;
  readonly #store: SavedReleasesStore;
  readonly #schedule: RefreshSchedule;
  #current: SavedReleases | undefined;

  constructor(options: GithubReleasesOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#warnings = new WarnOnce(options.warn);
    this.#store = new SavedReleasesStore(options);
    this.#schedule = new RefreshSchedule({ ...this.#options, refresh: () => void this.refresh() });
  }

  /** Seconds until the next refresh, at least 1, for `retry-after`. */
  get retryAfterSeconds(): number {
    return this.#schedule.retryAfterSeconds;
  }

  /** Publishes the saved releases, if any, and starts a refresh unless they are fresh. Does not wait for GitHub. */
  async open(): Promise<void> {
    this.#current = await this.#store.addSaved(undefined);
    // Frequent restarts must not use up GitHub's rate limit.
    const isFresh = this.#current !== undefined && this.#schedule.continueFrom(this.#current.checkedAt);
    this.#publish(!isFresh);
    if (!isFresh) void this.refresh();
  }

  /** Loads and publishes the releases and schedules the next refresh. Errors go to `warn`. */
  refresh(): Promise<void> {
    this.lastRefresh = this.#refresh().catch((error) => this.#handleError(error));
    return this.lastRefresh;
  }

  /** Cancels the scheduled refresh. A running one completes, but schedules no other. */
  close(): void {
    this.#schedule.close();
  }

  async #refresh(): Promise<void> {
    const { repository, appName, now } = this.#options;
    // Saved releases that could not be read at the start are tried again first: if GitHub is down, they are published.
    this.#current ??= await this.#store.addSaved(undefined);
    const pages = await loadPages(this.#options, this.#current?.pages ?? []);
    const mapped = mapReleases(pages, { appName });
    reportIgnored(mapped, { repository, warnings: this.#warnings });
    const loaded = recordPages(this.#current, { repository, pages, checkedAt: now(), total: mapped.downloads });
    this.#current = loaded;
    this.#publish(false);
    // After the releases are published, because they are usable without their signatures.
    const signatures = await this.#loadSignatures(loaded, mapped.launcher);
    // Other instances may have saved days meanwhile.
    this.#current = await this.#store.addSaved({ ...loaded, signatures });
    if (!hasSameData(loaded, this.#current)) this.#publish(false);
    await this.#store.save(this.#current);
    this.#schedule.succeed();
  }

  async #loadSignatures(loaded: SavedReleases, launcher: readonly Release[]): Promise<SavedReleases["signatures"]> {
    const onError = (url: string, error: unknown) => {
      this.#warnings.about([url], () => `Cannot read the signature ${url}: ${toReason(error)}`);
    };
    return await loadSignatures(loaded.pages, { ...this.#options, launcher, previous: loaded.signatures, onError });
  }

  #handleError(error: unknown): void {
    this.#schedule.fail(error instanceof GithubError ? error.retryAfterMs : undefined);
    this.#options.warn(`${messageOf(error)} (next attempt in ${this.retryAfterSeconds} s)`);
    this.#publish(true);
  }

  #publish(isStale: boolean): void {
    const data = toGithubData(this.#current, { appName: this.#options.appName, isStale });
    if (data !== undefined) this.#options.onChange(data);
  }
}

// Only days and signatures change after the pages were loaded.
function hasSameData(a: SavedReleases, b: SavedReleases): boolean {
  return JSON.stringify([a.history, a.signatures]) === JSON.stringify([b.history, b.signatures]);
}
