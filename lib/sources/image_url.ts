import { invalidUrlError } from "@/lib/sources/source_errors.ts";

/** Longest URL that is fetched. Servers reject longer ones. */
const MAX_URL_CHARACTERS = 8_192;

/**
 * Parses the URL of a caller's image. Stricter than the URL standard, which drops tabs and newlines, reads `\` as `/`,
 * and accepts `http:host`: such spellings make two programs see different hosts in one URL, which SSRF attacks use.
 *
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(parseImageUrl("https://a.example/cat.png").host, "a.example");
 * assertThrows(() => parseImageUrl("https://a.example\\@b.example/cat.png"), Error, "backslashes");
 * ```
 *
 * @throws {SourceError} `invalid_url` if it is not a plain `http:` or `https:` URL.
 */
export function parseImageUrl(text: string): URL {
  if (text.length > MAX_URL_CHARACTERS) {
    throw invalidUrlError(text, `must have at most ${MAX_URL_CHARACTERS} characters`);
  }
  if (hasControlCharacters(text)) throw invalidUrlError(text, "must not contain control characters or backslashes");
  if (!/^https?:\/\/[^/]/i.test(text)) {
    throw invalidUrlError(text, "must be an http:, https: or data:image URL, or a path of this service");
  }
  const url = URL.parse(text);
  if (url === null) throw invalidUrlError(text, "must be a valid URL");
  if (hasUserinfo(url)) throw invalidUrlError(text, "must not have a user name or password");
  return url;
}

/** Resolves a `location` header against `url`. Returns `undefined` if the result is not a plain web URL. */
export function parseLocation(location: string, url: URL): URL | undefined {
  // The head is read as one character per byte, but servers send UTF-8.
  const text = new TextDecoder().decode(Uint8Array.from(location, (letter) => letter.charCodeAt(0)));
  const next = hasControlCharacters(text) ? null : URL.parse(text, url);
  if (next === null || !/^https?:$/.test(next.protocol) || hasUserinfo(next)) return undefined;
  return next;
}

/** Returns whether a text has control characters or backslashes, which URL parsers drop or replace. */
export function hasControlCharacters(text: string): boolean {
  // deno-lint-ignore no-control-regex -- control characters are what it looks for
  return /[\x00-\x1f\x7f\\]/.test(text);
}

function hasUserinfo(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}
