import { type OnInvalid, readDomains } from "@/lib/blocklist/source_lines.ts";
import type { AllowRules } from "@/lib/files/lists/allow_rules.ts";
import type { Selection } from "@/lib/files/lists/names.ts";

/** What was read from a source. */
export interface SourceCount {
  /** Number of valid names. */
  readonly valid: number;
  /** How many names or lines were invalid for each reason, with samples. */
  readonly invalid: ReadonlyMap<string, { count: number; samples: string[] }>;
  /** Number of names that occur twice in the source, or in an earlier one, too. */
  readonly duplicate: number;
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_CHARACTERS = 60;

/** All names of all sources, each once, with the sources that contain it. */
export class Collection {
  /** The sources of each name. A million names share a few arrays. */
  readonly #names = new Map<string, readonly string[]>();

  /** Reads a source into the collection, once. @throws {Error} if it cannot be read. */
  async add(id: string, path: string): Promise<SourceCount> {
    const invalid = new Map<string, { count: number; samples: string[] }>();
    const onInvalid: OnInvalid = (reason, text) => {
      const group = invalid.get(reason) ?? { count: 0, samples: [] };
      group.count++;
      if (group.samples.length < MAX_SAMPLES) group.samples.push(text.trim().slice(0, MAX_SAMPLE_CHARACTERS));
      invalid.set(reason, group);
    };
    // Each array of sources with this source added.
    const extended = new Map<readonly string[] | undefined, readonly string[]>([[undefined, [id]]]);
    const knownNames = this.#names.size;
    let valid = 0;
    for await (const domains of readDomains((await Deno.open(path)).readable, onInvalid)) {
      valid += domains.length;
      for (const domain of domains) {
        const sources = this.#names.get(domain);
        if (sources?.at(-1) === id) continue;
        if (!extended.has(sources)) extended.set(sources, [...sources!, id]);
        this.#names.set(domain, extended.get(sources)!);
      }
    }
    return { valid, invalid, duplicate: valid - (this.#names.size - knownNames) };
  }

  /** Divides the names by the allow list: the collection keeps those that are blocked. */
  select(rules: AllowRules): Selection {
    const allowed = new Map<string, { sources: readonly string[]; allowedBy: string }>();
    for (const name of this.#names.keys()) {
      const allowedBy = rules.match(name);
      if (allowedBy === undefined) continue;
      allowed.set(name, { sources: this.#names.get(name)!, allowedBy });
      this.#names.delete(name);
    }
    return { names: [...this.#names.keys()].sort(), sourcesOf: this.#names, allowed, rules };
  }
}
