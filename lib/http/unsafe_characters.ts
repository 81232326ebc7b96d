/**
 * Characters that change how a terminal or an editor shows the text around them: control characters (C0 and C1), line
 * separators, and invisible format characters such as bidirectional controls and zero-width spaces.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Most texts have only these characters, and testing for them takes less time than looking for unsafe ones. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Writes unsafe characters as in JSON, for example `\u202e`. Inside of JSON strings this does not change the value. */
export function escapeUnsafe(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSAFE, toEscapes);
}

function toEscapes(character: string): string {
  return Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");
}
