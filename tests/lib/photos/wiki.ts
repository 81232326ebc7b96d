import { paintPhoto, toSharp } from "@/lib/images/tests/pictures.ts";

/** A file of the wiki. */
export interface WikiFile {
  readonly pageId: number;
  readonly title: string;
  readonly thumbnail: Uint8Array<ArrayBuffer>;
  /** The checksum of the original. */
  readonly sha1: string;
  /** The size of the thumbnail, and of the original. */
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  metadata: Record<string, string>;
  isMissing?: boolean;
}

/** How the server misbehaves. */
export type Fault = "maxlag" | "internal_api_error_x" | "429" | "503" | "truncated" | "damaged" | "redirect" | "404";

/** A server that behaves as the documentation of MediaWiki's API says. */
export interface Wiki extends AsyncDisposable {
  readonly api: string;
  readonly files: WikiFile[];
  readonly subcategories: Map<string, string[]>;
  /** Every request: when it arrived, and what it asked for. */
  readonly requests: { readonly at: number; readonly url: URL; readonly userAgent: string }[];
  /** Decides whether a request fails; `serial` counts the requests. */
  fault: (serial: number, url: URL) => Fault | undefined;
  /** The seconds in `retry-after`. */
  retryAfter: string;
  /** The category that has the files; others are empty. */
  category: string;
}

/** The description of a photograph that may be used. */
export const METADATA = {
  License: "cc-by-sa-4.0",
  LicenseShortName: "CC BY-SA 4.0",
  LicenseUrl: "https://creativecommons.org/licenses/by-sa/4.0",
  Artist: '<a href="//commons.wikimedia.org/wiki/User:Alice" title="User:Alice">Alice &amp; Bob</a>',
  DateTimeOriginal: "2015-06-12 10:11:12",
};

const BASE = new Uint8Array(await toSharp(paintPhoto(640, 640)).jpeg({ quality: 60 }).toBuffer());

/** Creates a file whose thumbnail is a JPEG of 640 × 640 pixels. */
export async function createFile(pageId: number, changes: Partial<WikiFile> = {}): Promise<WikiFile> {
  const sha1 = new Uint8Array(await crypto.subtle.digest("SHA-1", Uint8Array.of(pageId >> 8, pageId))).toHex();
  const file = { pageId, title: `File:Cat no ${pageId}.jpg`, thumbnail: BASE, sha1, width: 640, height: 640 };
  return { ...file, mime: "image/jpeg", metadata: { ...METADATA }, ...changes };
}

/** Starts a wiki with files in `Category:Cats`. */
export function startWiki(files: WikiFile[]): Wiki {
  const requests: Wiki["requests"] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (req) => {
    const url = new URL(req.url);
    requests.push({ at: performance.now(), url, userAgent: req.headers.get("user-agent") ?? "" });
    return respond(wiki, url, requests.length);
  });
  const wiki: Wiki = {
    api: `http://127.0.0.1:${server.addr.port}/w/api.php`,
    files,
    subcategories: new Map(),
    requests,
    fault: () => undefined,
    retryAfter: "0",
    category: "Cats",
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return wiki;
}

function respond(wiki: Wiki, url: URL, serial: number): Response {
  const fault = wiki.fault(serial, url);
  const headers = { "retry-after": wiki.retryAfter };
  if (fault === "404" || fault === "429" || fault === "503") {
    return new Response("", { status: Number(fault), headers });
  }
  if (fault === "maxlag" || fault?.startsWith("internal")) {
    return Response.json({ error: { code: fault, info: "Waiting for 10.0.0.1" } }, { headers });
  }
  if (fault === "redirect") return new Response(null, { status: 302, headers: { location: `${url.pathname}?moved` } });
  if (url.pathname === "/w/api.php") return Response.json(answerQuery(wiki, Object.fromEntries(url.searchParams)));
  const file = wiki.files.find(({ sha1 }) => url.pathname === `/thumb/${sha1}`);
  if (file === undefined) return new Response("unknown", { status: 404 });
  const { thumbnail } = file;
  if (fault === "damaged") return new Response(thumbnail.slice(0, -9));
  if (fault !== "truncated") return new Response(thumbnail);
  const half = new Blob([thumbnail.slice(0, thumbnail.length / 2)]).stream();
  return new Response(half, { headers: { "content-length": String(thumbnail.length) } });
}

type Parameters = Readonly<Record<string, string>>;

function answerQuery(wiki: Wiki, parameters: Parameters): object {
  if (parameters.iiurlwidth !== "1280") throw new TypeError("no thumbnails asked for");
  if (parameters.pageids !== undefined) {
    const pages = parameters.pageids.split("|").map(Number).map((id) => {
      const file = wiki.files.find(({ pageId }) => pageId === id);
      return file === undefined || file.isMissing ? { pageid: id, missing: true } : toPage(wiki, file);
    });
    return { batchcomplete: true, query: { pages } };
  }
  return answerCategory(wiki, parameters);
}

/** Each batch comes in two parts: the second half of the files gets its descriptions with `iicontinue`. */
function answerCategory(wiki: Wiki, { gcmtitle, gcmtype, gcmlimit, gcmcontinue, iicontinue }: Parameters): object {
  const names = gcmtype === "file|subcat" ? wiki.subcategories.get(gcmtitle!) ?? [] : [];
  const subcategories = names.map((title, i) => ({ pageid: 9000 + i, ns: 14, title }));
  if (gcmtitle !== `Category:${wiki.category}`) return { batchcomplete: true, query: { pages: subcategories } };
  const start = Number(gcmcontinue ?? 0), end = start + Number(gcmlimit);
  const members = wiki.files.filter(({ isMissing }) => !isMissing);
  const files = members.slice(start, end);
  const half = Math.ceil(files.length / 2);
  const pages = [
    ...subcategories,
    ...files.map((file, i) => {
      const { imageinfo, ...page } = toPage(wiki, file);
      return (i < half) === (iicontinue === undefined) ? { ...page, imageinfo } : page;
    }),
  ];
  if (iicontinue === undefined) {
    const position = gcmcontinue === undefined ? {} : { gcmcontinue };
    return { continue: { ...position, iicontinue: "second", continue: "||" }, query: { pages } };
  }
  if (end >= members.length) return { batchcomplete: true, query: { pages } };
  return { batchcomplete: true, continue: { gcmcontinue: String(end), continue: "gcmcontinue||" }, query: { pages } };
}

function toPage({ api }: Wiki, { pageId, title, thumbnail, sha1, width, height, mime, metadata }: WikiFile) {
  const extmetadata = Object.entries(metadata).map(([name, value]) => [name, { value, source: "commons-desc-page" }]);
  const info = {
    timestamp: "2016-01-02T03:04:05Z",
    // The wiki cannot scale what it cannot decode.
    ...(thumbnail.length > 0 &&
      { thumburl: new URL(`/thumb/${sha1}`, api).href, thumbwidth: width, thumbheight: height }),
    url: new URL(`/original/${sha1}`, api).href,
    descriptionurl: new URL(`/wiki/${encodeURIComponent(title)}`, api).href,
    descriptionshorturl: new URL(`/?curid=${pageId}`, api).href,
    sha1,
    width,
    height,
    mime,
    // PHP writes an empty map as a list.
    extmetadata: extmetadata.length === 0 ? [] : Object.fromEntries(extmetadata),
  };
  return { pageid: pageId, ns: 6, title, imagerepository: "local", imageinfo: [info] };
}
