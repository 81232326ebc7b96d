import { createHash } from "node:crypto";
import { basename, dirname, join } from "@std/path";

/** What a written file is known by. */
export interface Written {
  readonly sha256: string;
  readonly bytes: number;
}

/** The part of an open file that writing needs; a test hands in one whose disk is full. */
export type Sink = Pick<Deno.FsFile, "write" | "sync" | "close">;

/** Opens a new file for writing. */
export type OpenSink = (path: string) => Promise<Sink>;

const TEMPORARY = /^\..+\.tmp-\d+$/;

interface Staged extends Written {
  readonly temporary: string;
}

/**
 * Files that appear together: each is written in full under a hidden name, on the disk for good, and only then takes
 * its place. A reader sees the old file or the new one; a failure before {@linkcode Stage.commit} changes nothing.
 */
export class Stage {
  readonly #folder: string;
  readonly #open: OpenSink;
  readonly #staged = new Map<string, Staged>();
  readonly #syncs: Promise<void>[] = [];

  /** Takes the folder that paths are relative to. */
  constructor(folder: string, open: OpenSink = openSink) {
    this.#folder = folder;
    this.#open = open;
  }

  /**
   * Writes a file under its hidden name.
   *
   * @throws {Error} when it cannot be written, a full disk for one.
   */
  async write(path: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Written> {
    const temporary = this.#temporaryOf(path);
    await Deno.mkdir(dirname(temporary), { recursive: true });
    const sink = await this.#open(temporary);
    this.#staged.set(path, { temporary, sha256: "", bytes: 0 });
    try {
      const written = await writeChunks(path, sink, chunks);
      this.#staged.set(path, { temporary, ...written });
      this.#sync(path, sink);
      return written;
    } catch (error) {
      sink.close();
      throw error;
    }
  }

  // The disk works while the next file is made; nothing is committed before it is done.
  #sync(path: string, sink: Sink): void {
    const syncing = naming(path, sink.sync()).finally(() => sink.close());
    // Whoever commits or abandons hears of a failure; until then it must not end the process.
    syncing.catch(() => {});
    this.#syncs.push(syncing);
  }

  /** Where a staged file lies until it is committed. */
  pathOf(path: string): string {
    return this.#staged.get(path)?.temporary ?? join(this.#folder, path);
  }

  /**
   * Puts every staged file into its place, in the order in which they were written, and yields the paths that changed.
   * What is the same as before stays as it is, with its time: it must not look changed to who asks for changes.
   *
   * @throws {Error} when the disk did not keep one of them; then none takes its place.
   */
  async commit(): Promise<string[]> {
    await Promise.all(this.#syncs);
    const changed: string[] = [];
    for (const [path, staged] of this.#staged) {
      const target = join(this.#folder, path);
      if (await hasContent(target, staged)) continue;
      await Deno.rename(staged.temporary, target);
      this.#staged.delete(path);
      changed.push(path);
    }
    await this.abandon();
    return changed;
  }

  /** Removes what was staged and not committed. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#syncs);
    for (const { temporary } of this.#staged.values()) await removeIfThere(temporary);
    this.#staged.clear();
  }

  #temporaryOf(path: string): string {
    const target = join(this.#folder, path);
    return join(dirname(target), `.${basename(target)}.tmp-${Deno.pid}`);
  }
}

/** Removes what a run that was killed left behind. */
export async function removeLeftovers(folder: string): Promise<void> {
  for await (const entry of readFolder(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) await removeLeftovers(path);
    if (entry.isFile && TEMPORARY.test(entry.name)) await removeIfThere(path);
  }
}

/** Removes a file if it is there. */
export async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function openSink(path: string): Promise<Sink> {
  return Deno.open(path, { write: true, create: true, truncate: true });
}

async function hasContent(path: string, { bytes, sha256 }: Written): Promise<boolean> {
  try {
    if ((await Deno.stat(path)).size !== bytes) return false;
    const hash = createHash("sha256");
    for await (const block of (await Deno.open(path)).readable) hash.update(block);
    return hash.digest("hex") === sha256;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function writeChunks(
  path: string,
  sink: Sink,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    await naming(path, writeAll(sink, chunk));
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), bytes };
}

async function writeAll(sink: Sink, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await sink.write(bytes.subarray(at));
}

// The system says what went wrong, not with which file.
async function naming<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(`Cannot write "${path}": ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function* readFolder(folder: string): AsyncGenerator<Deno.DirEntry> {
  try {
    yield* Deno.readDir(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
