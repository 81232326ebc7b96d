// A local server that responds like api.github.com: pages of releases linked by `Link`, entity tags and 304, the rate
// limit in headers, and on request the ways in which GitHub fails.

/** How the double behaves. */
export type Mood =
  | "well"
  | "limited"
  | "secondary"
  | "failing"
  | "garbled"
  | "wrong"
  | "silent"
  | "astray"
  | "gone"
  | "renamed"
  | "abducted";

/** A release of GitHub's API, with the fields that are used and some that are not. */
export interface DoubleRelease {
  "tag_name": string;
  name: string | null;
  draft: boolean;
  prerelease: boolean;
  "published_at": string | null;
  "created_at": string;
  body: string | null;
  "html_url": string;
  assets: Record<string, unknown>[];
}

/** Options of {@linkcode makeGithubRelease}; assets are given by name, or with fields of their own. */
export interface DoubleReleaseOptions extends Partial<Omit<DoubleRelease, "assets">> {
  readonly assets?: readonly (string | Record<string, unknown>)[];
}

/** Creates a release of GitHub's API. */
export function makeGithubRelease(tag: string, options: DoubleReleaseOptions = {}): DoubleRelease {
  const { assets = [`launcher-setup-${tag}.exe`], ...fields } = options;
  return {
    tag_name: tag,
    name: null,
    draft: false,
    prerelease: false,
    published_at: "2026-05-01T10:00:00Z",
    created_at: "2026-04-30T10:00:00Z",
    body: null,
    html_url: `https://github.com/o/r/releases/tag/${tag}`,
    ...fields,
    assets: assets.map((asset) => makeAsset(tag, typeof asset === "string" ? { name: asset } : asset)),
  };
}

function makeAsset(tag: string, fields: Record<string, unknown>): Record<string, unknown> {
  return {
    id: 1,
    label: null,
    content_type: "application/octet-stream",
    state: "uploaded",
    size: 1000,
    digest: `sha256:${"ab".repeat(32)}`,
    download_count: 10,
    browser_download_url: `https://github.com/o/r/releases/download/${tag}/${fields.name}`,
    ...fields,
  };
}

/** Starts the double on a free port. */
export function startGithub(releases: DoubleRelease[]): GithubDouble {
  return new GithubDouble(releases);
}

/** The running double; it records its requests. */
export class GithubDouble {
  releases: DoubleRelease[];
  mood: Mood = "well";
  /** When the limit ends, in seconds since 1970. */
  resetAt = 0;
  /** The content of each file below `/download/`. */
  readonly downloads = new Map<string, string>();
  /** Where the API redirects a request for the content of a file, by path; it does so only for the token "secret". */
  readonly assets = new Map<string, string>();
  /** Where "abducted" redirects to. */
  abductedTo = "";
  /** Seconds that "secondary" asks to wait. */
  retryAfter = 7;
  readonly requests: { url: string; headers: Headers; status: number }[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #release = Promise.withResolvers<void>();

  constructor(releases: DoubleRelease[]) {
    this.releases = releases;
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (req) => {
      const response = await this.#answer(req);
      this.requests.push({ url: req.url, headers: req.headers, status: response.status });
      return response;
    });
  }

  /** The URL to use instead of https://api.github.com. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The statuses sent so far. */
  get statuses(): number[] {
    return this.requests.map(({ status }) => status);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#release.resolve();
    await this.#server.shutdown();
  }

  async #answer(req: Request): Promise<Response> {
    const limit = { "x-ratelimit-limit": "60", "x-ratelimit-reset": `${this.resetAt}` };
    const spent = { ...limit, "x-ratelimit-remaining": "0" };
    if (this.mood === "limited") {
      return Response.json({ message: "API rate limit exceeded" }, { status: 403, headers: spent });
    }
    if (this.mood === "secondary") {
      return Response.json({ message: "secondary" }, { status: 429, headers: { "retry-after": `${this.retryAfter}` } });
    }
    if (this.mood === "failing") return new Response("<html>Unicorn!</html>", { status: 502 });
    if (this.mood === "gone") return Response.json({ message: "Not Found" }, { status: 404 });
    if (this.mood === "garbled") {
      return new Response(`[{"tag_name": "private-body.`, { headers: { "content-type": "application/json" } });
    }
    if (this.mood === "wrong") return Response.json([{ tag_name: 5 }]);
    if (this.mood === "renamed" && !req.url.includes("/repositories/")) {
      return Response.redirect(`${this.baseUrl}/repositories/1/releases${new URL(req.url).search}`, 301);
    }
    if (this.mood === "abducted") return Response.redirect(this.abductedTo, 302);
    if (this.mood === "silent") return await this.#release.promise.then(() => new Response(null, { status: 504 }));
    const { pathname } = new URL(req.url);
    if (pathname.startsWith("/download/")) {
      const content = this.downloads.get(pathname);
      return new Response(content ?? "Not Found", { status: content === undefined ? 404 : 200 });
    }
    const location = this.assets.get(pathname);
    if (location !== undefined) {
      const { headers } = req;
      const isAllowed = headers.get("authorization") === "Bearer secret" && !!headers.get("user-agent");
      if (!isAllowed) return Response.json({ message: "Not Found" }, { status: 404 });
      // Otherwise GitHub describes the file instead of sending it.
      if (headers.get("accept") !== "application/octet-stream") return Response.json({ name: pathname });
      return Response.redirect(location, 302);
    }
    // GitHub rejects requests without this header.
    if (!req.headers.get("user-agent")) return new Response("Forbidden", { status: 403 });
    // Without it, a later version of the API may answer.
    if (req.headers.get("x-github-api-version") !== "2022-11-28") return new Response("Bad Request", { status: 400 });
    return await this.#sendPage(req, limit);
  }

  async #sendPage(req: Request, limit: Record<string, string>): Promise<Response> {
    const url = new URL(req.url);
    const size = Number(url.searchParams.get("per_page") ?? 30);
    const page = Number(url.searchParams.get("page") ?? 1);
    const text = JSON.stringify(this.releases.slice((page - 1) * size, page * size));
    const headers: Record<string, string> = {
      ...limit,
      "x-ratelimit-remaining": "59",
      "etag": `W/"${await digest(text)}"`,
      "content-type": "application/json; charset=utf-8",
    };
    if (page * size < this.releases.length) headers["link"] = this.#link(size, page);
    if (req.headers.get("if-none-match") === headers["etag"]) return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  }

  // Later pages have another path than the first, because GitHub links them by the repository's number.
  #link(size: number, page: number): string {
    const base = this.mood === "astray" ? "http://127.0.0.2:1" : this.baseUrl;
    const to = (n: number) => `<${base}/repositories/1/releases?per_page=${size}&page=${n}>`;
    return `${to(page + 1)}; rel="next", ${to(Math.ceil(this.releases.length / size))}; rel="last"`;
  }
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).toHex();
}
