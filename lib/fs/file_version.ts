/**
 * Returns a text that changes when a file is written or replaced, so that what was read from it can be cached. Editors
 * write a new file and rename it over the old one, which only the inode shows if size and time stay the same.
 */
export function fileVersion({ dev, ino, size, mtime }: Deno.FileInfo): string {
  return `${dev}:${ino} ${size} ${mtime?.getTime()}`;
}
