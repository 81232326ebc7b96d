/** The coarsest resolution of modification times, of FAT. Within it a file can change again without a new time. */
const TIME_RESOLUTION_MS = 2000;

/** Returns whether a file is old enough to get a new time with its next change: size and time identify its content. */
export function isSettled({ mtime }: Pick<Deno.FileInfo, "mtime">, now: number = Date.now()): boolean {
  return now - (mtime?.getTime() ?? 0) >= TIME_RESOLUTION_MS;
}

/**
 * Returns a string that changes when a file is written or replaced, so that what was read from it can be cached. It is
 * `undefined` while the file can change again without a new time: what is read then must be read again.
 */
export function fileVersion(info: Deno.FileInfo): string | undefined {
  const { dev, ino, size, mtime } = info;
  // Editors write a new file and rename it over the old one. If size and time stay the same, only the inode shows that.
  return isSettled(info) ? `${dev}:${ino} ${size} ${mtime?.getTime()}` : undefined;
}

/** Returns a string that changes with what is read, or `undefined` if that must be read again. */
export type VersionReader = () => Promise<string | undefined>;

/** Returns the version of several files, of which some may be missing or unreadable. */
export async function readVersion(paths: readonly string[]): Promise<string | undefined> {
  // Reading the file reports why it cannot be read.
  const files = await Promise.all(paths.map((path) => Deno.stat(path).catch(() => undefined)));
  const versions = files.map((file) => file === undefined ? "missing" : fileVersion(file));
  return versions.includes(undefined) ? undefined : versions.join();
}

/**
 * Returns a function that reads a value on its first call, and again if its source may have changed since: a file, or
 * whatever has the version that a function returns. After an error it reads again, too.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.utime(path, 0, 0);
 * let reads = 0;
 * const read = cacheUntilChanged(path, () => Promise.resolve(++reads));
 * assertEquals([await read(), await read()], [1, 1]);
 * await Deno.writeTextFile(path, "changed");
 * assertEquals(await read(), 2);
 * ```
 */
export function cacheUntilChanged<T>(source: string | VersionReader, read: () => Promise<T>): () => Promise<T> {
  const readCurrent = typeof source === "string" ? () => readVersion([source]) : source;
  let last: { readonly version: string; readonly value: T } | undefined;
  return async () => {
    const version = await readCurrent();
    if (last !== undefined && last.version === version) return last.value;
    const value = await read();
    last = version === undefined ? undefined : { version, value };
    return value;
  };
}
