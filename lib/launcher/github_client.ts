import { z } from "zod";
import { readAtMost } from "@/lib/async/read_at_most.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { count } from "@/lib/http/fields.ts";
import { followRedirects, isRedirect } from "@/lib/http/redirects.ts";
import { shorten } from "@/lib/text/shorten.ts";

/** The longest release notes stored: GitHub allows 125,000 characters, a launcher shows a few hundred. */
const MAX_NOTES_CHARACTERS = 4000;

/** Maximum number of pages that are loaded; each has up to 100 releases. */
const MAX_PAGES = 10;

/** The largest page read into memory; a hundred releases with the longest notes are smaller. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** Maximum number of redirects of one request: a repository may have been renamed several times. */
export const MAX_REDIRECTS = 5;

/** The wait if GitHub rejects a request and does not state when to try again: its documentation asks for a minute. */
const DEFAULT_RETRY_MS = 60_000;

const asset = z.object({
  name: z.string(),
  // Its address in the API. Saved releases of 3.0 do not have it.
  url: z.url({ protocol: /^https?$/ }).optional(),
  state: z.string(),
  size: count,
  digest: z.string().nullish(),
  "updated_at": z.string().optional(),
  "download_count": count,
  "browser_download_url": z.url({ protocol: /^https?$/ }),
});

const release = z.object({
  "tag_name": z.string(),
  name: z.string().nullish(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  "published_at": z.iso.datetime({ offset: true }).nullable(),
  body: z.string().nullish().transform((body) => shorten(body ?? "", MAX_NOTES_CHARACTERS)),
  "html_url": z.url({ protocol: /^https?$/ }),
  // An upload that has not finished is not a file yet.
  assets: z.array(asset).transform((assets) => assets.filter(({ state }) => state === "uploaded")),
});

// GitHub sends drafts to a token that may write.
const releases = z.array(release).transform((all) =>
  all.flatMap((each) => each.draft || each.published_at === null ? [] : [{ ...each, published_at: each.published_at }])
);

/** One page of releases, with the entity tag for a conditional request. */
export const pageSchema = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  next: z.string().nullable(),
  releases,
  /** The releases that are not as GitHub describes them. */
  invalid: z.array(z.object({ tag: z.string(), reason: z.string() })).default([]),
});

/** One published release of GitHub's API, reduced to the fields that are used. */
export type GithubRelease = z.output<typeof releases>[number];

/** One file of a release. */
export type GithubAsset = GithubRelease["assets"][number];

/** One page of {@linkcode GithubRelease}. */
export type GithubPage = z.output<typeof pageSchema>;

/** Options of {@linkcode loadPages}. */
export interface GithubOptions {
  /** `owner/name`. */
  readonly repository: string;
  readonly token?: string | undefined;
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** The time limit for all pages together. */
  readonly timeoutMs: number;
}

/** An error while reading from GitHub. */
export class GithubError extends Error {
  override readonly name = "GithubError";
  /** How long to wait before the next request, if GitHub requires it. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ErrorOptions & { readonly retryAfterMs?: number } = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * Loads all releases. For a page that has not changed since it was loaded into `previousPages`, GitHub responds with
 * 304, which does not count against its rate limit.
 *
 * @throws {GithubError} if GitHub is down, too slow, rejects the request, or sends an invalid response.
 */
export async function loadPages(options: GithubOptions, previousPages: readonly GithubPage[]): Promise<GithubPage[]> {
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

type PageOptions = GithubOptions & { readonly signal: AbortSignal; readonly previous: GithubPage | undefined };

async function loadPage(url: string, options: PageOptions): Promise<GithubPage> {
  const { repository, token, previous, fetch, signal, now } = options;
  const headers = createHeaders(token, "application/vnd.github+json");
  // With a token, files are read through the API: a page that lacks an address there must be loaded once more.
  const isComplete = token === undefined || previous?.releases.every(({ assets }) => assets.every(({ url }) => url));
  if (previous?.etag != null && isComplete) headers.set("if-none-match", previous.etag);
  try {
    const response = await fetchOnOrigin(url, { fetch, headers, signal });
    if (response.status === 304 && previous !== undefined) return previous;
    const text = await readText(response, MAX_PAGE_BYTES);
    if (!response.ok) throw toStatusError(response, repository, now());
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

/** Creates the headers of a request to the API. They contain the token, so no other host may get them. */
export function createHeaders(token: string | undefined, accept: string): Headers {
  // GitHub rejects requests without a user agent.
  const headers = new Headers({ accept, "x-github-api-version": "2022-11-28", "user-agent": "pawkit" });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  return headers;
}

/** Sorts out the releases that are not as GitHub describes them. @throws {TypeError} if none is left. */
function parseReleases(document: unknown): Pick<GithubPage, "releases" | "invalid"> {
  const all = z.array(z.unknown()).parse(document).map((each) => ({ each, error: release.safeParse(each).error }));
  const valid = all.filter(({ error }) => error === undefined).map(({ each }) => each);
  const invalid = all.filter(({ error }) => error !== undefined).map(({ each, error }) => {
    const tag = release.shape.tag_name.safeParse((each as { tag_name?: unknown } | null)?.tag_name).data;
    return { tag: tag ?? "(no tag)", reason: toReason(error) };
  });
  if (valid.length === 0 && invalid[0] !== undefined) throw new TypeError(invalid[0].reason);
  return { releases: releases.parse(valid), invalid };
}

// Follows redirects, such as that of a renamed repository, but only on the origin of the API.
function fetchOnOrigin(url: string, { fetch, ...init }: RequestInit & Pick<GithubOptions, "fetch">): Promise<Response> {
  return followRedirects<Response>(new URL(url), {
    maxRedirects: MAX_REDIRECTS,
    tooManyError: () => new GithubError(`Cannot read the releases: must take at most ${MAX_REDIRECTS} redirects`),
    request: async (each) => {
      const response = await fetch(each, { ...init, redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null || !isRedirect(response.status)) return response;
      await response.body?.cancel();
      return resolveOnOrigin(location, each);
    },
  });
}

/** Reads the body as a string. @throws {RangeError} if it is longer than `maxBytes`. */
export async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return "";
  const tooLargeError = () => new RangeError(`a response must have at most ${maxBytes} bytes`);
  return new TextDecoder().decode(await readAtMost(body, { maxBytes, tooLargeError }));
}

function toStatusError({ status, headers }: Response, repository: string, now: number): GithubError {
  const hint = status === 404 ? "; check LAUNCHER_GITHUB and, for a private repository, GITHUB_TOKEN" : "";
  const message = `Cannot read the releases of ${repository}: GitHub must respond with 200, got ${status}${hint}`;
  if (status !== 403 && status !== 429) return new GithubError(message);
  const seconds = Number(headers.get("retry-after") ?? NaN);
  if (seconds >= 0) return new GithubError(message, { retryAfterMs: seconds * 1000 });
  const isRateLimited = headers.get("x-ratelimit-remaining") === "0";
  const waitMs = Number(headers.get("x-ratelimit-reset") ?? NaN) * 1000 - now;
  return new GithubError(message, { retryAfterMs: isRateLimited && waitMs > 0 ? waitMs : DEFAULT_RETRY_MS });
}

function findNext(link: string | null, url: string): string | null {
  const next = link?.split(",").find((part) => /;\s*rel="?next"?/.test(part))?.match(/<([^>]+)>/)?.[1];
  return next === undefined ? null : resolveOnOrigin(next, url).href;
}

// Another host would receive the token and could be a private one.
function resolveOnOrigin(link: string, base: string | URL): URL {
  const { origin } = new URL(base);
  const url = URL.parse(link, base);
  if (url?.origin === origin) return url;
  throw new GithubError(
    `Cannot follow GitHub to another address: must be on ${origin}, got ${url?.origin ?? "no URL"}`,
  );
}

/** Returns why a document of GitHub cannot be used, without quoting it. */
export function toReason(cause: unknown): string {
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues;
    return `${issue?.path.join(".")}: ${issue?.message}`;
  }
  // The message of a fetch() error is general; its cause has the reason.
  const detail = cause instanceof Error && cause.cause instanceof Error ? `: ${cause.cause.message}` : "";
  return messageOf(cause) + detail;
}
