/** A joiner between two emoji, which makes one of them, such as a family. */
const JOINED = /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d\p{Extended_Pictographic}/u;

/**
 * Characters that change how a terminal or an editor shows the text around them: control characters (C0 and C1), line
 * separators, and invisible format characters such as bidirectional controls and zero-width spaces, except in emoji.
 */
const UNSAFE = new RegExp(`(?!${JOINED.source})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]`, "gu");

/** Most texts have only these characters, and testing for them takes less time than looking for unsafe ones. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Writes unsafe characters as in JSON, for example `\u202e`. Inside of JSON strings this does not change the value. */
export function escapeUnsafe(text: string): string {
  if (PLAIN.test(text)) return text;
  // A character beyond U+FFFF consists of two code units, each with an escape of its own.
  return text.replace(UNSAFE, (character) => character.split("").map(toEscape).join(""));
}

function toEscape(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
