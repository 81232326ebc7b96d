import { ApiError } from "@/lib/http/errors.ts";
import { shorten } from "@/lib/util/text.ts";

/** The longest URL that is fetched. Servers refuse longer ones. */
const MAX_URL_CHARACTERS = 8192;

/**
 * Parses the URL of a caller's image. This is stricter than the URL standard, which drops tabs and newlines, reads `\`
 * as `/`, and accepts `http:host`. Attacks use such spellings, because two programs read different hosts from them.
 *
 * @throws {ApiError} `invalid_parameter` if it is not a plain `http:` or `https:` URL.
 */
export function parseImageUrl(text: string): URL {
  if (text.length > MAX_URL_CHARACTERS) {
    throw invalidUrlError(text, `must have at most ${MAX_URL_CHARACTERS} characters`);
  }
  if (!/^https?:\/\/[^/]/i.test(text)) {
    throw invalidUrlError(text, "must be an http: or https: URL, or a path of this service such as /cat/Ada.png");
  }
  const url = toWebUrl(text);
  if (url === undefined) {
    throw invalidUrlError(text, "must be a valid URL without user name, password, control characters and backslashes");
  }
  return url;
}

/** Resolves a `location` header. Returns `undefined` if it leads to something else than a plain web URL. */
export function parseLocation(location: string, base: URL): URL | undefined {
  // The header has one character for each byte, but servers send UTF-8.
  return toWebUrl(new TextDecoder().decode(Uint8Array.from(location, (letter) => letter.charCodeAt(0))), base);
}

function toWebUrl(text: string, base?: URL): URL | undefined {
  // deno-lint-ignore no-control-regex -- control characters are what it looks for
  const url = /[\x00-\x1f\x7f\\]/.test(text) ? null : URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  // Certificates and resolvers know names without the final dot.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  return url;
}

/** Returns the error for a value of `image` that cannot be used. `reason` starts with "must". */
export function invalidUrlError(text: string, reason: string): ApiError {
  // The message is without the value, because a URL can contain a password, and the message may be shown as a picture.
  const details = { parameter: "image", value: shorten(text, 80) };
  return new ApiError("invalid_parameter", `Cannot read "image": ${reason}`, { details });
}
