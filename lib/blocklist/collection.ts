import type { AllowRules } from "@/lib/blocklist/allow_rules.ts";
import type { Selection } from "@/lib/blocklist/compile.ts";
import { SortedNames, sortUnique } from "@/lib/blocklist/sorted_names.ts";
import { type OnInvalid, readDomains } from "@/lib/blocklist/source_lines.ts";

/** What was read from a source. */
export interface SourceCount {
  /** Number of valid names. */
  readonly valid: number;
  /** How many names or lines were invalid for each reason, with samples. */
  readonly invalid: ReadonlyMap<string, { count: number; samples: string[] }>;
  /** Number of names that occur twice in the source or also in an earlier one. */
  readonly duplicate: number;
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_CHARACTERS = 60;

/** All names of all sources, each once, sorted by their bytes, with the sources that contain it. */
export class Collection {
  #names: readonly string[] = [];
  /** The index of the set of sources of each name, because a million names share a few sets. */
  #setIds = new Uint32Array(0);
  /** The first set is that of a name that no source contains. */
  readonly #sets: (readonly string[])[] = [[]];

  /** Reads a source into the collection, once. @throws {Error} if it cannot be read. */
  async add(id: string, path: string): Promise<SourceCount> {
    const invalid = new Map<string, { count: number; samples: string[] }>();
    const onInvalid: OnInvalid = (reason, text) => {
      const group = invalid.get(reason) ?? { count: 0, samples: [] };
      group.count++;
      if (group.samples.length < MAX_SAMPLES) group.samples.push(text.trim().slice(0, MAX_SAMPLE_CHARACTERS));
      invalid.set(reason, group);
    };
    const names: string[] = [];
    for await (const domains of readDomains(path, onInvalid)) {
      for (const domain of domains) names.push(domain);
    }
    const total = this.#names.length + names.length;
    this.#merge(sortUnique(names), id);
    return { valid: names.length, invalid, duplicate: total - this.#names.length };
  }

  /** Divides the names by the allow list. */
  select(rules: AllowRules): Selection {
    const names: string[] = [];
    const setIds = new Uint32Array(this.#names.length);
    const allowed = new Map<string, { sources: readonly string[]; allowedBy: string }>();
    for (const [index, name] of this.#names.entries()) {
      const allowedBy = rules.match(name);
      const setId = this.#setIds[index]!;
      if (allowedBy !== undefined) allowed.set(name, { sources: this.#sets[setId]!, allowedBy });
      else {
        setIds[names.length] = setId;
        names.push(name);
      }
    }
    return { blocked: new SortedNames(names, setIds), allowed, sets: this.#sets, rules };
  }

  // Merges the sorted names of a source into those of all previous sources, in linear time.
  #merge(added: readonly string[], id: string): void {
    const names: string[] = [];
    const setIds = new Uint32Array(this.#names.length + added.length);
    // The index of each set together with this source.
    const grown: number[] = [];
    let oldAt = 0, newAt = 0;
    while (oldAt < this.#names.length || newAt < added.length) {
      const old = this.#names[oldAt], next = added[newAt];
      const isOld = next === undefined || (old !== undefined && old <= next);
      const isNew = !isOld || old === next;
      const setId = isOld ? this.#setIds[oldAt]! : 0;
      if (isNew) grown[setId] ??= this.#sets.push([...this.#sets[setId]!, id]) - 1;
      setIds[names.length] = isNew ? grown[setId]! : setId;
      names.push(isOld ? old! : next);
      if (isOld) oldAt++;
      if (isNew) newAt++;
    }
    this.#names = names;
    this.#setIds = setIds.subarray(0, names.length);
  }
}
