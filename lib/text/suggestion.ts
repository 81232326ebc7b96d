/** The longest word that is compared. Callers choose it, and comparing takes time. */
const MAX_CHARACTERS = 40;

/** From this length on, two letters of a word may be wrong. */
const LONG_WORD = 5;

/** How names are compared that are no errors by themselves, because they may be meant for another program. */
export interface SuggestionOptions {
  /** How many letters may be wrong; by default one, in long words two. */
  readonly maxEdits?: number;
  /** Returns what is compared of a word; by default all of it, whatever its case. */
  readonly toCompared?: (word: string) => string;
}

/**
 * Returns the allowed word that a caller probably meant, the nearest one: it differs in case, or in one letter, in long
 * words two.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(suggestWord("cats", ["dog", "cat"]), "cat");
 * ```
 */
export function suggestWord(
  word: string,
  allowed: readonly string[],
  { maxEdits, toCompared = (text) => text.toLowerCase() }: SuggestionOptions = {},
): string | undefined {
  if (word.length > MAX_CHARACTERS) return undefined;
  const sent = toCompared(word);
  const max = maxEdits ?? (sent.length >= LONG_WORD ? 2 : 1);
  let nearest: string | undefined;
  let least = max + 1;
  for (const each of allowed) {
    const meant = toCompared(each);
    // A word of one letter is one letter away from every other.
    if (meant.length < 2 || Math.abs(meant.length - sent.length) > max) continue;
    // One wrong letter cannot be at both ends. To compare takes time.
    if (max === 1 && sent.length > 2 && sent[0] !== meant[0] && sent.at(-1) !== meant.at(-1)) continue;
    const distance = distanceOf(sent, meant);
    if (distance < least) [nearest, least] = [each, distance];
  }
  return nearest;
}

/** Returns how many letters must be added, removed, replaced or swapped with the next one. */
export function distanceOf(word: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const cost = word[i - 1] === other[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwap = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[other.length]!;
}

/** Returns the end of a message that suggests what the caller probably meant, or nothing. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? "" : `; did you mean "${suggestion}"?`;
}
