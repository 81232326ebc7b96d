import { removeInvisible } from "./invisible_characters.ts";

/**
 * Returns a name as it is shown: without invisible characters, in Unicode's form NFC, without blanks at both ends, with
 * single blanks inside.
 */
export function tidyName(name: string): string {
  return removeInvisible(name).normalize("NFC").trim().replace(/\s+/g, " ");
}

/**
 * Returns a name as names are compared, which is the seed that draws its animal: tidy and in lower case. So `Ada`,
 * `ada ` and `ADA` are one cat.
 *
 * The result is empty for a name of blanks. It may not change within a major version, because names keep their animals.
 */
export function normalizeName(name: string): string {
  // `toLowerCase` decomposes a few letters, which would be another name.
  return tidyName(name).toLowerCase().normalize("NFC");
}
