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

/**
 * Returns the version of several files, of which some may be missing, or `undefined` if one of them may change again
 * without a new version. What is read after that must then be read again, even if nothing seems to have changed.
 */
export function settledVersion(files: readonly (Deno.FileInfo | undefined)[]): string | undefined {
  if (!files.every((file) => file === undefined || isSettled(file))) return undefined;
  return files.map((file) => file && fileVersion(file)).join();
}
