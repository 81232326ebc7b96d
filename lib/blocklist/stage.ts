import { createHash } from "node:crypto";
import { basename, dirname, join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Checksum and size of a written file. */
export interface Written {
  readonly sha256: string;
  readonly bytes: number;
}

/** Opens a new file for writing. A test passes a function whose files fail as on a full disk. */
export type OpenSink = (path: string) => Promise<Pick<Deno.FsFile, "write" | "sync" | "close">>;

const TEMPORARY = /^\..+\.tmp-\d+$/;

interface Staged extends Written {
  readonly temporary: string;
}

/**
 * Files that are replaced together. Each is first written completely under a hidden name and flushed to the disk, and
 * only then renamed. A reader sees the old file or the new one; an error before {@linkcode Stage.commit} changes nothing.
 */
export class Stage {
  readonly #directory: string;
  readonly #open: OpenSink;
  readonly #staged = new Map<string, Staged>();
  readonly #syncs: Promise<void>[] = [];

  /** Creates a stage for files in `directory`. Paths are relative to it. */
  constructor(directory: string, open?: OpenSink) {
    this.#directory = directory;
    this.#open = open ?? ((path) => Deno.open(path, { write: true, create: true, truncate: true }));
  }

  /**
   * Writes a file under its hidden name.
   *
   * @throws {Error} if it cannot be written, for example because the disk is full.
   */
  async write(path: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Written> {
    const target = join(this.#directory, path);
    const temporary = join(dirname(target), `.${basename(target)}.tmp-${Deno.pid}`);
    await Deno.mkdir(dirname(target), { recursive: true });
    const sink = await this.#open(temporary);
    this.#staged.set(path, { temporary, sha256: "", bytes: 0 });
    const hash = createHash("sha256");
    let bytes = 0;
    try {
      for await (const chunk of chunks) {
        for (let at = 0; at < chunk.length;) at += await addPathToErrors(path, sink.write(chunk.subarray(at)));
        hash.update(chunk);
        bytes += chunk.length;
      }
    } catch (error) {
      sink.close();
      throw error;
    }
    const written = { sha256: hash.digest("hex"), bytes };
    this.#staged.set(path, { temporary, ...written });
    // Not awaited: the disk works while the next file is generated, and commit() waits for it.
    const syncing = addPathToErrors(path, sink.sync()).finally(() => sink.close());
    // commit() and abandon() handle an error; until then it must not end the process.
    syncing.catch(() => {});
    this.#syncs.push(syncing);
    return written;
  }

  /** Returns where a staged file is until it is committed. */
  pathOf(path: string): string {
    return this.#staged.get(path)?.temporary ?? join(this.#directory, path);
  }

  /** Returns whether a staged file has the same content as the file that it would replace. */
  async isUnchanged(path: string): Promise<boolean> {
    const staged = this.#staged.get(path);
    return staged !== undefined && await ifExists(hasContent(join(this.#directory, path), staged)) === true;
  }

  /**
   * Replaces the files in the order in which they were written, and returns the paths that changed. A file with the same
   * content stays untouched with its modification time, so that `if-modified-since` still matches.
   *
   * @throws {Error} if the disk failed to store one of them; then none is replaced.
   */
  async commit(): Promise<string[]> {
    await Promise.all(this.#syncs);
    const changed: string[] = [];
    for (const [path, staged] of this.#staged) {
      if (await this.isUnchanged(path)) continue;
      await Deno.rename(staged.temporary, join(this.#directory, path));
      this.#staged.delete(path);
      changed.push(path);
    }
    await this.abandon();
    return changed;
  }

  /** Removes all files that were not committed. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#syncs);
    for (const { temporary } of this.#staged.values()) await ifExists(Deno.remove(temporary));
    this.#staged.clear();
  }
}

/** Removes the temporary files of a run that was killed. */
export async function removeLeftovers(directory: string): Promise<void> {
  for await (const entry of Deno.readDir(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory) await removeLeftovers(path);
    if (entry.isFile && TEMPORARY.test(entry.name)) await ifExists(Deno.remove(path));
  }
}

// Adds the name of the file to an error, because the system reports only what went wrong.
async function addPathToErrors<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(`Cannot write "${path}": ${messageOf(cause)}`, { cause });
  }
}

async function hasContent(path: string, { bytes, sha256 }: Written): Promise<boolean> {
  if ((await Deno.stat(path)).size !== bytes) return false;
  const hash = createHash("sha256");
  for await (const block of (await Deno.open(path)).readable) hash.update(block);
  return hash.digest("hex") === sha256;
}
