/**
 * Characters that could control a terminal or hide the order of a text: control characters, line separators and
 * invisible format characters, but not the joiner of emoji.
 */
const UNSAFE = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]--[\u200d]]/gv;

/** Writes unsafe characters as JSON does, for example `\u202e`. Inside of JSON strings this does not change the value. */
export function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (character) => character.split("").map(toEscape).join(""));
}

function toEscape(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Returns the message of anything that was thrown. An error of `fetch` says only in its cause what is wrong. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "fetch failed" && error.cause !== undefined ? messageOf(error.cause) : error.message;
}

/** Returns a text of at most this many characters. The last one is an ellipsis if something was cut off. */
export function shorten(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters - 1).join("")}…`;
}
