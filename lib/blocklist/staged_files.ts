import { createHash } from "node:crypto";
import { dirname, join } from "@std/path";
import type { ManifestFile } from "@/lib/files/lists/manifest.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { replaceFile } from "@/lib/fs/replace_file.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Checksum and size of a written file. */
export type Written = Pick<ManifestFile, "sha256" | "bytes">;

/** Where files are until they are complete. Hidden, so that they are never served. */
const STAGING_FOLDER = ".new";

/**
 * An atomic replace of several files. Each is first written completely into a hidden folder and flushed to disk, and
 * only then renamed. A reader sees the old file or the new one. An error before {@linkcode StagedFiles.commit} changes
 * none.
 */
export class StagedFiles implements AsyncDisposable {
  readonly #staged = new Map<string, Written>();

  /** Stages the files of `folder`. Paths are relative to it. */
  constructor(readonly folder: string) {}

  /** Writes a file into the hidden folder. @throws {Error} if it cannot, for example because the disk is full. */
  async write(path: string, chunks: Iterable<string> | AsyncIterable<Uint8Array>): Promise<Written> {
    const hash = createHash("sha256");
    let bytes = 0;
    const measured = async function* () {
      for await (const chunk of chunks) {
        const data = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
        hash.update(data);
        bytes += data.length;
        yield data;
      }
    };
    try {
      await replaceFile(this.pathOf(path), measured());
    } catch (cause) {
      // The system reports only what went wrong, not with which file.
      throw new Error(`Cannot write "${path}": ${messageOf(cause)}`, { cause });
    }
    const written = { sha256: hash.digest("hex"), bytes };
    this.#staged.set(path, written);
    return written;
  }

  /** Returns where a staged file is until it is committed. */
  pathOf(path: string): string {
    return join(this.folder, STAGING_FOLDER, path);
  }

  /** Returns whether a staged file has the same content as the file that it would replace. */
  async isUnchanged(path: string): Promise<boolean> {
    const current = join(this.folder, path);
    const staged = this.#staged.get(path)!;
    if ((await ifExists(Deno.stat(current)))?.size !== staged.bytes) return false;
    const hash = createHash("sha256");
    for await (const block of (await Deno.open(current)).readable) hash.update(block);
    return hash.digest("hex") === staged.sha256;
  }

  /**
   * Replaces the files in the order in which they were written, and returns the paths that changed. A file with the
   * same content stays untouched with its modification time, so that `if-modified-since` still matches.
   *
   * @throws {Error} if a file cannot be replaced. Those before it are new then, and the others old.
   */
  async commit(): Promise<string[]> {
    const changed: string[] = [];
    for (const path of this.#staged.keys()) {
      try {
        if (await this.isUnchanged(path)) continue;
        await Deno.mkdir(dirname(join(this.folder, path)), { recursive: true });
        await Deno.rename(this.pathOf(path), join(this.folder, path));
      } catch (cause) {
        const state = changed.length === 0 ? "" : ", so some files are new and others old until the next run";
        throw new Error(`Cannot replace "${path}": ${messageOf(cause)}${state}`, { cause });
      }
      changed.push(path);
    }
    return changed;
  }

  /** Removes all files that were not committed, also those of a run that was killed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await ifExists(Deno.remove(join(this.folder, STAGING_FOLDER), { recursive: true }));
  }
}
