/** What a server said about the version of a body, so that a later request can ask for another version only. */
export interface Validators {
  readonly etag?: string | null | undefined;
  readonly lastModified?: string | null | undefined;
}

/**
 * Returns the headers of a request for a body of another version; for the same version a server responds with 304.
 * The entity tag is sent alone if there is one, because a server ignores the time beside it.
 */
export function toConditions({ etag, lastModified }: Validators = {}): Record<string, string> {
  if (etag) return { "if-none-match": etag };
  return lastModified ? { "if-modified-since": lastModified } : {};
}
