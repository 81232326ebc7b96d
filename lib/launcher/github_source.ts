import { z } from "zod";
import { messageOf } from "@/lib/http/errors.ts";
import { sumDownloads, toInstant } from "@/lib/launcher/document.ts";
import {
  GithubError,
  type GithubOptions,
  type GithubPage,
  loadPages,
  pageSchema,
} from "@/lib/launcher/github_client.ts";
import { type GithubContent, toContent } from "@/lib/launcher/github_mapping.ts";
import { recordTotal, toDaily } from "@/lib/launcher/history.ts";
import type { Freshness } from "@/lib/launcher/launcher_data.ts";
import { type Schedule, scheduleUnref } from "@/lib/launcher/schedule.ts";
import type { TextStore } from "@/lib/state/text_store.ts";

/** How long releases count as current. Four refreshes an hour stay far below the 60 requests allowed without a token. */
export const REFRESH_MS = 15 * 60_000;

/** The first wait after a failed refresh; it doubles up to {@linkcode REFRESH_MS}. */
const FIRST_RETRY_MS = 30_000;

/** The longest wait that GitHub can ask for: its rate limits are hourly. */
const MAX_WAIT_MS = 60 * 60_000;

/** The releases of a repository, the downloads per day, and how old they are. */
export interface GithubData extends GithubContent, Freshness {
  readonly daily: { date: string; downloads: number }[];
}

/** Options of {@linkcode GithubSource}. */
export interface GithubSourceOptions extends GithubOptions {
  readonly state: TextStore;
  /** Receives the data whenever they or their freshness change. */
  readonly onChange: (data: GithubData) => void;
  /** Receives messages for the operator. */
  readonly warn: (message: string) => void;
  readonly schedule?: Schedule | undefined;
}

const stateSchema = z.object({
  repository: z.string(),
  checkedAt: z.number(),
  pages: z.array(pageSchema),
  history: z.array(z.object({ date: z.iso.date(), total: z.int().min(0) })),
});

/** Refreshes a repository's releases in the background, so that no request waits for GitHub, and publishes them. */
export class GithubSource {
  readonly #options: GithubSourceOptions;
  #lastGood: z.output<typeof stateSchema> | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #nextAt = 0;
  #cancel: () => void = () => {};
  #isClosed = false;
  #isSaveErrorReported = false;

  /** Stores the options; nothing is requested yet. */
  constructor(options: GithubSourceOptions) {
    this.#options = options;
  }

  /** The refresh that is running, if any. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Seconds until the next refresh, for `retry-after`. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#nextAt - this.#options.now()) / 1000));
  }

  /** Publishes what the last process saved, and starts a refresh if that is old. Does not wait for GitHub. */
  async open(): Promise<void> {
    const { state, repository, now, warn } = this.#options;
    try {
      const text = await state.load();
      const saved = text === undefined ? undefined : stateSchema.parse(JSON.parse(text));
      if (saved?.repository === repository) {
        this.#lastGood = saved;
        this.#publish(now() - saved.checkedAt >= REFRESH_MS);
      }
    } catch (error) {
      warn(`Cannot restore the saved releases: ${messageOf(error)}`);
    }
    const age = now() - (this.#lastGood?.checkedAt ?? -Infinity);
    // Many starts in a row, or many instances with one state, must not use up GitHub's rate limit. A state from the
    // future was written while the clock was wrong.
    if (age >= 0 && age < REFRESH_MS) return this.#plan(REFRESH_MS - age);
    void this.refresh();
  }

  /** Requests the releases, once for all callers, and plans the next refresh. Errors are reported, not thrown. */
  refresh(): Promise<void> {
    this.#cancel();
    this.#running ??= loadPages(this.#options, this.#lastGood?.pages ?? [])
      .then((pages) => this.#update(pages))
      .catch((error) => this.#onFailure(error))
      .finally(() => this.#running = undefined);
    return this.#running;
  }

  /** Stops the refreshes. */
  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  async #update(pages: GithubPage[]): Promise<void> {
    const { repository, now, warn } = this.#options;
    const { launcher, reshade, fpsUnlocker } = toContent(pages);
    if (this.#lastGood === undefined && launcher.length === 0) {
      warn(
        `Cannot find a launcher release in ${repository}: must have a SemVer tag and a file, got none that has both`,
      );
    }
    const total = sumDownloads([...launcher, ...reshade, ...fpsUnlocker]);
    const history = recordTotal(this.#lastGood?.history ?? [], { date: toInstant(now()).slice(0, 10), total });
    this.#lastGood = { repository, checkedAt: now(), pages, history };
    this.#publish(false);
    await this.#save();
    this.#failures = 0;
    this.#plan(REFRESH_MS);
  }

  #onFailure(error: unknown): void {
    const requested = error instanceof GithubError ? error.retryAfterMs : undefined;
    const backoff = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, REFRESH_MS);
    this.#plan(Math.min(requested ?? backoff, MAX_WAIT_MS));
    this.#options.warn(`${messageOf(error)} (next attempt in ${this.retryAfterSeconds} s)`);
    this.#publish(true);
  }

  #plan(delayMs: number): void {
    const { now, schedule = scheduleUnref } = this.#options;
    this.#nextAt = now() + delayMs;
    if (!this.#isClosed) this.#cancel = schedule(delayMs, () => void this.refresh());
  }

  #publish(isStale: boolean): void {
    if (this.#lastGood === undefined) return;
    const { pages, history, checkedAt } = this.#lastGood;
    const freshness = { asOf: toInstant(checkedAt), isStale };
    this.#options.onChange({ ...toContent(pages), daily: toDaily(history), ...freshness });
  }

  async #save(): Promise<void> {
    try {
      await this.#options.state.save(JSON.stringify(this.#lastGood));
      this.#isSaveErrorReported = false;
    } catch (error) {
      // Reported once: a read-only disk stays read-only, and the data in memory are good until the next restart.
      if (this.#isSaveErrorReported) return;
      this.#isSaveErrorReported = true;
      this.#options.warn(`Cannot save the releases for the next start: ${messageOf(error)}`);
    }
  }
}
