import { removeInvisible } from "./invisible_characters.ts";

/** The longest name: enough for a name and a date. */
export const MAX_NAME_CHARACTERS = 64;

/**
 * A text with more code units cannot be a name: a character has at most six when it is decomposed, and a path may add
 * an extension. Composing takes quadratic time if thousands of accents follow a letter: 58 KB of them took a second.
 */
const MAX_CODE_UNITS = 6 * MAX_NAME_CHARACTERS + 16;

/**
 * Runs of blanks. They are listed, because what an engine takes for a blank depends on the version of Unicode that it
 * knows: U+180E was one until 2013.
 */
const BLANKS = /[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/**
 * Returns a name as it is shown: without invisible characters, in Unicode's form NFC, without blanks at both ends, with
 * single blanks inside. A text that is many times too long is returned unchanged.
 */
export function tidyName(name: string): string {
  // Most names are plain, and the rest takes a quarter of the time of planning an animal.
  if (name.length > MAX_CODE_UNITS || PLAIN.test(name)) return name;
  return removeInvisible(name).normalize("NFC").replace(BLANKS, " ").replace(/^ | $/g, "");
}

/** ASCII characters with single blanks inside. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Returns a name as names are compared, which is the seed that draws its animal: tidy and in lower case. So `Ada`,
 * `ada ` and `ADA` are one cat. A text that is many times too long is returned unchanged.
 *
 * The result is empty for a name of blanks. It may not change within a major version, because names keep their animals.
 */
export function normalizeName(name: string): string {
  if (name.length > MAX_CODE_UNITS) return name;
  // `toLowerCase` decomposes a few letters, which would be another name.
  return tidyName(name).toLowerCase().normalize("NFC");
}
