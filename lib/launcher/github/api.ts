import { readAtMost } from "@/lib/async/read_at_most.ts";
import { followRedirects, isRedirect } from "@/lib/sources/redirects.ts";

/** Maximum number of redirects of one request: a repository may have been renamed several times. */
const MAX_REDIRECTS = 5;

/** How GitHub's API is reached. */
export interface GithubApi {
  readonly baseUrl: string;
  readonly token?: string | undefined;
  readonly fetch: typeof fetch;
}

/** Options of {@linkcode requestApi}. */
export interface ApiRequest extends GithubApi {
  readonly signal: AbortSignal;
  /** The headers besides those of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a redirect may lead to another origin. That one gets neither the token nor any other header. */
  readonly canLeave: boolean;
}

/**
 * Requests a URL of the API and follows its redirects. Only the API's own origin gets the token.
 *
 * @throws {TypeError} if there are too many redirects, or if one leads to another origin and must not.
 */
export function requestApi(first: string, options: ApiRequest): Promise<Response> {
  const { baseUrl, fetch, signal, canLeave } = options;
  const { origin } = new URL(baseUrl);
  return followRedirects<Response>(new URL(first), {
    maxRedirects: MAX_REDIRECTS,
    tooManyError: () => new TypeError(`must take at most ${MAX_REDIRECTS} redirects`),
    request: async (url) => {
      const headers = url.origin === origin ? createHeaders(options) : {};
      const response = await fetch(url, { headers, signal, redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null || !isRedirect(response.status)) return response;
      await response.body?.cancel();
      return canLeave ? new URL(location, url) : resolveOnOrigin(location, url);
    },
  });
}

/** Resolves a link of the API. @throws {TypeError} for one to another origin, which could be a private host. */
export function resolveOnOrigin(link: string, base: string | URL): URL {
  const { origin } = new URL(base);
  const url = URL.parse(link, base);
  if (url?.origin === origin) return url;
  throw new TypeError(`a link must stay on ${origin}, got ${url?.origin ?? "no URL"}`);
}

/** Reads the body as a string. @throws {RangeError} if it is longer than `maxBytes`. */
export async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return "";
  const tooLargeError = () => new RangeError(`a response must have at most ${maxBytes} bytes`);
  return new TextDecoder().decode(await readAtMost(body, { maxBytes, tooLargeError }));
}

function createHeaders({ token, headers }: ApiRequest): Record<string, string> {
  return {
    "x-github-api-version": "2022-11-28",
    // GitHub rejects requests without a user agent.
    "user-agent": "pawkit",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  };
}
