import { basename, dirname, join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { writeAll } from "@/lib/fs/write_all.ts";

/** Returns whether a name is that of a file that was being written, for example by a process that was killed. */
export function isDraft(name: string): boolean {
  return /^\..+\.tmp-\d+$/.test(name);
}

/**
 * Replaces a file atomically, and creates its folder if that is missing: a reader sees the old content or the new one,
 * even after a crash or a power failure.
 *
 * @throws {Error} if it cannot be written, for example because the disk is full; then the old file stays.
 */
export async function replaceFile(path: string, data: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  // The name has the process id because two processes that share the folder must not write into one file.
  const draft = join(dirname(path), `.${basename(path)}.tmp-${Deno.pid}`);
  await Deno.mkdir(dirname(path), { recursive: true });
  try {
    using file = await Deno.open(draft, { write: true, create: true, truncate: true });
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) await writeAll(file, chunk);
    await file.sync();
    await Deno.rename(draft, path);
  } catch (error) {
    await ifExists(Deno.remove(draft));
    throw error;
  }
}
