import { join } from "@std/path";
import { findAncestor, isRejection, parseDomain } from "@/lib/blocklist/domain.ts";
import { FORMATS } from "@/lib/blocklist/formats.ts";
import {
  type Manifest,
  MANIFEST_FILE,
  type ManifestFile,
  parseManifest,
  PROVENANCE_FILE,
} from "@/lib/blocklist/manifest.ts";
import { findOrigin, type Origin } from "@/lib/blocklist/provenance.ts";

/** Why a domain is blocked, or that it is not. */
export interface Explanation {
  readonly domain: string;
  readonly blocked: boolean;
  /** The lists that block it, each with the entry that does. */
  readonly lists: readonly { readonly path: string; readonly format: string; readonly entry: string }[];
  /** The sources that name it or a domain above it. */
  readonly sources: readonly {
    readonly id: string;
    readonly title: string;
    readonly from: string;
    readonly entry: string;
  }[];
  /** The rule of the allow list that lets it through, if one does. */
  readonly allowedBy?: string;
}

/** A manifest, and the file it was read from. */
interface Kept {
  readonly key: string;
  readonly manifest: Manifest;
  readonly byPath: ReadonlyMap<string, ManifestFile>;
}

const EMPTY: Manifest = { files: [], sources: [], provenance: { path: PROVENANCE_FILE, sha256: "", bytes: 0 } };

/** Answers questions about the lists in a folder; reads the manifest anew when it changes. */
export class ListLookup {
  readonly #folder: string;
  #kept: Kept | undefined;

  /** Takes the folder that the generator writes to. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Yields the number of entries of a list with this very content, or `undefined` for another file. */
  async countEntries(path: string, sha256: string): Promise<number | undefined> {
    const file = (await this.#load()).byPath.get(path);
    return file?.sha256 === sha256 ? file.entries : undefined;
  }

  /** Yields a host name in the spelling of the lists, or `undefined` for what no list can have. */
  parseDomain(text: string): string | undefined {
    const domain = parseDomain(text);
    return isRejection(domain) ? undefined : domain;
  }

  /**
   * Says which lists below a path, and which of their sources, contain a domain or one above it.
   *
   * @throws {Error} when the files of the generator cannot be read.
   */
  async explain(domain: string, path = ""): Promise<Explanation> {
    const { manifest } = await this.#load();
    const origins = await this.#findOrigins(manifest, domain);
    const files = manifest.files.filter((file) =>
      path === "" || file.path === path || file.path.startsWith(`${path}/`)
    );
    const allowedBy = findRule(origins, domain);
    const lists = files.flatMap((file) => {
      const entry = findEntry(file, origins, domain);
      return entry === undefined ? [] : [{ path: file.path, format: file.format, entry }];
    });
    const sources = sourcesOf(manifest, files, origins);
    return { domain, blocked: lists.length > 0, lists, sources, ...(allowedBy === undefined ? {} : { allowedBy }) };
  }

  async #load(): Promise<Kept> {
    const path = join(this.#folder, MANIFEST_FILE);
    const info = await statIfThere(path);
    const key = `${info?.ino}:${info?.size}:${info?.mtime?.getTime()}`;
    if (this.#kept?.key === key) return this.#kept;
    const manifest = info === undefined ? EMPTY : await loadManifest(path);
    return this.#kept = { key, manifest, byPath: new Map(manifest.files.map((file) => [file.path, file])) };
  }

  // The domain itself and those above it, highest first, with the rules for all below each of them.
  async #findOrigins({ files, provenance }: Manifest, domain: string): Promise<Origin[]> {
    if (files.length === 0) return [];
    using file = await Deno.open(join(this.#folder, provenance.path));
    const { size } = await file.stat();
    const origins: Origin[] = [];
    for (const name of [...ancestorsOf(domain).flatMap((each) => [each, `*.${each}`]), domain]) {
      const origin = await findOrigin(file, size, name);
      if (origin !== undefined) origins.push(origin);
    }
    return origins;
  }
}

function ancestorsOf(domain: string): string[] {
  const ancestors: string[] = [];
  findAncestor(domain, (ancestor) => ancestors.unshift(ancestor) === 0);
  return ancestors;
}

// From the top down: what is nearer to the domain decides.
function findRule(origins: readonly Origin[], domain: string): string | undefined {
  let rule: string | undefined;
  let isBlocked = false;
  for (const { name, allowedBy } of origins) {
    if (allowedBy === "") {
      rule = undefined;
      isBlocked = true;
    } else if (isBlocked || name === domain || name.startsWith("*.")) rule = allowedBy;
  }
  return rule;
}

const FORMAT_BY_NAME = new Map(FORMATS.map((format) => [format.name, format]));

function findEntry(file: ManifestFile, origins: readonly Origin[], domain: string): string | undefined {
  const format = FORMAT_BY_NAME.get(file.format);
  const isIn = ({ sources, allowedBy }: Origin) => allowedBy === "" && sources.some((id) => file.sources.includes(id));
  if (!format?.isWhole) return origins.find((origin) => origin.name === domain && isIn(origin))?.name;
  let entry: string | undefined;
  for (const origin of origins) {
    if (isIn(origin)) entry ??= origin.name;
    // A list of wildcards has no sign for an exception: what is above blocks it all the same.
    else if (origin.allowedBy !== "" && format.exception !== undefined) entry = undefined;
  }
  return entry;
}

function sourcesOf(
  manifest: Manifest,
  files: readonly ManifestFile[],
  origins: readonly Origin[],
): Explanation["sources"] {
  const wanted = new Set(files.flatMap((file) => file.sources));
  return manifest.sources.filter(({ id }) => wanted.has(id)).flatMap(({ id, title, from }) =>
    origins.filter((origin) => origin.sources.includes(id)).map(({ name }) => ({ id, title, from, entry: name }))
  );
}

// Whoever serves other files from this folder may have a manifest.json of another kind.
async function loadManifest(path: string): Promise<Manifest> {
  try {
    return parseManifest(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof TypeError) return EMPTY;
    throw error;
  }
}

async function statIfThere(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
