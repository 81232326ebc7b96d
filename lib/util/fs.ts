import { basename, dirname, join } from "@std/path";

/** Returns the result of an operation on a file, or `undefined` if the file is missing. @throws any other error. */
export async function ifExists<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * Replaces a file, and creates its folder if that is missing. A reader sees the old content or the new one, even after
 * the process was killed.
 *
 * @throws {Error} if the file cannot be written, for example because the disk is full. The old content then stays.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  // The name has the process id because two processes must not write into one draft. It is hidden so that no draft is served.
  const draft = join(dirname(path), `.${basename(path)}.${Deno.pid}.draft`);
  await Deno.mkdir(dirname(path), { recursive: true });
  try {
    using file = await Deno.open(draft, { write: true, create: true, truncate: true });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    await file.sync();
    await Deno.rename(draft, path);
  } catch (error) {
    await ifExists(Deno.remove(draft));
    throw error;
  }
}

/** Reads `length` bytes of a file from an offset, fewer only at its end. */
export async function readAt(file: Deno.FsFile, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  await file.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < length) {
    const got = await file.read(bytes.subarray(filled));
    if (got === null) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
}
