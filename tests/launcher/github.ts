// A server on loopback that responds as GitHub's documentation says: pages that `link` connects, the limit of requests
// in headers, a redirect for a repository that was renamed, and 404 for a private one.

/** A release as GitHub describes it. */
export type FakeRelease = Record<string, unknown> & { readonly assets: readonly Record<string, unknown>[] };

/** Creates a release with an asset for each `name: downloads`. */
export function fakeRelease(
  tag: string,
  assets: Record<string, number>,
  fields: Record<string, unknown> = {},
): FakeRelease {
  return {
    "tag_name": tag,
    draft: false,
    prerelease: false,
    "published_at": "2026-05-01T10:00:00Z",
    body: `Notes of ${tag}`,
    ...fields,
    assets: Object.entries(assets).map(([name, downloads]) => ({
      name,
      state: "uploaded",
      size: 1000,
      digest: `sha256:${"ab".repeat(32)}`,
      "download_count": downloads,
      "browser_download_url": `https://github.com/owner/app/releases/download/${tag}/${name}`,
    })),
  };
}

/** The running server. */
export interface FakeGithub extends AsyncDisposable {
  readonly url: string;
  /** What it responds with instead of releases. */
  answer: ((req: Request) => Response) | undefined;
  releases: readonly FakeRelease[];
  /** The path and the `authorization` of each request. */
  readonly requests: string[];
}

/** Starts the server with the repository `owner/app`. */
export function startGithub(releases: readonly FakeRelease[]): FakeGithub {
  const requests: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (req) => {
    const { pathname, search, searchParams } = new URL(req.url);
    requests.push(`${pathname}${search} ${req.headers.get("authorization")}`);
    if (github.answer !== undefined) return github.answer(req);
    if (!req.headers.has("user-agent")) return new Response("Forbidden", { status: 403 });
    if (pathname === "/repos/owner/old-name/releases") {
      return new Response(null, {
        status: 301,
        headers: { location: `${github.url}/repositories/1/releases${search}` },
      });
    }
    if (pathname === "/repos/owner/private/releases" && req.headers.get("authorization") !== "Bearer secret") {
      return Response.json({ message: "Not Found" }, { status: 404 });
    }
    const size = Number(searchParams.get("per_page") ?? 30);
    const page = Number(searchParams.get("page") ?? 1);
    const last = Math.ceil(github.releases.length / size);
    // Later pages have another path, because GitHub links them by the number of the repository.
    const link = (to: number) => `<${github.url}/repositories/1/releases?per_page=${size}&page=${to}>`;
    const headers = page < last ? { link: `${link(page + 1)}; rel="next", ${link(last)}; rel="last"` } : undefined;
    return Response.json(github.releases.slice((page - 1) * size, page * size), headers && { headers });
  });
  const github: FakeGithub = {
    url: `http://127.0.0.1:${server.addr.port}`,
    answer: undefined,
    releases,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return github;
}
