/** At this many bits a name, one question in sixteen about a name that is not there has to be searched for in vain. */
const BITS_A_NAME = 16;

/**
 * Names in order, each once, with a number each.
 *
 * A `Map` of a million names took three times as long to fill and to ask, and 100 MB more: what is asked about most,
 * the names above other names, is almost never there, and a few bits a name tell so without touching the names.
 */
export class SortedNames {
  /** The names, sorted by their bytes. */
  readonly names: readonly string[];
  /** The number of each name, by its place. */
  readonly numbers: Uint32Array;
  readonly #bits: Uint32Array;

  /** Takes names that are sorted and unique, and a number for each. */
  constructor(names: readonly string[], numbers: Uint32Array) {
    this.names = names;
    this.numbers = numbers;
    this.#bits = new Uint32Array(Math.max(1, 2 ** Math.ceil(Math.log2(names.length * BITS_A_NAME / 32 + 1))));
    for (const name of names) {
      const bit = this.#bitOf(name);
      this.#bits[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  /** The number of a name, or `undefined` when it is not there. */
  get(name: string): number | undefined {
    const bit = this.#bitOf(name);
    if ((this.#bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return undefined;
    const place = this.#find(name);
    return this.names[place] === name ? this.numbers[place] : undefined;
  }

  // FNV-1a.
  #bitOf(name: string): number {
    let hash = 0x811c9dc5;
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
    // The lower bits alone are poor; and the length of #bits is a power of two.
    return ((hash ^ (hash >>> 15)) >>> 0) & (this.#bits.length * 32 - 1);
  }

  #find(name: string): number {
    let low = 0;
    let high = this.names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.names[middle]! < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Sorts names and takes out what is there twice, in place. */
export function sortUnique(names: string[]): string[] {
  names.sort();
  let kept = 0;
  for (const [index, name] of names.entries()) {
    if (index === 0 || name !== names[kept - 1]) names[kept++] = name;
  }
  names.length = kept;
  return names;
}
