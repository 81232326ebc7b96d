/** What every response has: pages of any origin may read it, and nobody guesses its type. */
export const STANDARD_HEADERS = {
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
} as const;

/** A page of the service: it loads from its own origin and runs nothing inline. `blob:` is for pictures made by the script. */
export const PAGE_HEADERS = {
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;

/** A picture, which pages of any origin may show. */
export const PICTURE_HEADERS = { "cross-origin-resource-policy": "cross-origin" } as const;

/** An SVG, which a browser would open as a document. Its own style may move it. */
export const SVG_HEADERS = {
  ...PICTURE_HEADERS,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;

/** A file of the operator that a browser would open as a document: it must not load or run anything. */
const FILE_HEADERS = { "content-security-policy": "default-src 'none'; sandbox" } as const;

/** Returns the headers for a body of this media type. */
export function securityHeadersFor(mediaType: string): Readonly<Record<string, string>> {
  if (mediaType.startsWith("image/svg")) return SVG_HEADERS;
  if (mediaType.startsWith("image/")) return PICTURE_HEADERS;
  return /html|xml/.test(mediaType) ? FILE_HEADERS : {};
}
