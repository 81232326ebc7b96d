import { join } from "@std/path";
import type { Append } from "@/lib/logging/line_queue.ts";

/** Days after which a log file is deleted. */
const RETENTION_DAYS = 14;

const DAY_MS = 86_400_000;

/** Options of {@linkcode openDailyFile}. */
export interface DailyFileOptions {
  readonly dir: string;
  /** The start of every file name: `access` leads to `access-2026-11-15.log`. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
}

/** A file for each day (UTC). */
export interface DailyFile {
  /** Appends to the file of the current day, and deletes files that are too old. */
  readonly append: Append;
  /** The size of today's file in bytes after the last write of this process. */
  readonly size: number;
}

/**
 * Opens the file of the current day.
 *
 * Not the sink of `@logtape/file`: that one syncs the disk at each flush, and once a rotation fails (for example because
 * the folder is missing at midnight) its file is closed and every later line is lost. Here each batch reopens the file.
 *
 * @throws {Deno.errors.PermissionDenied | Deno.errors.NotCapable} if the folder is not writable.
 */
export async function openDailyFile({ dir, name, clock = Date.now }: DailyFileOptions): Promise<DailyFile> {
  let preparedDay = "";
  let written = { day: "", size: 0 };
  const append: Append = async (bytes) => {
    const day = toDay(clock());
    if (day !== preparedDay) {
      await Deno.mkdir(dir, { recursive: true });
      await deleteBefore(toDay(clock() - RETENTION_DAYS * DAY_MS), dir, name);
    }
    // If this write fails, the folder may be missing, so the next write prepares it again.
    preparedDay = "";
    using file = await Deno.open(join(dir, `${name}-${day}.log`), { append: true, create: true });
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    // Not added up, because other processes may write to the same file.
    written = { day, size: (await file.stat()).size };
    preparedDay = day;
  };
  await append(new Uint8Array());
  return {
    append,
    get size() {
      return written.day === toDay(clock()) ? written.size : 0;
    },
  };
}

async function deleteBefore(oldestDay: string, dir: string, name: string): Promise<void> {
  for await (const entry of Deno.readDir(dir)) {
    const [, foundName, day = ""] = /^(.+)-(\d{4}-\d{2}-\d{2})\.log$/.exec(entry.name) ?? [];
    if (entry.isFile && foundName === name && day < oldestDay) {
      // A protected file is no reason to stop logging.
      await Deno.remove(join(dir, entry.name)).catch(() => undefined);
    }
  }
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
