import { join, relative } from "@std/path";
import { ifExists } from "@/lib/async/if_exists.ts";
import { isPlainName } from "@/lib/files/paths.ts";
import { toGzipPath } from "@/lib/http/gzip.ts";

/** An open file below a root. The caller closes it. */
export interface FoundFile {
  readonly type: "file";
  readonly path: string;
  readonly file: Deno.FsFile;
  readonly info: Deno.FileInfo;
}

/** One entry of a listing. */
export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly type: "file" | "directory";
  readonly size: number;
  readonly modified: string;
}

/** A path with all symbolic links resolved. */
interface Located {
  readonly real: string;
  readonly info: Deno.FileInfo;
}

/** How often opening is repeated while a file is being replaced. */
const MAX_ATTEMPTS = 16;

/** A folder whose files are served. Nothing outside of it is. */
export class Root {
  readonly #folder: string;
  readonly #open: (path: string) => Promise<Deno.FsFile>;

  /** Takes the folder, which need not exist yet, and the function that opens a file in it. */
  constructor(folder: string, open: (path: string) => Promise<Deno.FsFile> = Deno.open) {
    this.#folder = folder;
    this.#open = open;
  }

  /**
   * Opens the file, or finds the folder, at a path that `parsePath` accepted. Returns `undefined` for everything that is
   * missing, hidden or outside the root, so that callers cannot distinguish them.
   *
   * A file is opened and then checked again: the opened file must be the one inside the root. With a check before the
   * opening alone, an attacker could put a link in its place in between.
   *
   * @throws {Error} if it exists and cannot be read.
   */
  async find(path: string): Promise<FoundFile | { type: "directory"; path: string } | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const located = await this.#locate(path);
      // A missing root counts as an empty one.
      if (located?.info.isDirectory || (path === "" && located === undefined)) return { type: "directory", path };
      if (path === "") throw new Error(`Cannot serve "${this.#folder}": must be a folder, got something else`);
      if (!located?.info.isFile) return undefined;
      const found = await this.#openChecked(path, located);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Opens a file like {@linkcode Root.find}, and returns `undefined` for a folder, too. */
  async findFile(path: string): Promise<FoundFile | undefined> {
    const found = await this.find(path);
    return found?.type === "file" ? found : undefined;
  }

  /**
   * Lists the served entries of a folder by name. A gzip variant is not listed because it is another form of its file.
   *
   * @throws {Error} if the folder cannot be read.
   */
  async list(path: string): Promise<Entry[]> {
    const folder = Deno.readDir(join(this.#folder, path));
    const names = await ifExists(Array.fromAsync(folder, ({ name }) => name)) ?? [];
    const variants = new Set(names.map(toGzipPath));
    const shown = names.filter((name) => isPlainName(name) && !variants.has(name));
    const entries = await Promise.all(shown.map(async (name): Promise<Entry[]> => {
      const entryPath = path === "" ? name : `${path}/${name}`;
      const info = (await this.#locate(entryPath))?.info;
      if (!info?.isFile && !info?.isDirectory) return [];
      const type = info.isFile ? "file" : "directory";
      return [{ name, path: entryPath, type, size: info.isFile ? info.size : 0, modified: toIso(info) }];
    }));
    return entries.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  // Resolves a path, if it leads to something inside the root that is not hidden there.
  async #locate(path: string): Promise<Located | undefined> {
    try {
      const root = await Deno.realPath(this.#folder);
      const real = path === "" ? root : await Deno.realPath(join(this.#folder, path));
      const isInside = real === root || relative(root, real).split("/").every(isPlainName);
      return isInside ? { real, info: await Deno.lstat(real) } : undefined;
    } catch (error) {
      if (isUnreachable(error)) return undefined;
      throw error;
    }
  }

  async #openChecked(path: string, before: Located): Promise<FoundFile | undefined> {
    const file = await this.#open(before.real).catch((error) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    let isInside = false;
    try {
      const info = await file.stat();
      const after = await this.#locate(path);
      // A list that is replaced in the meantime is either the old one or the new one.
      isInside = after !== undefined && (isSame(info, before.info) || isSame(info, after.info));
      return isInside ? { type: "file", path, file, info } : undefined;
    } finally {
      if (!isInside) file.close();
    }
  }
}

/** Returns the modification time of a file in the form of the responses. */
export function toIso(info: Deno.FileInfo): string {
  return (info.mtime ?? new Date(0)).toISOString();
}

function isSame(a: Deno.FileInfo, b: Deno.FileInfo): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}

// A link to a place that we may not read is treated like a link to nowhere.
function isUnreachable(error: unknown): boolean {
  return isMissing(error) || error instanceof Deno.errors.FilesystemLoop ||
    error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable ||
    (error instanceof Error && "code" in error && error.code === "ENAMETOOLONG");
}
