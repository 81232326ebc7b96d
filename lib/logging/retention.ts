import { getLogger } from "@logtape/logtape";
import { join } from "@std/path";
import { repeatInBackground } from "@/lib/async/background_timer.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";

/** How many days a line may be stored. The page and the documents promise it. */
const RETENTION_DAYS = 14;

const DAY_MS = 86_400_000;

/** Interval at which the date is compared. Not one timer until midnight, because clocks are set and machines sleep. */
const CHECK_EVERY_MS = 60_000;

/** The log files of the service and of the generator of block lists. */
const LOG_NAME = /^(?:access|service|blocklist)-(\d{4}-\d{2}-\d{2})\.log$/;

const log = getLogger(["pawkit", "log"]);

/** Options of {@linkcode startRetention}. */
export interface RetentionOptions {
  /** The folder of the log files. */
  readonly dir: string;
  /** Returns the time in milliseconds since 1970; by default the current time. */
  readonly now?: (() => number) | undefined;
  /** Calls a function regularly; by default in the background. */
  readonly repeat?: typeof repeatInBackground;
}

/**
 * Deletes the files with lines that are 14 days old, now and after each midnight (UTC), whether or not anything is
 * logged. What fails is tried again every minute. Returns a function that stops it.
 */
export async function startRetention(options: RetentionOptions): Promise<() => void> {
  const { dir, now = Date.now, repeat = repeatInBackground } = options;
  let checkedDay = -1;
  let warnedDay = -1;
  const check = async () => {
    const today = Math.floor(now() / DAY_MS);
    if (today === checkedDay) return;
    const oldest = new Date((today - RETENTION_DAYS + 1) * DAY_MS).toISOString().slice(0, 10);
    try {
      await deleteBefore(oldest, dir);
      checkedDay = today;
    } catch (error) {
      if (today !== warnedDay) log.warn("Cannot delete old logs", { error });
      warnedDay = today;
    }
  };
  await check();
  return repeat(CHECK_EVERY_MS, check);
}

// Deletes what it can, and throws the first error.
async function deleteBefore(oldestDate: string, dir: string): Promise<void> {
  let failure: unknown;
  for (const { name, isFile } of await ifExists(Array.fromAsync(Deno.readDir(dir))) ?? []) {
    const [, date] = LOG_NAME.exec(name) ?? [];
    if (!isFile || date === undefined || date >= oldestDate) continue;
    // Another instance may have deleted it.
    await ifExists(Deno.remove(join(dir, name))).catch((error) => failure ??= error);
  }
  if (failure !== undefined) throw failure;
}
