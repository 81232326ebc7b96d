// @ts-check
// Shows names with invisible characters. The server shows them with this file, too.

/**
 * Control characters, line separators and invisible format characters. Joiners and tags are invisible as well, but
 * emoji and many scripts consist of them.
 */
const UNSAFE = /(?![\u200c\u200d\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Returns a name as it is shown: characters that could change the text around them are escaped as in JSON.
 *
 * @param {string} name
 * @returns {string}
 */
export function showName(name) {
  const text = name.replace(UNSAFE, (character) => character.split("").map(toEscape).join("")).trim();
  return text === "" ? "This one" : text;
}

/** @param {string} codeUnit */
const toEscape = (codeUnit) => `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
