import { z } from "zod";
import { parseJsonDocument } from "@/lib/util/json_document.ts";

/** How GitHub is reached. */
export interface GithubOptions {
  /** The address of the API: `https://api.github.com`. */
  readonly apiUrl: string;
  /** Raises the limit of requests, and may read private repositories. */
  readonly token?: string | undefined;
}

const TIMEOUT_MS = 60_000;

/** GitHub lists at most the last 10,000 releases, a hundred on a page. */
const MAX_PAGES = 100;

const asset = z.object({
  name: z.string(),
  size: z.int(),
  digest: z.string().nullish(),
  state: z.string().optional(),
  "browser_download_url": z.string(),
  "download_count": z.int(),
}).transform(({ browser_download_url: url, download_count: downloads, ...rest }) => ({ ...rest, url, downloads }));

const release = z.object({
  draft: z.boolean(),
  prerelease: z.boolean(),
  body: z.string().nullish(),
  assets: z.array(asset),
  "tag_name": z.string(),
  "published_at": z.string().nullable(),
}).transform(({ tag_name: tag, published_at: published, ...rest }) => ({ ...rest, tag, published }));

/** A release as GitHub describes it. */
export type GithubRelease = z.output<typeof release>;

/** Loads every published release of a repository, the newest first. @throws {Error} that names what GitHub refused. */
export async function loadReleases(repository: string, options: GithubOptions): Promise<GithubRelease[]> {
  const releases: GithubRelease[] = [];
  let url: string | undefined = `${options.apiUrl}/repos/${repository}/releases?per_page=100`;
  for (let page = 0; url !== undefined && page < MAX_PAGES; page++) {
    const response: Response = await fetch(url, {
      headers: toHeaders(options),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(describeRefusal(response));
    releases.push(...parseJsonDocument(text, { name: "GitHub's response", schema: z.array(release) }));
    url = findNextPage(response, options);
  }
  return releases.filter(({ draft, published }) => !draft && published !== null);
}

function toHeaders({ token }: GithubOptions): Record<string, string> {
  return {
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    // GitHub refuses requests without a user agent.
    "user-agent": "pawkit",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
}

function findNextPage({ headers }: Response, { apiUrl }: GithubOptions): string | undefined {
  const [, next] = /<([^>]+)>;\s*rel="next"/.exec(headers.get("link") ?? "") ?? [];
  // The token must not go to another server.
  if (next === undefined || new URL(next).origin === new URL(apiUrl).origin) return next;
  throw new Error(`the next page must be on ${new URL(apiUrl).origin}, got ${next}`);
}

function describeRefusal({ status, headers }: Response): string {
  const reset = Number(headers.get("x-ratelimit-reset"));
  if (headers.get("x-ratelimit-remaining") === "0" && reset > 0) {
    const until = new Date(reset * 1000).toISOString();
    return `GitHub's limit of requests is reached until ${until}, and GITHUB_TOKEN raises it`;
  }
  if (status === 401) return "GitHub does not accept GITHUB_TOKEN";
  if (status === 404) return "GitHub has no such repository, or GITHUB_TOKEN may not read it";
  return `GitHub responded with ${status}`;
}
