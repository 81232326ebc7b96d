import { redactUrl } from "@/lib/text/redact.ts";
import { invalidUrlError, sourceError, sourceTooLargeError } from "@/lib/sources/source_errors.ts";

/** Longest URL that is fetched. Servers reject longer ones. */
const MAX_IMAGE_URL_CHARACTERS = 8_192;

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
 * @throws {ApiError} `invalid_parameter` if it is not a plain `http:` or `https:` URL.
 */
export function parseImageUrl(text: string): URL {
  if (text.length > MAX_IMAGE_URL_CHARACTERS) {
    throw invalidUrlError(text, `must have at most ${MAX_IMAGE_URL_CHARACTERS} characters`);
  }
  if (hasControlCharacters(text)) throw invalidUrlError(text, "must not contain control characters or backslashes");
  if (!/^https?:\/\/[^/]/i.test(text)) {
    const reason = "must be an http:, https: or data:image URL, or a path of this service";
    throw invalidUrlError(text, reason, suggestUrl(text));
  }
  const url = URL.parse(text);
  if (url === null) throw invalidUrlError(text, "must be a valid URL");
  if (hasUserinfo(url)) throw invalidUrlError(text, "must not have a user name or password");
  return url;
}

/** Returns what a caller probably meant: `https://` before a host, or `/` before a path of this service. */
function suggestUrl(text: string): string | undefined {
  if (/^([\w-]+\.)+[a-z]{2,}(\/[\w./-]*)?$/i.test(text)) return `https://${text}`;
  return /^[a-z]+\/[\w./-]+$/.test(text) ? `/${text}` : undefined;
}

/**
 * Decodes a `data:image/…;base64,…` URL, strictly: padded, and nothing but the base64 alphabet.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseDataUrl("data:image/png;base64,iVBORw==", 4), Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
 * ```
 *
 * @throws {ApiError} `unsupported_format` if its type is not an image, `invalid_parameter` if it is malformed,
 * `source_too_large` if it has more than `maxBytes`.
 */
export function parseDataUrl(text: string, maxBytes: number): Uint8Array<ArrayBuffer> {
  const comma = text.indexOf(",");
  if (comma < 0) throw invalidUrlError(text, "must have a comma between the type and the data");
  const [type = "", ...attributes] = text.slice("data:".length, comma).toLowerCase().split(";");
  if (!type.startsWith("image/")) {
    throw sourceError("unsupported_format", `a data URL must be an image, got "${redactUrl(type)}"`);
  }
  if (attributes.at(-1)?.trim() !== "base64") throw invalidUrlError(text, 'must have ";base64" before the comma');
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const length = (text.length - comma - 1) * 3 / 4 - padding;
  if (length > maxBytes) throw sourceTooLargeError(maxBytes, Math.floor(length));
  // A "+" that was not escaped in the query arrives as a space. No other white space is allowed.
  const data = text.slice(comma + 1).replaceAll(" ", "+");
  try {
    const bytes = Uint8Array.fromBase64(data, { lastChunkHandling: "strict" });
    // It is shorter if white space was skipped, also by a fraction.
    if (bytes.length === length && length > 0) return bytes;
  } catch {
    // Only now, because to test every character takes as long as all the rest.
    if (BASE64.test(data)) throw invalidUrlError(text, "must have complete, padded base64 after the comma");
  }
  throw invalidUrlError(text, "must have only base64 after the comma");
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Resolves a `location` header against `url`. Returns `undefined` if the result is not a plain web URL. */
export function parseLocation(location: string, url: URL): URL | undefined {
  // The head is read as one character per byte, but servers send UTF-8.
  const text = new TextDecoder().decode(Uint8Array.from(location, (letter) => letter.charCodeAt(0)));
  const next = hasControlCharacters(text) ? null : URL.parse(text, url);
  if (next === null || !/^https?:$/.test(next.protocol) || hasUserinfo(next)) return undefined;
  return next;
}

/** Removes the brackets of an IPv6 literal and the final dot of a name: resolvers and certificates use neither. */
export function toBareHost(hostname: string): string {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/** Returns whether a string has control characters or backslashes, which URL parsers drop or replace. */
export function hasControlCharacters(text: string): boolean {
  // deno-lint-ignore no-control-regex -- control characters are what it looks for
  return /[\x00-\x1f\x7f\\]/.test(text);
}

function hasUserinfo(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}
