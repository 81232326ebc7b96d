import type { ApiError } from "@/lib/http/errors.ts";
import { invalidParameterError } from "@/lib/http/parameters.ts";

/** Longest address fetched; servers refuse longer ones. */
const MAX_URL_CHARACTERS = 8_192;

/** Longest part of an address repeated in a message. */
const MAX_SHOWN_CHARACTERS = 80;

/**
 * Reads the address of a caller's image. Stricter than the URL standard, which drops tabs and newlines, reads `\` as
 * `/`, and takes `http:host`: whoever writes so wants another program to see another host than we do.
 *
 * @throws {ApiError} `invalid_parameter` when it is no plain `http:` or `https:` address.
 */
export function parseImageUrl(text: string): URL {
  if (text.length > MAX_URL_CHARACTERS) throw refuse(text, `must have at most ${MAX_URL_CHARACTERS} characters`);
  if (isTricky(text)) throw refuse(text, "must not contain control characters or backslashes");
  if (!/^https?:\/\/[^/]/i.test(text)) {
    throw refuse(text, "must be an http:, https: or data:image address, or a path of this service");
  }
  const url = URL.parse(text);
  if (url === null) throw refuse(text, "must be a valid address");
  if (hasUserinfo(url)) throw refuse(text, "must not carry a user name or password");
  return url;
}

/** Reads where a `location` header leads from `url`, or gives `undefined` when that is no plain web address. */
export function parseLocation(location: string, url: URL): URL | undefined {
  // Header bytes arrive one character each; servers write names in UTF-8.
  const text = new TextDecoder().decode(Uint8Array.from(location, (letter) => letter.charCodeAt(0)));
  const next = isTricky(text) ? null : URL.parse(text, url);
  if (next === null || !/^https?:$/.test(next.protocol) || hasUserinfo(next)) return undefined;
  return next;
}

function hasUserinfo(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}

/** Makes the 400 for an `image` that cannot be used: `reason` continues "as it …". */
export function refuse(text: string, reason: string): ApiError {
  return invalidParameterError("image", toShown(text), reason);
}

/** Cuts what may be secret or long out of an image's address: query, password, data. */
export function toShown(text: string): string {
  const [start] = text.split(/[?#,]/, 1);
  return (start ?? "").replace(/\/\/[^/]*@/, "//…@").slice(0, MAX_SHOWN_CHARACTERS);
}

/** Tells whether a text has what URL parsers drop or bend: control characters and backslashes. */
export function isTricky(text: string): boolean {
  // deno-lint-ignore no-control-regex -- these are the very characters looked for
  return /[\x00-\x1f\x7f\\]/.test(text);
}
