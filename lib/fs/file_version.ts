/**
 * Returns a string that changes when a file is written or replaced, so that what was read from it can be cached.
 * Editors write a new file and rename it over the old one, which only the inode shows if size and time stay the same.
 */
export function fileVersion({ dev, ino, size, mtime }: Deno.FileInfo): string {
  return `${dev}:${ino} ${size} ${mtime?.getTime()}`;
}

/** The coarsest resolution of modification times, of FAT. Within it a file can change again without a new time. */
const TIME_RESOLUTION_MS = 2000;

/** Returns whether the next change of a file will change its time, too, so that size and time identify its content. */
export function isSettled({ mtime }: Pick<Deno.FileInfo, "mtime">, now: number = Date.now()): boolean {
  return now - (mtime?.getTime() ?? 0) >= TIME_RESOLUTION_MS;
}
