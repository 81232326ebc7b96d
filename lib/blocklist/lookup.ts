import { join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { findAncestor, parseDomain } from "@/lib/blocklist/domain.ts";
import { type Format, FORMATS } from "@/lib/blocklist/formats.ts";
import { loadManifest, type Manifest, MANIFEST_FILE, PROVENANCE_FILE } from "@/lib/blocklist/manifest.ts";
import { findOrigin, type Origin } from "@/lib/blocklist/provenance.ts";
import { type EntryQuery, findEntry, findException, toLevels } from "@/lib/blocklist/verdict.ts";
import { invalidParameterError } from "@/lib/http/parameters.ts";

/** A list that blocks a domain. */
export interface BlockingList {
  readonly path: string;
  readonly format: string;
  readonly entry: string;
  /** The programs in which it does, if it does not in all that read it. */
  readonly programs?: readonly string[];
}

/** Whether a domain is blocked, and why. */
export interface Explanation {
  readonly domain: string;
  readonly blocked: boolean;
  /** The lists that block it, each with the entry that does. */
  readonly lists: readonly BlockingList[];
  /** The allow lists with an exception for it. A program that reads one prefers it to every list. */
  readonly exceptions: readonly { path: string; entry: string }[];
  /** The sources that contain it or a parent domain. */
  readonly sources: readonly { id: string; title: string; from: string; entry: string }[];
  /** The rule of the allow list that allows it, if any. */
  readonly allowedBy?: string;
}

const NO_LISTS: Manifest = { files: [], sources: [], provenance: { path: PROVENANCE_FILE, sha256: "", bytes: 0 } };

/** Searches the lists in the directory that the generator writes to. The manifest is read again after every change. */
export class ListLookup {
  readonly #directory: string;
  #loaded: { readonly signature: string; readonly manifest: Manifest } | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the number of entries of a list with exactly this content, or `undefined` for any other file. */
  async countEntries(path: string, sha256: string): Promise<number | undefined> {
    const { files } = await this.#load();
    return files.find((file) => file.path === path && file.sha256 === sha256)?.entries;
  }

  /**
   * Returns the lists below a path, and their sources, that contain a domain or a parent domain.
   *
   * @throws {ApiError} `invalid_parameter` if no list can contain it.
   * @throws {Error} if the files of the generator cannot be read.
   */
  async explain(text: string, path = ""): Promise<Explanation> {
    const domain = parseDomain(text);
    if (typeof domain !== "string") {
      throw invalidParameterError("domain", text, "must be a host name such as ads.example.com");
    }
    const manifest = await this.#load();
    const origins = await this.#findOrigins(manifest, domain);
    const files = manifest.files.filter((file) =>
      path === "" || file.path === path || file.path.startsWith(`${path}/`)
    );
    const allowedBy = findRule(origins, domain);
    const lists: BlockingList[] = [];
    const exceptions: { path: string; entry: string }[] = [];
    for (const { path, format: name, sources } of files) {
      const format = FORMATS.find((each) => each.name === name);
      if (format === undefined) continue;
      const levels = toLevels(origins, sources);
      const blocking = findBlocking(format, { domain, levels });
      if (blocking !== undefined) lists.push({ path, format: name, ...blocking });
      const exception = format.content === "exceptions" ? findException(levels) : undefined;
      if (exception !== undefined) exceptions.push({ path, entry: exception });
    }
    const ids = new Set(files.flatMap((file) => file.sources));
    const sources = manifest.sources.filter(({ id }) => ids.has(id)).flatMap(({ id, title, from }) =>
      origins.filter((origin) => origin.sources.includes(id)).map(({ name }) => ({ id, title, from, entry: name }))
    );
    const rule = allowedBy === undefined ? {} : { allowedBy };
    return { domain, blocked: lists.length > 0, lists, exceptions, sources, ...rule };
  }

  async #load(): Promise<Manifest> {
    const info = await ifExists(Deno.stat(join(this.#directory, MANIFEST_FILE)));
    const signature = `${info?.ino}:${info?.size}:${info?.mtime?.getTime()}`;
    if (this.#loaded?.signature === signature) return this.#loaded.manifest;
    const manifest = await loadManifest(this.#directory).catch((error) => {
      // The directory may contain a manifest.json of another kind, if an operator serves other files from it.
      if (error instanceof TypeError) return undefined;
      throw error;
    }) ?? NO_LISTS;
    this.#loaded = { signature, manifest };
    return manifest;
  }

  // Returns what the provenance file contains about the parent domains, the highest first, and about the domain itself.
  async #findOrigins({ files, provenance }: Manifest, domain: string): Promise<Origin[]> {
    if (files.length === 0) return [];
    using file = await Deno.open(join(this.#directory, provenance.path));
    const { size } = await file.stat();
    const names: string[] = [domain, `*.${domain}`];
    findAncestor(domain, (ancestor) => {
      names.unshift(ancestor, `*.${ancestor}`);
      return false; // Continues with the next ancestor.
    });
    const origins: Origin[] = [];
    for (const name of names) {
      const origin = await findOrigin(file, size, name);
      if (origin !== undefined) origins.push(origin);
    }
    return origins;
  }
}

// Returns the rule of the allow list that applies. The origins are sorted from the top down: the last one decides.
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

function findBlocking(format: Format, query: EntryQuery): Pick<BlockingList, "entry" | "programs"> | undefined {
  const entry = findEntry(format, query);
  if (entry !== undefined) return { entry };
  const { exceptionsIgnoredBy: programs } = format;
  const ignoringEntry = programs && findEntry(format, { ...query, ignoresExceptions: true });
  return programs && ignoringEntry ? { entry: ignoringEntry, programs } : undefined;
}
