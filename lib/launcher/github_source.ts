import { z } from "zod";
import { toInstant } from "@/lib/launcher/document.ts";
import {
  GithubFailure,
  type GithubOptions,
  type GithubPage,
  loadPages,
  pageSchema,
} from "@/lib/launcher/github_client.ts";
import { type GithubContent, toContent } from "@/lib/launcher/github_mapping.ts";
import { recordTotal, toDaily } from "@/lib/launcher/history.ts";
import type { Freshness } from "@/lib/launcher/rendered.ts";
import { type Schedule, scheduleUnref } from "@/lib/launcher/schedule.ts";
import type { TextStore } from "@/lib/state/text_store.ts";

/** How long releases count as current. Four questions an hour stay far below the 60 that GitHub grants without a token. */
export const REFRESH_MS = 15 * 60_000;

/** First wait after a failure; it doubles up to {@linkcode REFRESH_MS}. */
const FIRST_RETRY_MS = 30_000;

/** Longest wait that is believed: GitHub's limits are hourly. */
const MAX_WAIT_MS = 60 * 60_000;

/** What the source knows: the releases, how they were counted, and how old that is. */
export interface GithubData extends GithubContent, Freshness {
  readonly daily: { date: string; downloads: number }[];
}

/** Options of {@linkcode GithubSource}. */
export interface GithubSourceOptions extends GithubOptions {
  readonly state: TextStore;
  /** Takes the data whenever they, or their freshness, change. */
  readonly onChange: (data: GithubData) => void | Promise<void>;
  readonly warn: (message: string) => void;
  readonly schedule?: Schedule | undefined;
}

const stateSchema = z.object({
  repository: z.string(),
  checkedAt: z.number(),
  pages: z.array(pageSchema),
  history: z.array(z.object({ date: z.iso.date(), total: z.int().min(0) })),
});

type State = z.output<typeof stateSchema>;

/** Keeps a repository's releases at hand. Requests never wait for it: it asks on its own, and says what it knows. */
export class GithubSource {
  readonly #options: GithubSourceOptions;
  readonly #schedule: Schedule;
  #known: State | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #nextAt = 0;
  #cancel: () => void = () => {};
  #isClosed = false;
  #isSaveFaultKnown = false;

  /** Takes the options; nothing is asked yet. */
  constructor(options: GithubSourceOptions) {
    this.#options = options;
    this.#schedule = options.schedule ?? scheduleUnref;
  }

  /** The attempt under way, if there is one. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Seconds until the next attempt, for `retry-after`. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#nextAt - this.#options.now()) / 1000));
  }

  /** Takes up what the last process knew, and asks at once if that is old: GitHub is not awaited. */
  async open(): Promise<void> {
    await this.#restore();
    const age = this.#options.now() - (this.#known?.checkedAt ?? -Infinity);
    // Many starts in a row, or many instances with one state, must not use up GitHub's limit. A state from the future is
    // that of a clock which was wrong.
    if (age >= 0 && age < REFRESH_MS) return this.#plan(REFRESH_MS - age);
    void this.refresh();
  }

  /** Asks GitHub once, however many ask for it, and plans the next time. Never fails: faults are reported. */
  refresh(): Promise<void> {
    this.#cancel();
    this.#running ??= this.#ask().finally(() => this.#running = undefined);
    return this.#running;
  }

  /** Ends the asking. */
  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  async #restore(): Promise<void> {
    const { state, repository, now, warn } = this.#options;
    try {
      const text = await state.load();
      if (text === undefined) return;
      const saved = stateSchema.parse(JSON.parse(text));
      if (saved.repository !== repository) return;
      this.#known = saved;
      await this.#tell(now() - saved.checkedAt >= REFRESH_MS);
    } catch (error) {
      warn(`Cannot take up the saved releases: ${toMessage(error)}`);
    }
  }

  async #ask(): Promise<void> {
    try {
      const pages = await loadPages(this.#options, this.#known?.pages ?? []);
      await this.#accept(pages);
      this.#failures = 0;
      this.#plan(REFRESH_MS);
    } catch (error) {
      await this.#endure(error);
    }
  }

  async #accept(pages: GithubPage[]): Promise<void> {
    const { repository, now, warn } = this.#options;
    const content = toContent(pages.flatMap(({ releases }) => releases));
    if (this.#known === undefined && content.launcher.length === 0) {
      warn(`Cannot find a release of the launcher in ${repository} as one must have a SemVer tag and a file: none has`);
    }
    const total = countDownloads(content);
    const history = [...recordTotal(this.#known?.history ?? [], { date: toInstant(now()).slice(0, 10), total })];
    this.#known = { repository, checkedAt: now(), pages, history };
    await this.#tell(false);
    await this.#save();
  }

  async #endure(error: unknown): Promise<void> {
    const wanted = error instanceof GithubFailure ? error.retryAfterMs : undefined;
    const backoff = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, REFRESH_MS);
    this.#plan(Math.min(wanted ?? backoff, MAX_WAIT_MS));
    this.#options.warn(`${toMessage(error)} (asked again in ${this.retryAfterSeconds} s)`);
    await this.#tell(true);
  }

  #plan(delayMs: number): void {
    this.#nextAt = this.#options.now() + delayMs;
    if (!this.#isClosed) this.#cancel = this.#schedule(delayMs, () => void this.refresh());
  }

  async #tell(isStale: boolean): Promise<void> {
    if (this.#known === undefined) return;
    const { pages, history, checkedAt } = this.#known;
    const content = toContent(pages.flatMap(({ releases }) => releases));
    await this.#options.onChange({ ...content, daily: toDaily(history), asOf: toInstant(checkedAt), isStale });
  }

  async #save(): Promise<void> {
    try {
      await this.#options.state.save(JSON.stringify(this.#known));
      this.#isSaveFaultKnown = false;
    } catch (error) {
      // Said once: a read-only disk stays one, and the data in memory serve as well until the next restart.
      if (this.#isSaveFaultKnown) return;
      this.#isSaveFaultKnown = true;
      this.#options.warn(`Cannot keep the releases over a restart: ${toMessage(error)}`);
    }
  }
}

function countDownloads({ launcher, reshade, fpsUnlocker }: GithubContent): number {
  return [...launcher, ...reshade, ...fpsUnlocker].reduce((sum, { downloads }) => sum + downloads, 0);
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
