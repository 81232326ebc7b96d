import { join, SEPARATOR } from "@std/path";
import { forEachLimited } from "@/lib/async/for_each_limited.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { type ApiError, notFoundError } from "@/lib/http/errors.ts";

/** A folder below the served one. */
export interface FoundFolder {
  readonly type: "directory";
  readonly path: string;
}

/** An open file of a served folder. The caller must close it. */
export interface FoundFile extends Pick<Entry, "path" | "modified"> {
  readonly type: "file";
  readonly file: Deno.FsFile;
  readonly info: Deno.FileInfo;
  readonly folder: ServedFolder;
}

/** A file or folder in a listing. */
export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly type: "file" | "directory";
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Time of the last change, in ISO 8601. It is the start of 1970 if the file system does not store it. */
  readonly modified: string;
}

/** An entry of a folder, and the file or folder that it is or links to. */
export interface ScannedEntry extends Pick<Entry, "name" | "path"> {
  readonly info: Deno.FileInfo;
}

/** A path without symbolic links, and what is there. */
interface ResolvedPath {
  readonly realPath: string;
  readonly info: Deno.FileInfo;
}

type Open = (path: string) => Promise<Deno.FsFile>;

/** Maximum attempts to open a file that is being replaced. After that it is treated as missing. */
const MAX_ATTEMPTS = 16;

/** Maximum concurrent `lstat` calls: ten thousand would delay those of other requests. */
const MAX_STATS = 16;

/** A folder whose files are served. Files outside it are never served. */
export class ServedFolder {
  readonly #folder: string;
  readonly #open: Open;

  /** The folder may not exist yet. A test passes its own `open`. */
  constructor(folder: string, open: Open = Deno.open) {
    this.#folder = folder;
    this.#open = open;
  }

  /**
   * Opens the file, or finds the folder, at a path from {@linkcode parsePath}. Returns `undefined` for everything that
   * is missing, hidden or outside the served folder, so that callers cannot distinguish these cases.
   *
   * @throws {Error} if the file exists but cannot be opened, or if the served folder is not a folder.
   */
  async find(path: string): Promise<FoundFile | FoundFolder | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const resolved = await this.#resolve(path);
      // A missing folder is treated as an empty one.
      const isMissingRoot = path === "" && resolved === undefined;
      if (isMissingRoot || resolved?.info.isDirectory) return { type: "directory", path };
      if (path === "") throw new Error(`Cannot serve "${this.#folder}": must be a folder, got something else`);
      if (!resolved?.info.isFile) return undefined;
      const found = await this.#openVerified(path, resolved);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Does the same as {@linkcode ServedFolder.find}, but returns `undefined` for a folder. */
  async findFile(path: string): Promise<FoundFile | undefined> {
    const found = await this.find(path);
    return found?.type === "file" ? found : undefined;
  }

  /**
   * Lists what {@linkcode ServedFolder.find} would find in a folder, sorted by name. A gzip variant is not listed,
   * because it is only a compressed copy of a listed file. A missing folder has no entries.
   *
   * @throws {Error} if the folder cannot be read.
   */
  async list(path: string): Promise<Entry[]> {
    return (await this.scan(path)).map(({ name, path: entryPath, info }) => {
      const [type, size] = info.isFile ? ["file", info.size] as const : ["directory", 0] as const;
      return { name, path: entryPath, type, size, modified: modifiedTimeOf(info) };
    });
  }

  /** Does the same as {@linkcode ServedFolder.list}, but returns what the file system states about each entry. */
  async scan(path: string): Promise<ScannedEntry[]> {
    // A link to a folder outside the served one has no entries.
    const folder = await this.#resolve(path);
    if (folder === undefined) return [];
    const listed = await ifExists(Array.fromAsync(Deno.readDir(folder.realPath))) ?? [];
    const gzipNames = new Set(listed.map(({ name }) => toGzipPath(name)));
    const visible = listed.filter(({ name }) => isPlainName(name) && !gzipNames.has(name));
    const entries: ScannedEntry[] = [];
    await forEachLimited(visible, MAX_STATS, async ({ name, isSymlink }) => {
      const entryPath = path === "" ? name : `${path}/${name}`;
      // One operation for most entries: resolving each took three.
      const info = isSymlink
        ? (await this.#resolve(entryPath))?.info
        : await Deno.lstat(join(folder.realPath, name)).catch(ignoreUnresolvable);
      if (info?.isFile || info?.isDirectory) entries.push({ name, path: entryPath, info });
    });
    return entries.sort((a, b) => a.name < b.name ? -1 : 1);
  }

  // Follows symbolic links. Returns `undefined` if the target is missing, hidden or outside the served folder.
  async #resolve(path: string): Promise<ResolvedPath | undefined> {
    try {
      const root = await Deno.realPath(this.#folder);
      const realPath = path === "" ? root : await Deno.realPath(join(this.#folder, path));
      // `lstat` does not follow a link that took the place of the file after `realPath`.
      return isBelow(realPath, root) ? { realPath, info: await Deno.lstat(realPath) } : undefined;
    } catch (error) {
      return ignoreUnresolvable(error);
    }
  }

  // Opens a file and verifies that it is the one inside the served folder. If only the path were checked, an attacker
  // could replace the file with a link before it is opened. Returns `undefined` if the file has changed: try again.
  async #openVerified(path: string, before: ResolvedPath): Promise<FoundFile | undefined> {
    const file = await ifExists(this.#open(before.realPath));
    if (file === undefined) return undefined;
    using opened = new DisposableStack();
    opened.use(file);
    const info = await file.stat();
    const after = await this.#resolve(path);
    // If the file is replaced while it is being opened, `file` may be the old or the new one. Either is allowed.
    const isAllowed = after !== undefined && (isSameFile(info, before.info) || isSameFile(info, after.info));
    if (!info.isFile || !isAllowed) return undefined;
    opened.move();
    return { type: "file", path, modified: modifiedTimeOf(info), file, info, folder: this };
  }
}

/** The longest path that is checked; no file system has longer ones. */
const MAX_FILE_PATH_CHARACTERS = 1024;

/** The escapes that a route parameter still contains: `decodeURI` leaves reserved characters. */
const RESERVED_ESCAPES = /%(3B|2F|3F|3A|40|26|3D|2B|24|2C|23)/gi;

/**
 * Parses the variable part of a URL as a path in a served folder: plain names separated by slashes, or empty. An
 * escaped slash counts as a slash, because clients that are generated from the OpenAPI document escape it. A slash that
 * is escaped twice arrives as one that is escaped once.
 *
 * @throws {ApiError} `not_found` for everything else: `..`, an absolute path, a backslash, a control character, a
 * hidden name, any other escape.
 */
export function parsePath(text: string): string {
  const path = text.replace(RESERVED_ESCAPES, (escape) => decodeURIComponent(escape)).replace(/\/$/, "");
  if (path === "") return "";
  if (path.length <= MAX_FILE_PATH_CHARACTERS && path.split("/").every(isPlainName)) return path;
  throw missingFileError();
}

/** Creates the error of a path without a file, which is the same whatever is wrong with the path. */
export function missingFileError(): ApiError {
  return notFoundError(undefined, "/api/v1/static/generated lists the block lists, and /api/v1/static/logs the logs");
}

/** Returns whether a path without links is the root itself, or below it and not hidden. */
export function isBelow(path: string, root: string, separator: string = SEPARATOR): boolean {
  if (path === root) return true;
  const start = root.endsWith(separator) ? root : root + separator;
  return path.startsWith(start) && path.slice(start.length).split(separator).every(isPlainName);
}

// Returns whether a name can be served: not hidden, and the same in every encoding of a URL.
function isPlainName(name: string): boolean {
  // deno-lint-ignore no-control-regex -- control characters must be found
  return name !== "" && !name.startsWith(".") && !name.endsWith("~") && !/[\\/%\x00-\x1f\x7f]/.test(name);
}

function modifiedTimeOf(info: Deno.FileInfo): string {
  return (info.mtime ?? new Date(0)).toISOString();
}

function isSameFile(a: Deno.FileInfo, b: Deno.FileInfo): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

// Besides a missing file: a loop of links, a folder that this process must not read, and a name that is too long.
// All are treated as missing, so that callers cannot explore the file system with them.
function ignoreUnresolvable(error: unknown): undefined {
  if (error instanceof Deno.errors.NotCapable) return undefined;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "ENAMETOOLONG"].includes(code)) throw error;
}

/** Returns the path of a file's gzip variant: the same content compressed in advance, stored next to the file. */
export function toGzipPath(path: string): string {
  return `${path}.gz`;
}
