// The types of the parts of @std/http and @std/media-types that the service uses: the npm build has none.

/** Returns the offered encoding that the caller prefers. */
export function acceptsEncodings(
  request: { readonly headers: Pick<Headers, "get"> },
  ...encodings: string[]
): string | undefined;

/** The reason phrase of each status. */
export const STATUS_TEXT: Readonly<Record<number, string>>;

/** Returns the content type of an extension, with its charset. */
export function contentType(extensionOrType: string): string | undefined;
