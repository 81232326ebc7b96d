import { toConditions } from "@/lib/sources/validators.ts";
import { type GithubApi, readText, requestApi, resolveOnOrigin } from "@/lib/launcher/github/api.ts";
import { GithubError, toReason } from "@/lib/launcher/github/error.ts";
import { type GithubPage, parseReleases } from "@/lib/launcher/github/schema.ts";

/** Maximum number of pages that are loaded; each has up to 100 releases. */
const MAX_PAGES = 10;

/** The largest page read into memory; a hundred releases with the longest notes are smaller. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** The wait if GitHub rejects a request and does not state when to try again: its documentation asks for a minute. */
const DEFAULT_RETRY_MS = 60_000;

/** Options of {@linkcode loadPages}. */
export interface PagesOptions extends GithubApi {
  /** `owner/name`. */
  readonly repository: string;
  readonly now: () => number;
  /** The time limit for all pages together. */
  readonly timeoutMs: number;
}

/**
 * Loads all releases. For a page that has not changed since it was loaded into `previousPages`, GitHub responds with
 * 304, which does not count against the rate limit of a token.
 *
 * @throws {GithubError} if GitHub is down, too slow, rejects the request, or sends an invalid response.
 */
export async function loadPages(options: PagesOptions, previousPages: readonly GithubPage[]): Promise<GithubPage[]> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  const pages: GithubPage[] = [];
  let url: string | null = `${options.baseUrl}/repos/${options.repository}/releases?per_page=100`;
  while (url !== null && pages.length < MAX_PAGES) {
    const previous = previousPages.find((each) => each.url === url);
    const page: GithubPage = await loadPage(url, { ...options, signal, previous });
    pages.push(page);
    url = page.next;
  }
  return pages;
}

interface PageRequest extends PagesOptions {
  readonly signal: AbortSignal;
  readonly previous: GithubPage | undefined;
}

async function loadPage(url: string, options: PageRequest): Promise<GithubPage> {
  const { repository, token, previous } = options;
  // With a token, files are read through the API: a page that lacks an address there must be loaded once more.
  const isComplete = token === undefined || previous?.releases.every(({ assets }) => assets.every(({ url }) => url));
  const headers = { accept: "application/vnd.github+json", ...toConditions(isComplete ? previous : undefined) };
  try {
    const response = await requestApi(url, { ...options, headers, canLeave: false });
    if (response.status === 304 && previous !== undefined) return previous;
    const text = await readText(response, MAX_PAGE_BYTES);
    if (!response.ok) throw toStatusError(response, options);
    return {
      url,
      etag: response.headers.get("etag"),
      next: findNext(response.headers.get("link"), url),
      ...parseReleases(JSON.parse(text)),
    };
  } catch (cause) {
    if (cause instanceof GithubError) throw cause;
    throw new GithubError(`Cannot read the releases of ${repository}: ${toReason(cause)}`, { cause });
  }
}

function toStatusError({ status, headers }: Response, { repository, now }: PagesOptions): GithubError {
  const hint = status === 404 ? "; check LAUNCHER_GITHUB and, for a private repository, GITHUB_TOKEN" : "";
  const message = `Cannot read the releases of ${repository}: GitHub must respond with 200, got ${status}${hint}`;
  if (status !== 403 && status !== 429) return new GithubError(message);
  const seconds = Number(headers.get("retry-after") ?? NaN);
  if (seconds >= 0) return new GithubError(message, { retryAfterMs: seconds * 1000 });
  const isRateLimited = headers.get("x-ratelimit-remaining") === "0";
  const waitMs = Number(headers.get("x-ratelimit-reset") ?? NaN) * 1000 - now();
  return new GithubError(message, { retryAfterMs: isRateLimited && waitMs > 0 ? waitMs : DEFAULT_RETRY_MS });
}

function findNext(link: string | null, url: string): string | null {
  const next = link?.split(",").find((part) => /;\s*rel="?next"?/.test(part))?.match(/<([^>]+)>/)?.[1];
  return next === undefined ? null : resolveOnOrigin(next, url).href;
}
