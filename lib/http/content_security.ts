/** The hash of the only script that a standalone page runs. */
export const STANDALONE_SCRIPT = "sha256-XNyTvoRhLuWxBmT059oVyin/ERVO+iLVGJsdNUwfiG0=";

/** The headers that limit what a document may do in a browser, for each kind of document that the service sends. */
export const CONTENT_SECURITY = {
  /** A page of the service: it loads from its own origin only and runs nothing inline. */
  page: {
    "referrer-policy": "no-referrer",
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
      "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  },
  /** A page whose style and script are `data:` URLs: it loads nothing, and runs this one script. */
  standalonePage: {
    "referrer-policy": "no-referrer",
    "content-security-policy": `default-src 'none'; script-src '${STANDALONE_SCRIPT}'; style-src data:; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
  /** A file that a browser would open as a document: it must not load or run anything. */
  file: { "content-security-policy": "default-src 'none'; sandbox" },
  /** An SVG that moves: its own style may do that. */
  movingPicture: { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What every picture has: pages of any origin may show it. */
export const PICTURE_HEADERS = { "cross-origin-resource-policy": "cross-origin" } as const;

/** Returns whether a browser opens files of this type as documents, which can contain scripts: HTML, SVG, other XML. */
export function isDocumentType(type: string): boolean {
  return /html|xml/.test(type);
}
