import { setBackgroundTimeout } from "@/lib/async/background_timer.ts";
import { messageOf } from "@/lib/http/errors.ts";
import type { DayCount } from "@/lib/launcher/document.ts";
import { toIsoTime } from "@/lib/launcher/fields.ts";
import { GithubError, toReason } from "@/lib/launcher/github_error.ts";
import { loadPages, type PagesOptions } from "@/lib/launcher/github_pages.ts";
import { type MappedReleases, mapReleases } from "@/lib/launcher/github_mapping.ts";
import { loadSignatures } from "@/lib/launcher/github_signatures.ts";
import type { DataAge } from "@/lib/launcher/data.ts";
import { APPLICATIONS } from "@/lib/launcher/names.ts";
import { sumDownloads } from "@/lib/launcher/release.ts";
import { mergeReleases, parseSavedReleases, type SavedReleases } from "@/lib/launcher/saved_releases.ts";
import { recordTotal, toDaily } from "@/lib/launcher/statistics.ts";
import type { TextStore } from "@/lib/store/text_store.ts";
import { shorten } from "@/lib/text/shorten.ts";

/** How long releases are fresh. Four refreshes an hour of up to 10 pages stay below GitHub's 60 requests an hour. */
export const REFRESH_INTERVAL_MS = 15 * 60_000;

/** The first wait after a failed refresh; it doubles up to {@linkcode REFRESH_INTERVAL_MS}. */
const FIRST_RETRY_MS = 30_000;

/** Bounds for a wait that GitHub requests: its limits are hourly, and `retry-after: 0` must not cause a busy loop. */
const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 60 * 60_000;

/** Maximum number of tags in a message. */
const MAX_SHOWN_TAGS = 5;

/** The releases of a repository, when they were loaded, and whether they are stale. */
export interface GithubData extends MappedReleases, DataAge {
  /** The downloads of each day. */
  readonly daily: DayCount[];
}

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

/** Refreshes a repository's releases in the background, so that no request waits for GitHub, and publishes them. */
export class GithubReleases {
  /** The refresh that started last, if any, for a caller that waits for the first data. */
  lastRefresh: Promise<void> | undefined;
  readonly #options: GithubReleasesOptions & typeof DEFAULTS;
  #lastResult: SavedReleases | undefined;
  /** The text that was saved or read last. It is part of the last result, and takes long to parse. */
  #lastText: string | undefined;
  #consecutiveErrors = 0;
  #nextRefreshAt = 0;
  #cancelTimer: () => void = () => {};
  #isClosed = false;
  readonly #reported = new Set<string>();

  constructor(options: GithubReleasesOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Seconds until the next refresh, at least 1, for `retry-after`. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#nextRefreshAt - this.#options.now()) / 1000));
  }

  /** Publishes the saved releases, if any, and starts a refresh unless they are fresh. Does not wait for GitHub. */
  async open(): Promise<void> {
    const { now } = this.#options;
    await this.#restore();
    const age = now() - (this.#lastResult?.checkedAt ?? -Infinity);
    // A negative age means that the clock was wrong when they were saved or is wrong now.
    const isFresh = age >= 0 && age < REFRESH_INTERVAL_MS;
    this.#publish(!isFresh);
    // Frequent restarts must not use up GitHub's rate limit.
    if (isFresh) this.#scheduleRefresh(REFRESH_INTERVAL_MS - age);
    else void this.refresh();
  }

  /** Loads and publishes the releases and schedules the next refresh. Errors go to `warn`. */
  refresh(): Promise<void> {
    this.lastRefresh = this.#refresh().catch((error) => this.#handleError(error));
    return this.lastRefresh;
  }

  /** Cancels the scheduled refresh. A running one completes, but schedules no other. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
  }

  async #refresh(): Promise<void> {
    // Saved releases that could not be read at the start are tried again first: if GitHub is down, they are published.
    if (this.#lastResult === undefined) await this.#restore();
    // The ETags of the previous pages make conditional requests: GitHub sends 304 for a page that has not changed.
    await this.#update(await loadPages(this.#options, this.#lastResult?.pages ?? []));
  }

  // Adds the saved days to those in memory, and uses the saved releases if there are no others. Returns whether the
  // store may be written: it is empty, or what it has was read.
  async #restore(): Promise<boolean> {
    const { store, repository } = this.#options;
    try {
      const text = await store.load();
      if (text !== undefined && text !== this.#lastText) {
        this.#lastResult = mergeReleases(parseSavedReleases(text, repository), this.#lastResult);
        this.#lastText = text;
      }
      this.#reported.delete("restore");
      return true;
    } catch (error) {
      const effect = "the days that were counted before are missing, and nothing is saved until they can be read";
      this.#warnOnce(["restore"], () => `Cannot read the saved releases: ${toReason(error)}; ${effect}`);
      return false;
    }
  }

  async #update(pages: SavedReleases["pages"]): Promise<void> {
    const { repository, appName, now } = this.#options;
    const mapped = mapReleases(pages, { appName });
    const { launcher } = mapped;
    this.#reportIgnored(mapped);
    const total = sumDownloads(APPLICATIONS.flatMap((name) => mapped[name]));
    const date = toIsoTime(now()).slice(0, 10);
    const history = recordTotal(this.#lastResult?.history ?? [], { date, total });
    const { signatures: previous = {}, others = {} } = this.#lastResult ?? {};
    this.#lastResult = { repository, checkedAt: now(), pages, history, signatures: previous, others };
    this.#publish(false);
    // After the releases are published, because they are usable without their signatures.
    const onError = (url: string, error: unknown) => {
      this.#warnOnce([url], () => `Cannot read the signature ${url}: ${toReason(error)}`);
    };
    const signatures = await loadSignatures(pages, { ...this.#options, launcher, previous, onError });
    this.#lastResult = { ...this.#lastResult, signatures };
    // Other instances may have saved days, and what cannot be read must not be written over.
    const canSave = await this.#restore();
    const isChanged = JSON.stringify([history, previous]) !== JSON.stringify([this.#lastResult.history, signatures]);
    if (isChanged) this.#publish(false);
    if (canSave) await this.#save();
    this.#consecutiveErrors = 0;
    this.#scheduleRefresh(REFRESH_INTERVAL_MS);
  }

  // A foreign tag stays in the repository: it is reported once, not at every refresh.
  #reportIgnored({ launcher, ignored }: MappedReleases): void {
    const { repository } = this.#options;
    if (launcher.length === 0) {
      const rule = "no release has both a SemVer tag and a file";
      this.#warnOnce([repository], () => `Cannot find a launcher release in ${repository}: ${rule}`);
    }
    for (const [rule, tags] of Object.entries(ignored)) {
      this.#warnOnce(tags, (newTags) => `Cannot use the releases ${quoteTags(newTags)} of ${repository}: ${rule}`);
    }
  }

  #handleError(error: unknown): void {
    const requestedMs = error instanceof GithubError ? error.retryAfterMs : undefined;
    const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** this.#consecutiveErrors, REFRESH_INTERVAL_MS);
    this.#consecutiveErrors++;
    this.#scheduleRefresh(Math.min(Math.max(requestedMs ?? backoffMs, MIN_WAIT_MS), MAX_WAIT_MS));
    this.#options.warn(`${messageOf(error)} (next attempt in ${this.retryAfterSeconds} s)`);
    this.#publish(true);
  }

  #scheduleRefresh(delayMs: number): void {
    const { now, schedule } = this.#options;
    this.#nextRefreshAt = now() + delayMs;
    if (!this.#isClosed) this.#cancelTimer = schedule(delayMs, () => void this.refresh());
  }

  #publish(isStale: boolean): void {
    // Without a page, only days are known so far.
    if (this.#lastResult === undefined || this.#lastResult.pages.length === 0) return;
    const { pages, history, checkedAt, signatures } = this.#lastResult;
    const mapped = mapReleases(pages, { appName: this.#options.appName, signatures });
    this.#options.onChange({ ...mapped, daily: toDaily(history), asOf: toIsoTime(checkedAt), isStale });
  }

  async #save(): Promise<void> {
    try {
      const text = JSON.stringify(this.#lastResult);
      await this.#options.store.save(text);
      this.#lastText = text;
      this.#reported.delete("save");
    } catch (error) {
      // A read-only disk stays read-only, and the data in memory stays usable until the next restart.
      this.#warnOnce(["save"], () => `Cannot save the releases: ${messageOf(error)}`);
    }
  }

  // Warns about those of the keys that no warning was about yet.
  #warnOnce(keys: readonly string[], toMessage: (unreported: readonly string[]) => string): void {
    const unreported = keys.filter((key) => !this.#reported.has(key));
    for (const key of unreported) this.#reported.add(key);
    if (unreported.length > 0) this.#options.warn(toMessage(unreported));
  }
}

function quoteTags(tags: readonly string[]): string {
  const shown = tags.slice(0, MAX_SHOWN_TAGS).map((tag) => JSON.stringify(shorten(tag))).join(", ");
  return tags.length > MAX_SHOWN_TAGS ? `${shown} and ${tags.length - MAX_SHOWN_TAGS} more` : shown;
}
