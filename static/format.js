// @ts-check
// Text formatting that the browser (app.js) and the server (lib/page) share, so that both show the same text.

/**
 * Formats a number of bytes: `42 B`, `1.5 KB`, `9.1 MB`.
 *
 * @param {number} bytes
 * @returns {string}
 */
export function formatSize(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * A part of JSON text. Its kind is a class in style.css: key, string, number or keyword (`true`, `false`, `null`).
 *
 * @typedef {{ readonly text: string, readonly kind?: "k" | "s" | "n" | "b" }} JsonToken
 */

// A key differs from other strings only in the colon that follows it.
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/**
 * Splits a JSON text into tokens for highlighting. Together, their texts are the JSON text.
 *
 * @param {string} json
 * @returns {JsonToken[]}
 */
export function tokenizeJson(json) {
  /** @type {JsonToken[]} */
  const tokens = [];
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [whole, string, colon = ""] = match;
    tokens.push({ text: json.slice(end, match.index) });
    if (string === undefined) tokens.push({ text: whole, kind: /^[tfn]/.test(whole) ? "b" : "n" });
    else tokens.push({ text: string, kind: colon === "" ? "s" : "k" }, { text: colon });
    end = match.index + whole.length;
  }
  tokens.push({ text: json.slice(end) });
  return tokens.filter(({ text }) => text !== "");
}
