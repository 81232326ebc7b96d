import { basename, join, SEPARATOR } from "@std/path";

/** A file or folder that may be served. */
export interface Entry {
  readonly type: "file" | "directory";
  readonly name: string;
  /** The path below the root, with slashes. The path of the root is empty. */
  readonly path: string;
  /** Where to read it. This path may contain links, because some targets may be read only through their link. */
  readonly file: string;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  readonly modified: Date;
}

/** A folder whose files anyone may read. The folder may be missing, which counts as empty, and it may be a link. */
export class ServedFolder {
  constructor(private readonly root: string) {}

  /**
   * Returns what is at a path, or `undefined` if it is missing. Everything hidden or outside of the folder counts as
   * missing, so that callers cannot explore the disk.
   */
  async find(path: string): Promise<Entry | undefined> {
    const names = path.replace(/\/$/, "").split("/");
    const isRoot = names.join() === "";
    if (!isRoot && !names.every(isVisible)) return undefined;
    const file = join(this.root, ...names);
    try {
      const [realRoot, realFile] = [await Deno.realPath(this.root), await Deno.realPath(file)];
      if (!isRoot && !isVisibleBelow(realRoot, realFile)) return undefined;
      const { isFile, isDirectory, size, mtime } = await Deno.stat(file);
      if (!isFile && !isDirectory) return undefined;
      return {
        type: isFile ? "file" : "directory",
        name: isRoot ? "" : basename(file),
        path: names.join("/"),
        file,
        size: isFile ? size : 0,
        modified: mtime ?? new Date(0),
      };
    } catch (error) {
      if (isUnreachable(error)) return undefined;
      throw error;
    }
  }

  /** Returns what {@linkcode ServedFolder.find} would find in a folder, sorted by name. */
  async list(path: string): Promise<Entry[]> {
    const folder = await this.find(path);
    if (folder?.type !== "directory") return [];
    const names = await listNames(folder.file);
    const entries = await Promise.all(
      names.map((name) => this.find(folder.path === "" ? name : `${folder.path}/${name}`)),
    );
    return entries.filter((entry) => entry !== undefined);
  }
}

/** Returns the sorted names in a folder. A folder that may not be read counts as empty. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  } catch (error) {
    if (isUnreachable(error)) return [];
    throw error;
  }
}

/** Returns whether a name is visible and means the same on every system. `..` and an empty name are not visible. */
function isVisible(name: string): boolean {
  // deno-lint-ignore no-control-regex -- control characters must be found
  return name !== "" && !name.startsWith(".") && !/[\\/\x00-\x1f\x7f]/.test(name);
}

function isVisibleBelow(realRoot: string, realFile: string): boolean {
  const start = realRoot.endsWith(SEPARATOR) ? realRoot : realRoot + SEPARATOR;
  return realFile.startsWith(start) && realFile.slice(start.length).split(SEPARATOR).every(isVisible);
}

/** What a file system reports for a path that leads nowhere: missing, not permitted, a loop of links, or too long. */
const UNREACHABLE = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG"];

function isUnreachable(error: unknown): boolean {
  if (error instanceof Deno.errors.NotCapable) return true;
  return error instanceof Error && "code" in error && UNREACHABLE.includes(String(error.code));
}
