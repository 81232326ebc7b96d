import { isRejection, parseDomain, type Reason } from "@/lib/blocklist/domain.ts";
import { parseLine } from "@/lib/blocklist/line.ts";
import { readLines } from "@/lib/blocklist/lines.ts";
import { SortedNames, sortUnique } from "@/lib/blocklist/sorted_names.ts";

/** What could not be used of a source, and what it looked like. */
export interface InvalidCount {
  count: number;
  readonly samples: string[];
}

/** What reading one source came to. */
export interface SourceCount {
  readonly id: string;
  /** Names that were read, good or bad. */
  read: number;
  readonly invalid: Map<Reason, InvalidCount>;
  duplicate: number;
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_CHARACTERS = 60;

/** All names of all sources, each once, with the sources it comes from. */
export class Collection {
  // A set of sources is a small number: a million names share a handful of sets.
  readonly #sets: (readonly string[])[] = [];
  readonly #setIds = new Map<string, number>();
  #merged = new SortedNames([], new Uint32Array(0));

  /** Every name, sorted by its bytes, with the number of its set of sources. */
  get sorted(): SortedNames {
    return this.#merged;
  }

  /** The sets of sources, by their number. */
  get sets(): readonly (readonly string[])[] {
    return this.#sets;
  }

  /** The sources of a name, in the order in which they were read. */
  sourcesOf(domain: string): readonly string[] {
    return this.#sets[this.#merged.get(domain) ?? -1] ?? [];
  }

  /**
   * Reads a source into the collection.
   *
   * @throws {Error} when it cannot be read.
   */
  async add(id: string, path: string, onProgress: (read: number) => void = () => {}): Promise<SourceCount> {
    const count: SourceCount = { id, read: 0, invalid: new Map(), duplicate: 0 };
    const names: string[] = [];
    for await (const lines of readLines(path)) {
      for (const line of lines) addLine(names, line, count);
      onProgress(count.read);
    }
    const before = this.#merged.names.length + names.length;
    this.#merged = this.#merge(this.#merged, sortUnique(names), id);
    count.duplicate = before - this.#merged.names.length;
    return count;
  }

  #merge(old: SortedNames, names: readonly string[], id: string): SortedNames {
    const merged: string[] = [];
    const numbers = new Uint32Array(old.names.length + names.length);
    const alone = this.#setIdOf([id]);
    let at = 0;
    for (const [place, name] of old.names.entries()) {
      while (at < names.length && names[at]! < name) {
        numbers[merged.length] = alone;
        merged.push(names[at++]!);
      }
      const isBoth = names[at] === name;
      if (isBoth) at++;
      const set = old.numbers[place]!;
      numbers[merged.length] = isBoth ? this.#setIdOf([...this.#sets[set]!, id]) : set;
      merged.push(name);
    }
    while (at < names.length) {
      numbers[merged.length] = alone;
      merged.push(names[at++]!);
    }
    return new SortedNames(merged, numbers);
  }

  #setIdOf(sources: readonly string[]): number {
    const key = sources.join();
    const known = this.#setIds.get(key);
    if (known !== undefined) return known;
    this.#setIds.set(key, this.#sets.length);
    return this.#sets.push(sources) - 1;
  }
}

/** How many names or lines of a source could not be used. */
export function invalidOf(count: SourceCount): number {
  return count.invalid.values().reduce((sum, each) => sum + each.count, 0);
}

function addLine(names: string[], line: string, count: SourceCount): void {
  const found = parseLine(line);
  if ("reason" in found) return countInvalid(count, found.reason, line);
  for (const name of found) {
    const domain = parseDomain(name);
    if (isRejection(domain)) countInvalid(count, domain.reason, name);
    else {
      count.read++;
      names.push(domain);
    }
  }
}

function countInvalid(count: SourceCount, reason: Reason, text: string): void {
  count.read++;
  const known = count.invalid.get(reason) ?? { count: 0, samples: [] };
  known.count++;
  if (known.samples.length < MAX_SAMPLES) known.samples.push(text.trim().slice(0, MAX_SAMPLE_CHARACTERS));
  count.invalid.set(reason, known);
}
