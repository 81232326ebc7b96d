import type { AllowRules } from "@/lib/blocklist/allow_rules.ts";
import type { Selection } from "@/lib/blocklist/compile.ts";
import { parseDomain, type Reason } from "@/lib/blocklist/domain.ts";
import { SortedNames, sortUnique } from "@/lib/blocklist/sorted_names.ts";
import { parseLine, readLines } from "@/lib/blocklist/source_lines.ts";

/** What was read from a source. */
export interface SourceCount {
  /** Number of names read, valid or not. */
  read: number;
  /** How many names or lines were invalid for each reason, with samples. */
  readonly invalid: Map<Reason, { count: number; samples: string[] }>;
  duplicate: number;
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_CHARACTERS = 60;

/** All names of all sources, each once, with the sources that contain it. */
export class Collection {
  /**
   * Each name has the index of its set of sources, because a million names share a few sets. With the names of each
   * source by themselves, three that overlap took 15 % more processor time.
   */
  readonly #sets: (readonly string[])[] = [];
  readonly #setIds = new Map<string, number>();
  #names = new SortedNames([], new Uint32Array(0));

  /** Reads a source into the collection. @throws {Error} if it cannot be read. */
  async add(id: string, path: string): Promise<SourceCount> {
    const count: SourceCount = { read: 0, invalid: new Map(), duplicate: 0 };
    const names: string[] = [];
    for await (const lines of readLines(path)) {
      for (const line of lines) addLine(names, line, count);
    }
    const total = this.#names.names.length + names.length;
    this.#names = this.#merge(this.#names, sortUnique(names), id);
    count.duplicate = total - this.#names.names.length;
    return count;
  }

  /** Divides the names by the allow list. */
  select(rules: AllowRules): Selection {
    const { names, numbers } = this.#names;
    const allowed = new Map<string, { sources: readonly string[]; allowedBy: string }>();
    for (const [index, name] of names.entries()) {
      const allowedBy = rules.match(name);
      if (allowedBy !== undefined) allowed.set(name, { sources: this.#sets[numbers[index]!]!, allowedBy });
    }
    return { blocked: this.#names.without(allowed), allowed, sets: this.#sets, rules };
  }

  // Merges the sorted names of source `id` into those of all previous sources.
  #merge(old: SortedNames, names: readonly string[], id: string): SortedNames {
    // Mostly one source: merging it with nothing took 13 % more processor time and 65 MB for a million names.
    if (old.names.length === 0) return new SortedNames(names, new Uint32Array(names.length).fill(this.#setIdOf([id])));
    // Two sorted parts take linear time, because V8 sorts with Timsort.
    const merged = sortUnique([...old.names, ...names]);
    let oldAt = 0, newAt = 0;
    const setIds = Uint32Array.from(merged, (name) => {
      const setId = old.names[oldAt] === name ? old.numbers[oldAt++] : undefined;
      if (setId !== undefined && names[newAt] !== name) return setId;
      newAt++;
      return this.#setIdOf(setId === undefined ? [id] : [...this.#sets[setId]!, id]);
    });
    return new SortedNames(merged, setIds);
  }

  #setIdOf(sources: readonly string[]): number {
    const key = sources.join();
    const existing = this.#setIds.get(key);
    if (existing !== undefined) return existing;
    this.#setIds.set(key, this.#sets.length);
    return this.#sets.push(sources) - 1;
  }
}

function addLine(names: string[], line: string, count: SourceCount): void {
  const found = parseLine(line);
  if ("reason" in found) return countInvalid(count, found.reason, line);
  for (const name of found) {
    const domain = parseDomain(name);
    if (typeof domain !== "string") {
      countInvalid(count, domain.reason, name);
      continue;
    }
    count.read++;
    names.push(domain);
  }
}

function countInvalid(count: SourceCount, reason: Reason, text: string): void {
  count.read++;
  const invalid = count.invalid.get(reason) ?? { count: 0, samples: [] };
  invalid.count++;
  if (invalid.samples.length < MAX_SAMPLES) invalid.samples.push(text.trim().slice(0, MAX_SAMPLE_CHARACTERS));
  count.invalid.set(reason, invalid);
}
