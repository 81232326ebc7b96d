/** The longest value quoted in a message, so that a huge parameter does not cause a huge response. */
const MAX_QUOTED_CHARACTERS = 80;

/**
 * Cuts a text that has more characters, and ends it with an ellipsis.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["paw", "pawkit"].map((text) => shorten(text, 3)), ["paw", "paw…"]);
 * ```
 */
export function shorten(text: string, maxCharacters = MAX_QUOTED_CHARACTERS): string {
  if (text.length <= maxCharacters) return text;
  // Drop half of a surrogate pair at the cut: alone it is not a character.
  return `${text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, "")}…`;
}
