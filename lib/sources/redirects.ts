/** Options of {@linkcode followRedirects}. */
export interface RedirectOptions<T> {
  readonly maxRedirects: number;
  /** Requests a URL. Returns the result, or the URL to which the response redirects. */
  readonly request: (url: URL) => Promise<T | URL>;
  readonly tooManyError: () => Error;
}

/**
 * Requests a URL and follows its redirects. What a redirect may lead to is up to `request`, which checks every URL.
 *
 * @throws the error of `tooManyError`, or that of `request`.
 */
export async function followRedirects<T>(first: URL, options: RedirectOptions<T>): Promise<T> {
  let url = first;
  for (let redirects = 0; redirects <= options.maxRedirects; redirects++) {
    const result = await options.request(url);
    if (!(result instanceof URL)) return result;
    url = result;
  }
  throw options.tooManyError();
}

/** Returns whether a status is that of a redirect to the URL in `location`. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}
