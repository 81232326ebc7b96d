/** The headers of every response: pages of any origin may read it, and browsers do not guess its type. */
export const STANDARD_HEADERS = {
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
} as const;

/** The headers of a page. It loads only from its own origin. `blob:` is for pictures that the script draws. */
export const PAGE_HEADERS = {
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;

/** The headers of a picture, which pages of any origin may show. */
export const PICTURE_HEADERS = { "cross-origin-resource-policy": "cross-origin" } as const;

/** The headers of an SVG, which a browser can open as a document. Only its own style is allowed, which animates it. */
export const SVG_HEADERS = {
  ...PICTURE_HEADERS,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;

/** The headers of an operator's file that a browser can open as a document. It must not load or run anything. */
const FILE_HEADERS = { "content-security-policy": "default-src 'none'; sandbox" } as const;

/** Returns the headers for a body of this media type. */
export function securityHeadersFor(mediaType: string): Readonly<Record<string, string>> {
  if (mediaType.startsWith("image/svg")) return SVG_HEADERS;
  if (mediaType.startsWith("image/")) return PICTURE_HEADERS;
  return /html|xml/.test(mediaType) ? FILE_HEADERS : {};
}
