import type { GithubData } from "@/lib/launcher/github/data.ts";
import { GithubReleases } from "@/lib/launcher/github/releases.ts";
import type { SavedReleases } from "@/lib/launcher/github/saved_releases.ts";
import type { TextStore } from "@/lib/store/text_store.ts";
import type { GithubDouble } from "./double.ts";

/** The time at which every test starts. */
export const START = Date.UTC(2026, 4, 10, 12);

/** Options that one source changes. */
export interface SourceChanges {
  readonly token?: string;
  readonly repository?: string;
  readonly timeoutMs?: number;
  readonly store?: TextStore;
  readonly warn?: (message: string) => void;
}

/** Creates a source that reads from the double, with a clock that the test moves and timers that it fires. */
export function makeSource(github: GithubDouble, changes: SourceChanges = {}) {
  const published: GithubData[] = [];
  const warnings: string[] = [];
  const plans: { delayMs: number; run: () => void; isCancelled: boolean }[] = [];
  const clock = { now: START };
  const source = new GithubReleases({
    appName: "stella-mod",
    repository: "o/r",
    baseUrl: github.baseUrl,
    fetch,
    now: () => clock.now,
    timeoutMs: 300_000,
    store: makeStore(),
    onChange: (data) => void published.push(data),
    warn: (message) => void warnings.push(message),
    schedule: (delayMs, run) => {
      const plan = { delayMs, run, isCancelled: false };
      plans.push(plan);
      return () => void (plan.isCancelled = true);
    },
    ...changes,
  });
  return { source, published, warnings, plans, clock };
}

/** Creates a store in memory. */
export function makeStore(): TextStore & { text: string | undefined } {
  return {
    text: undefined,
    load() {
      return Promise.resolve(this.text);
    },
    save(text) {
      this.text = text;
      return Promise.resolve();
    },
  };
}

/** Makes what is saved of a repository without a page, loaded at {@linkcode START}. */
export function makeSaved(changes: Partial<SavedReleases> = {}): SavedReleases {
  return { repository: "o/r", checkedAt: START, pages: [], history: [], signatures: {}, others: {}, ...changes };
}
