import { join } from "@std/path";

/** A file in `static/`. */
export interface StaticFile {
  /** Where it lies. */
  readonly path: string;
  /** A short text that changes with its content, made when it is first asked for. */
  readonly version: string;
}

/** The files in `static/` by the path that they are asked for by, such as `/style.css`. */
export type StaticIndex = ReadonlyMap<string, StaticFile>;

const indexes = new Map<string, StaticIndex>();

/** The files in `static/` below `root`, read when they are first asked for. */
export function getStaticIndex(root: string): StaticIndex {
  return indexes.get(root) ?? readStaticIndex(root);
}

/** Reads again which files there are. Links are left out, as they may lead anywhere, and so are hidden files. */
export function readStaticIndex(root: string): StaticIndex {
  const index = new Map<string, StaticFile>();
  const folder = join(root, "static");
  for (const path of listFiles(folder, "")) index.set(path, createFile(folder + path));
  indexes.set(root, index);
  return index;
}

function* listFiles(folder: string, below: string): Generator<string> {
  for (const entry of readFolder(folder + below)) {
    if (entry.name.startsWith(".")) continue;
    const path = `${below}/${entry.name}`;
    if (entry.isFile) yield path;
    else if (entry.isDirectory) yield* listFiles(folder, path);
  }
}

function readFolder(path: string): Iterable<Deno.DirEntry> {
  try {
    return [...Deno.readDirSync(path)];
  } catch (error) {
    // An application without static files has no such folder.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function createFile(path: string): StaticFile {
  let version: string | null = null;
  return {
    path,
    get version() {
      return version ??= hash(Deno.readFileSync(path));
    },
  };
}

/** FNV-1a, twice with different starts: quick, at once, and enough to tell versions of one file apart. */
function hash(bytes: Uint8Array): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x01000193);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36);
}
