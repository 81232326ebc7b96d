import { z } from "zod";

/** Longest release notes kept: GitHub allows 125,000 characters, a launcher shows a few hundred. */
const MAX_NOTES_CHARACTERS = 4000;

/** Most pages of 100 releases that are read. */
const MAX_PAGES = 10;

/** Largest page read into memory; a hundred releases with the longest notes stay below. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** Wait when GitHub refuses and does not say for how long: its documentation asks for a minute. */
const DEFAULT_REFUSAL_MS = 60_000;

const asset = z.object({
  name: z.string(),
  state: z.string(),
  size: z.int().min(0),
  digest: z.string().nullish(),
  "download_count": z.int().min(0),
  "browser_download_url": z.url({ protocol: /^https?$/ }),
});

const release = z.object({
  "tag_name": z.string(),
  name: z.string().nullish(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  "published_at": z.iso.datetime({ offset: true }).nullable(),
  body: z.string().nullish().transform((body) => shorten(body ?? "")),
  "html_url": z.url({ protocol: /^https?$/ }),
  assets: z.array(asset),
});

/** One page of releases, with what it takes to ask whether it changed. */
export const pageSchema = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  next: z.string().nullable(),
  releases: z.array(release),
});

/** One release as GitHub tells it, as far as it is used. */
export type GithubRelease = z.output<typeof release>;

/** One page of {@linkcode GithubRelease}. */
export type GithubPage = z.output<typeof pageSchema>;

/** Where releases are read from. */
export interface GithubOptions {
  /** `owner/name`. */
  readonly repository: string;
  readonly token?: string | undefined;
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** For all pages together. */
  readonly timeoutMs: number;
}

/** GitHub did not answer as it should. */
export class GithubFailure extends Error {
  override readonly name = "GithubFailure";
  /** How long GitHub wants to be left alone, when it says so. */
  readonly retryAfterMs: number | undefined;

  /** Makes the failure. */
  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Loads all releases; pages that did not change since `known` cost GitHub nothing and us no rate limit.
 *
 * @throws {GithubFailure} when GitHub is down, slow, garbled, or refuses.
 */
export async function loadPages(options: GithubOptions, known: readonly GithubPage[]): Promise<GithubPage[]> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  const pages: GithubPage[] = [];
  let url: string | null = `${options.baseUrl}/repos/${options.repository}/releases?per_page=100`;
  while (url !== null && pages.length < MAX_PAGES) {
    const page: GithubPage = await loadPage(url, { ...options, signal, known: known.find((each) => each.url === url) });
    pages.push(page);
    url = page.next;
  }
  return pages;
}

interface PageOptions extends GithubOptions {
  readonly signal: AbortSignal;
  readonly known: GithubPage | undefined;
}

async function loadPage(url: string, options: PageOptions): Promise<GithubPage> {
  const { known, signal } = options;
  try {
    const response = await options.fetch(url, { headers: toHeaders(options), signal });
    if (response.status === 304 && known !== undefined) return known;
    const text = await readText(response);
    if (!response.ok) throw toApiErrorFromStatus(response, options.now());
    return {
      url,
      etag: response.headers.get("etag"),
      next: findNext(response.headers.get("link"), options.baseUrl),
      releases: z.array(release).parse(JSON.parse(text)),
    };
  } catch (cause) {
    if (cause instanceof GithubFailure) throw cause;
    throw new GithubFailure(`Cannot read the releases of ${options.repository}: ${toReason(cause)}`, undefined, {
      cause,
    });
  }
}

function toHeaders({ token, known }: PageOptions): Record<string, string> {
  return {
    "accept": "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    // GitHub refuses requests without one.
    "user-agent": "pawkit",
    ...(token === undefined ? {} : { "authorization": `Bearer ${token}` }),
    ...(known?.etag == null ? {} : { "if-none-match": known.etag }),
  };
}

function toApiErrorFromStatus({ status, headers }: Response, now: number): GithubFailure {
  const message = `Cannot read the releases as GitHub must answer 200: it answered ${status}`;
  if (status !== 403 && status !== 429) return new GithubFailure(message);
  const seconds = Number(headers.get("retry-after") ?? NaN);
  if (seconds >= 0) return new GithubFailure(message, seconds * 1000);
  if (headers.get("x-ratelimit-remaining") !== "0") return new GithubFailure(message, DEFAULT_REFUSAL_MS);
  const reset = Number(headers.get("x-ratelimit-reset") ?? NaN) * 1000;
  return new GithubFailure(message, reset > now ? reset - now : DEFAULT_REFUSAL_MS);
}

// The token goes along: an address on another host would be handed it.
function findNext(link: string | null, baseUrl: string): string | null {
  const next = link?.split(",").find((part) => /;\s*rel="?next"?/.test(part))?.match(/<([^>]+)>/)?.[1];
  if (next === undefined) return null;
  if (URL.parse(next)?.origin === new URL(baseUrl).origin) return next;
  throw new GithubFailure(`Cannot follow the next page as it must be on ${baseUrl}: it is at ${next.slice(0, 80)}`);
}

async function readText(response: Response): Promise<string> {
  const parts: string[] = [];
  let size = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_PAGE_BYTES) throw new RangeError(`a page is larger than ${MAX_PAGE_BYTES} bytes`);
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return parts.join("") + decoder.decode();
}

function toReason(cause: unknown): string {
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues;
    return `${issue?.path.join(".")}: ${issue?.message}`;
  }
  if (!(cause instanceof Error)) return String(cause);
  // fetch() itself says little more than that it failed.
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}

function shorten(text: string): string {
  return text.length > MAX_NOTES_CHARACTERS ? `${text.slice(0, MAX_NOTES_CHARACTERS)}…` : text;
}
