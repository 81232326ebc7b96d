import { isRejection, parseDomain, type Reason } from "@/lib/blocklist/domain.ts";
import { parseLine } from "@/lib/blocklist/line.ts";
import { readLines } from "@/lib/blocklist/lines.ts";

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
  readonly #setByDomain = new Map<string, number>();
  readonly #sets: (readonly string[])[] = [];
  readonly #setIds = new Map<string, number>();

  /** How many different names there are. */
  get size(): number {
    return this.#setByDomain.size;
  }

  /**
   * Reads a source into the collection.
   *
   * @throws {Error} when it cannot be read.
   */
  async add(id: string, path: string, onProgress: (read: number) => void = () => {}): Promise<SourceCount> {
    const count: SourceCount = { id, read: 0, invalid: new Map(), duplicate: 0 };
    for await (const lines of readLines(path)) {
      for (const line of lines) this.#addLine(line, count);
      onProgress(count.read);
    }
    return count;
  }

  /** The number of a name's set of sources, or `undefined` for a name that no source has. */
  setOf(domain: string): number | undefined {
    return this.#setByDomain.get(domain);
  }

  /** The sets of sources, by their number. */
  get sets(): readonly (readonly string[])[] {
    return this.#sets;
  }

  /** Every name, sorted by its bytes. */
  sorted(): string[] {
    return [...this.#setByDomain.keys()].sort();
  }

  /** The sources of a name, in the order in which they were read. */
  sourcesOf(domain: string): readonly string[] {
    return this.#sets[this.#setByDomain.get(domain) ?? -1] ?? [];
  }

  #addLine(line: string, count: SourceCount): void {
    const names = parseLine(line);
    if ("reason" in names) return countInvalid(count, names.reason, line);
    for (const name of names) {
      const domain = parseDomain(name);
      if (isRejection(domain)) countInvalid(count, domain.reason, name);
      else this.#addDomain(domain, count);
    }
  }

  #addDomain(domain: string, count: SourceCount): void {
    count.read++;
    const known = this.#setByDomain.get(domain);
    if (known !== undefined) count.duplicate++;
    const sources = known === undefined ? [] : this.#sets[known]!;
    if (sources.at(-1) !== count.id) this.#setByDomain.set(domain, this.#setIdOf([...sources, count.id]));
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

function countInvalid(count: SourceCount, reason: Reason, text: string): void {
  count.read++;
  const known = count.invalid.get(reason) ?? { count: 0, samples: [] };
  known.count++;
  if (known.samples.length < MAX_SAMPLES) known.samples.push(text.trim().slice(0, MAX_SAMPLE_CHARACTERS));
  count.invalid.set(reason, known);
}
