import { lazy } from "@/lib/async/lazy.ts";
import type { LauncherAnswers } from "@/lib/launcher/render.ts";
import type { Schedule } from "@/lib/launcher/schedule.ts";
import type { TextStore } from "@/lib/state/text_store.ts";

/** Options of {@linkcode createLauncher}. */
export interface LauncherOptions {
  /** The path segment that names the application. */
  readonly appName: string;
  /** The operator's document; without it and without `github` the shipped sample. */
  readonly dataFile?: string | undefined;
  /** Where releases come from. */
  readonly github?: GithubSettings | undefined;
  /** Takes what the operator must know. */
  readonly warn: (message: string) => void;
  readonly now?: () => number;
  readonly schedule?: Schedule;
  /** How long a request waits for the very first data. */
  readonly firstLoadMs?: number;
}

/** Which repository, and how it is reached. */
export interface GithubSettings {
  /** `owner/name`. */
  readonly repository: string;
  readonly token?: string | undefined;
  /** Keeps the last good releases over a restart. */
  readonly state: TextStore;
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
}

/** The application's data, as answers ready to be sent. */
export interface Launcher {
  /**
   * The answers, at once but for the first moments after a start with GitHub alone.
   *
   * @throws {ApiError} `unknown_app` for another name, `source_failed` when there never was any data.
   */
  answers(appName: string | undefined): LauncherAnswers | Promise<LauncherAnswers>;
  /** Ends watching and asking. */
  close(): void;
}

/**
 * Opens the application's data. An operator's is read at once, so that a fault in it stops the start. The shipped sample
 * has none: it is read when first asked for, as its schema alone would be a quarter of a cold start.
 *
 * @throws {TypeError} when the operator's document is wrong, naming line and field.
 */
export async function createLauncher(options: LauncherOptions): Promise<Launcher> {
  const open = async () => {
    const { LauncherStore } = await import("@/lib/launcher/store.ts");
    const store = new LauncherStore(options);
    await store.open();
    return store;
  };
  const isSample = options.dataFile === undefined && options.github === undefined;
  return isSample ? openLater(open) : await open();
}

function openLater(open: () => Promise<Launcher>): Launcher {
  let launcher: Launcher | undefined;
  const load = lazy(async () => launcher = await open());
  return {
    answers: (appName) => launcher?.answers(appName) ?? load().then((opened) => opened.answers(appName)),
    close: () => launcher?.close(),
  };
}
