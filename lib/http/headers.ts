/** How much of a header is read: enough for every browser, and for a dozen entity tags. */
export const MAX_HEADER_CHARACTERS = 1024;

/**
 * Returns the start of a header that has to be parsed. Deno accepts headers of 64 KiB, and parsing an `accept-encoding`
 * of that size took 10 ms, in which all other requests waited.
 */
export function readHeaderStart({ headers }: Pick<Request, "headers">, name: string): string | null {
  return headers.get(name)?.slice(0, MAX_HEADER_CHARACTERS) ?? null;
}
