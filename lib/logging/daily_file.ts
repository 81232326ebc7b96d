import { join } from "@std/path";
import type { Append } from "@/lib/logging/line_queue.ts";

/** Days a log file is kept. */
const RETENTION_DAYS = 14;

const DAY_MS = 86_400_000;

/** Options of {@linkcode openDailyFile}. */
export interface DailyFileOptions {
  readonly dir: string;
  /** The start of every file name: `access` makes `access-2026-11-15.log`. */
  readonly name: string;
  readonly retentionDays?: number;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

/**
 * Yields a function that appends to the file of the day (in UTC) and deletes the files that are too old.
 *
 * Not the sink of `@logtape/file`: that one syncs the disk at each flush, and once a rotation fails (a folder that is
 * gone at midnight) it has closed its file and every later line is lost. Here each batch opens its file anew.
 *
 * @throws {Deno.errors.PermissionDenied | Deno.errors.NotCapable} When the folder cannot be written to.
 */
export async function openDailyFile(options: DailyFileOptions): Promise<Append> {
  const clock = options.clock ?? Date.now;
  let today = "";
  const append: Append = async (bytes) => {
    const date = new Date(clock()).toISOString().slice(0, 10);
    const isNew = date !== today;
    // Until the write has worked nothing is taken for granted: the folder may be gone.
    today = "";
    if (isNew) await prepareDay(options, clock());
    await Deno.writeFile(join(options.dir, `${options.name}-${date}.log`), bytes, { append: true });
    today = date;
  };
  await append(new Uint8Array());
  return append;
}

async function prepareDay({ dir, name, retentionDays = RETENTION_DAYS }: DailyFileOptions, now: number): Promise<void> {
  await Deno.mkdir(dir, { recursive: true });
  const oldest = new Date(now - retentionDays * DAY_MS).toISOString().slice(0, 10);
  for await (const entry of Deno.readDir(dir)) {
    const date = /^(.+)-(\d{4}-\d{2}-\d{2})\.log$/.exec(entry.name);
    if (entry.isFile && date?.[1] === name && date[2]! < oldest) {
      // A file that someone protected is no reason to stop logging.
      await Deno.remove(join(dir, entry.name)).catch(() => undefined);
    }
  }
}
