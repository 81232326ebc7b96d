/** Prepends "a" or "an". */
export function withArticle(words: string): string {
  return ("aeiou".includes(words[0]!) ? "an " : "a ") + words;
}

/** Returns words as a URL has them: `woolly-hat`. */
export function toKey(words: string): string {
  return words.replaceAll(" ", "-");
}

/** Something with a name. */
interface Named {
  readonly name: string;
}

/** Returns the names of a list. */
export function namesOf<Entry extends Named>(list: readonly Entry[]): readonly Entry["name"][] {
  return list.map(({ name }) => name);
}

/** Returns the entry of a list with this name. There must be one. A loop is faster than `find` here. */
export function findNamed<Entry extends Named>(list: readonly Entry[], name: string): Entry {
  for (const entry of list) if (entry.name === name) return entry;
  throw new RangeError(`unknown name: ${name}`);
}
