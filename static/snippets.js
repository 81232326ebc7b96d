// @ts-check
// Code for the request that the page shows. The server renders the curl command with this file, too.

/** The languages in the order of their tabs. */
export const LANGUAGES =
  /** @type {const} */ (["curl", "HTML", "Markdown", "JavaScript", "Python", "discord.js", "C#"]);

/** @typedef {typeof LANGUAGES[number]} Language */

/**
 * The request that a snippet sends.
 *
 * @typedef {object} SnippetRequest
 * @property {string} url The complete URL.
 * @property {"json" | "image" | "text"} returns The response body.
 * @property {string=} imageUrl The URL of the picture itself if `url` returns JSON about a picture.
 * @property {string=} terminalUrl The URL that curl shows in a terminal, if that is another one.
 * @property {string=} alt A description of the picture.
 * @property {string=} file The name under which a picture is saved.
 * @property {string=} upload The name of the file to send with POST.
 * @property {string=} accept The types of files that can be sent.
 * @property {boolean=} hasMessage Whether the JSON has a `message` for people.
 */

/**
 * Returns the curl command that sends a request. Few visitors look at the other languages, which languages.js writes.
 *
 * @param {SnippetRequest} request
 * @returns {string}
 */
export function toCurl({ url, terminalUrl, returns, file = "picture.png", upload }) {
  if (terminalUrl) return `curl ${quoteUrl(terminalUrl)}`;
  const options = [
    // Otherwise curl takes brackets and braces in the name for a series of files.
    upload && /[[\]{}]/.test(upload) && "-g",
    upload && `-X POST -T ${quoteForShell(upload)}`,
    returns === "image" && `-o ${quoteForShell(file)}`,
  ];
  return ["curl", ...options.filter(Boolean), quoteUrl(url)].join(" ");
}

/** @param {string} url Quotation marks in it need no others around them. */
const quoteUrl = (url) => quoteForShell(url.replaceAll("'", "%27"));

/**
 * Returns the alternative text of the picture of a name: `Ada, a curious cat`. Of a face it has no words for "face".
 *
 * @param {string} name
 * @param {string} alt The description of the animal.
 * @returns {string}
 */
export function toNamedAlt(name, alt) {
  const words = alt.replace(/^the face of /, "");
  return name ? `${name}, ${words}` : words;
}

/**
 * Quotes text for a POSIX shell, which would otherwise interpret characters such as `&` and `?`.
 *
 * @param {string} text
 * @returns {string}
 */
export function quoteForShell(text) {
  return /[^\w:/.,@%+-]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : text;
}
