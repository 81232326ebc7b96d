import { join } from "@std/path";
import { ancestorsOf, isAtOrBelow, parseDomain } from "@/lib/files/lists/domain.ts";
import type { ListFormat, ListNames } from "@/lib/files/lists/format.ts";
import { LIST_FORMATS, nameOf } from "@/lib/files/lists/formats.ts";
import { loadManifest, type Manifest } from "@/lib/files/lists/manifest.ts";
import { MANIFEST_FILE } from "@/lib/files/lists/manifest_file.ts";
import { arrangeNames, type NameFacts } from "@/lib/files/lists/names.ts";
import { findProvenance, PROVENANCE_FILE, type ProvenanceEntry } from "@/lib/files/lists/provenance.ts";
import { MAX_LABELS } from "@/lib/files/parameters.ts";
import { cacheUntilChanged } from "@/lib/fs/file_version.ts";
import { invalidParameterError } from "@/lib/parameters/parameter_errors.ts";

/** Whether a domain is blocked, and why. */
export interface Explanation {
  readonly domain: string;
  readonly blocked: boolean;
  /** The lists that block it, each with the entry that does, and with the programs in which it does if not in all. */
  readonly lists: { path: string; format: string; entry: string; programs?: readonly string[] }[];
  /** The allow lists with an exception for it. A program that reads one prefers it to every list. */
  readonly exceptions: { path: string; entry: string }[];
  /** The sources that contain it or a parent domain. */
  readonly sources: readonly { id: string; title: string; from: string; entry: string }[];
  /** The rule of the allow list that allows it, if any. */
  readonly allowedBy?: string;
}

/** Searches the lists in the folder that the generator writes to. The manifest is read again after every change. */
export class ListLookup {
  readonly #loadManifest: () => Promise<Manifest>;

  constructor(readonly folder: string) {
    // The folder may contain a manifest.json of another kind, if an operator serves other files from it.
    this.#loadManifest = cacheUntilChanged(join(folder, MANIFEST_FILE), () => loadManifest(folder, "ignore"));
  }

  /** Returns the number of entries of a list with exactly this content, or `undefined` for any other file. */
  async countEntries(path: string, sha256: string): Promise<number | undefined> {
    const { files } = await this.#loadManifest();
    return files.find((file) => file.path === path && file.sha256 === sha256)?.entries;
  }

  /**
   * Returns the lists below a path that block a domain, what they contain that blocks it, and where that comes from.
   * `text` may be a URL; its host counts.
   *
   * @throws {ApiError} `invalid_parameter` if no list can contain it, or if it has too many labels.
   * @throws {Error} if the files of the generator cannot be read.
   */
  async explain(text: string, path = ""): Promise<Explanation> {
    const domain = parseLookup(text);
    const manifest = await this.#loadManifest();
    const files = manifest.files.filter((file) => `${file.path}/`.startsWith(path === "" ? "" : `${path}/`));
    // Only the domain, its parents and the rules for them can decide: from the highest down, names before their rules.
    const names = [domain, ...ancestorsOf(domain)];
    const lines = names.toReversed().flatMap((name) => [name, `*.${name}`]);
    const entries = manifest.files.length === 0 ? [] : await findProvenance(join(this.folder, PROVENANCE_FILE), lines);

    const lists: Explanation["lists"] = [];
    const exceptions: Explanation["exceptions"] = [];
    for (const file of files) {
      const format = LIST_FORMATS.find((each) => nameOf(each) === file.format);
      if (format === undefined) continue;
      const { content, exceptionsIgnoredBy: programs } = format;
      const found = { ...arrangeNames(toFacts({ names, entries }, file.sources)), names };
      const entry = findEntry(format, found);
      const ignoringEntry = programs && findEntry({ content }, found);
      if (entry !== undefined && content === "exceptions") exceptions.push({ path: file.path, entry });
      else if (entry !== undefined) lists.push({ path: file.path, format: file.format, entry });
      else if (programs && ignoringEntry) {
        lists.push({ path: file.path, format: file.format, entry: ignoringEntry, programs });
      }
    }

    const ids = new Set(files.flatMap((file) => file.sources));
    const sources = manifest.sources.filter(({ id }) => ids.has(id)).flatMap(({ id, title, from }) =>
      entries.filter((entry) => entry.sources.includes(id)).map(({ name }) => ({ id, title, from, entry: name }))
    );
    const rule = findAllowRule(entries, domain);
    return { domain, blocked: lists.length > 0, lists, exceptions, sources, ...(rule && { allowedBy: rule }) };
  }
}

function parseLookup(text: string): string {
  const domain = parseDomain(toHost(text));
  if (typeof domain !== "string") {
    throw invalidParameterError("domain", text, "must be a host name such as ads.example.com");
  }
  if (domain.split(".").length > MAX_LABELS) {
    throw invalidParameterError("domain", text, `must have at most ${MAX_LABELS} labels`, { max: MAX_LABELS });
  }
  return domain;
}

/** Returns the host of a URL, also of one without a scheme; a host name is returned as it is. */
function toHost(text: string): string {
  const trimmed = text.trim();
  if (!/[/:]/.test(trimmed)) return trimmed;
  return URL.parse(trimmed.includes("://") ? trimmed : `https://${trimmed}`)?.hostname ?? trimmed;
}

/** Returns what a list of certain sources says about a domain and its parents. */
function toFacts(
  { names, entries }: { readonly names: readonly string[]; readonly entries: readonly ProvenanceEntry[] },
  sources: readonly string[],
): NameFacts {
  const entryOf = new Map(entries.map((entry) => [entry.name, entry]));
  const isBlocked = (name: string) => {
    const entry = entryOf.get(name);
    return entry?.allowedBy === "" && entry.sources.some((id) => sources.includes(id));
  };
  const hasRule = (name: string) => entryOf.get(name)?.allowedBy === name || entryOf.has(`*.${name}`);
  return {
    names,
    isBlocked,
    exceptions: new Set(names.filter((name) => hasRule(name) && isAtOrBelow(name, isBlocked))),
    hasExceptionBelow: (name) => entryOf.get(name)?.hasRuleBelow === true,
  };
}

/** Returns the entry of a file that decides about a domain; `names` are the domain and its parents, closest first. */
function findEntry(
  { content, exceptions: precedence }: Pick<ListFormat, "content" | "exceptions">,
  { exact, wildcard, exceptions, overruling, names }: ListNames & Pick<NameFacts, "names">,
): string | undefined {
  if (content === "exact") return exact.find((name) => name === names[0]);
  if (content === "exceptions") return names.find((name) => exceptions.includes(name));
  // Without exceptions the highest entry blocks everything below it.
  if (precedence === undefined) return names.findLast((name) => wildcard.includes(name));
  const isException = (name: string) => exceptions.includes(name);
  if (precedence === "overruled" && names.some(isException)) return names.find((name) => overruling.has(name));
  const closest = names.find((name) => wildcard.includes(name) || isException(name));
  return closest === undefined || isException(closest) ? undefined : closest;
}

/** Returns the rule of the allow list that decides about a domain; the entries are sorted from the highest down. */
function findAllowRule(entries: readonly ProvenanceEntry[], domain: string): string | undefined {
  let rule: string | undefined;
  let isBelowBlocked = false;
  for (const { name, allowedBy } of entries) {
    if (allowedBy === "") {
      // Blocked below what is allowed: the closest entry decides.
      rule = undefined;
      isBelowBlocked = true;
    } else if (name === domain || name.startsWith("*.") || isBelowBlocked) {
      // A rule for a parent alone allows the domain only as an exception, which it is below a blocked name.
      rule = allowedBy;
    }
  }
  return rule;
}
