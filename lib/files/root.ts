import { join, relative } from "@std/path";
import { isPlainName } from "@/lib/files/paths.ts";
import { notFoundError } from "@/lib/http/errors.ts";

/** A file below a root, open: whoever asked for it closes it. */
export interface FoundFile {
  readonly type: "file";
  readonly path: string;
  readonly file: Deno.FsFile;
  readonly info: Deno.FileInfo;
}

/** A folder below a root. */
export interface FoundFolder {
  readonly type: "directory";
  readonly path: string;
}

/** One line of a listing. */
export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly type: "file" | "directory";
  readonly size: number;
  readonly modified: string;
}

/** Where a path really leads. */
interface Located {
  readonly real: string;
  readonly info: Deno.FileInfo;
}

/** How often a file that is being replaced is tried again. */
const MAX_ATTEMPTS = 16;

/** A folder whose files are served, and nothing outside of it. */
export class Root {
  readonly #folder: string;

  /** Takes the folder; it need not exist yet. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Opens what lies at a path that `parsePath` let through.
   *
   * The file is opened and then checked once more: what was opened must be what lies inside the root. A check before
   * alone would leave time to put a link in its place.
   *
   * @throws {ApiError} `not_found`
   * @throws {Error} when it is there and cannot be read.
   */
  async find(path: string): Promise<FoundFile | FoundFolder> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const located = await this.#locate(path);
      // A missing root is an empty one.
      if (path === "" && located === undefined) return { type: "directory", path };
      if (located?.info.isDirectory) return { type: "directory", path };
      if (path === "") throw new Error(`Cannot serve "${this.#folder}" as it must be a folder: it is something else`);
      if (!located?.info.isFile) break;
      const found = await this.#open(path, located);
      if (found !== undefined) return found;
    }
    throw notFoundError();
  }

  /**
   * Opens a file.
   *
   * @throws {ApiError} `not_found` also for a folder.
   */
  async findFile(path: string): Promise<FoundFile> {
    const found = await this.find(path);
    if (found.type === "file") return found;
    throw notFoundError();
  }

  /**
   * Lists what is served of a folder, by name. The compressed twin of a file is a form of it and has no line of its own.
   *
   * @throws {Error} when the folder cannot be read.
   */
  async list(path: string): Promise<Entry[]> {
    const names = await readNames(join(this.#folder, path));
    const shown = [...names].filter((name) => isPlainName(name) && !isTwin(name, names));
    const entries = await Promise.all(
      shown.map((name) => this.#describe(name, path === "" ? name : `${path}/${name}`)),
    );
    return entries.filter((entry) => entry !== undefined).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #describe(name: string, path: string): Promise<Entry | undefined> {
    const info = (await this.#locate(path))?.info;
    if (!info?.isFile && !info?.isDirectory) return undefined;
    const type = info.isFile ? "file" : "directory";
    return { name, path, type, size: info.isFile ? info.size : 0, modified: toIso(info) };
  }

  // Where a path really leads, if that is inside the root and not hidden there.
  async #locate(path: string): Promise<Located | undefined> {
    try {
      const root = await Deno.realPath(this.#folder);
      const real = path === "" ? root : await Deno.realPath(join(this.#folder, path));
      if (!isInside(root, real)) return undefined;
      return { real, info: await Deno.lstat(real) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async #open(path: string, before: Located): Promise<FoundFile | undefined> {
    const file = await openIfThere(before.real);
    if (file === undefined) return undefined;
    try {
      const info = await file.stat();
      const after = await this.#locate(path);
      // A list that is replaced meanwhile is the one from before or the one from after.
      if (after !== undefined && (isSame(info, before.info) || isSame(info, after.info))) {
        return { type: "file", path, file, info };
      }
    } catch (error) {
      file.close();
      throw error;
    }
    file.close();
    return undefined;
  }
}

/** The time of a file's last change, as the answers spell it. */
export function toIso(info: Deno.FileInfo): string {
  return (info.mtime ?? new Date(0)).toISOString();
}

function isSame(a: Deno.FileInfo, b: Deno.FileInfo): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function isInside(root: string, real: string): boolean {
  const rest = relative(root, real);
  return rest === "" || rest.split("/").every(isPlainName);
}

// Links may lead to where we may not look: that is no different from leading nowhere.
function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.FilesystemLoop || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotCapable ||
    (error instanceof Error && "code" in error && error.code === "ENAMETOOLONG");
}

async function openIfThere(real: string): Promise<Deno.FsFile | undefined> {
  try {
    return await Deno.open(real);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

async function readNames(folder: string): Promise<Set<string>> {
  const names = new Set<string>();
  try {
    for await (const { name } of Deno.readDir(folder)) names.add(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names;
}

function isTwin(name: string, names: ReadonlySet<string>): boolean {
  return name.endsWith(".gz") && names.has(name.slice(0, -3));
}
