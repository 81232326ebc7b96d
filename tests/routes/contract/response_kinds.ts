/** One kind of response, as the contract describes it. */
export interface ResponseKind {
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly cache: string;
  /** Headers besides those of every response. */
  readonly headers?: readonly string[];
  /** Whether it has an ETag, so that `if-none-match` can lead to 304. */
  readonly hasEtag?: boolean;
  /** Whether it is compressed, and has `vary`, from 1 KB. */
  readonly isCompressedIfLarge?: true;
}

/** A picture of one pixel as a data URL. */
export const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const JSON_TYPE = "application/json";
const TEXT = "text/plain; charset=utf-8";
const HTML = "text/html; charset=utf-8";
const NEVER = "no-store";
const DAY = "public, max-age=86400";
const WEEK = "public, max-age=604800";
const LAUNCHER = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400";
const PRIVATE_DAY = "private, max-age=86400";
const REVALIDATE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";

/** Of what contains the origin, because this service has no BASE_URL. */
const PRIVATE = "private, max-age=0, stale-while-revalidate=600";

const PAGE = ["content-security-policy", "referrer-policy"];
const PICTURE = ["cross-origin-resource-policy", "etag"];
const FILTERED = [...PICTURE, "server-timing", "cache-status", "x-filter"];
const FILE = ["accept-ranges", "etag", "last-modified"];

/** Every kind of success and error, with exactly the headers that a client needs. */
export const RESPONSE_KINDS: readonly ResponseKind[] = [
  ...success("/api/v1/version", "/api/v1/uptime", "/healthz"),
  ...success("/api/v1/static/logs", "/api/v1/static/logs/kinds.log"),
  ...success("/api/v1/animals/cat", "/api/v1/string/8ball", "/api/v1/kaomoji/owo?count=3"),
  ...success("/api/v2/random/animal", "/api/v2/random/yt-video/hl-cats", "/api/v2/random/animal/fox?count=2"),
  {
    path: "/api",
    status: 200,
    type: JSON_TYPE,
    cache: PRIVATE,
    headers: ["etag", "ratelimit-policy", "vary"],
    hasEtag: true,
  },
  { path: "/api/v2/random/kaomoji/uwu?format=text", status: 200, type: TEXT, cache: NEVER },
  { path: "/api/v2/random/animal/dog?format=redirect", status: 302, type: TEXT, cache: NEVER, headers: ["location"] },
  { path: "/api/v2/random/animal/cat?seed=paw", status: 200, type: JSON_TYPE, cache: PRIVATE_DAY, headers: ["vary"] },
  { path: "/api/v1/string/8ball?seed=paw&format=text", status: 200, type: TEXT, cache: DAY },
  { path: "/api/v1/animals/fox?seed=a&format=redirect", status: 302, type: TEXT, cache: DAY, headers: ["location"] },
  ...filter("/api/v1/filter/invert", "/api/v2/filter/blur", "/api/v2/filter/contrast"),
  ...["/cat", "/random"].map((path) => ({ path, status: 302, type: TEXT, cache: NEVER, headers: ["location"] })),
  {
    path: "/fox/Ada",
    status: 200,
    type: HTML,
    cache: "private, max-age=3600",
    headers: [...PAGE, "etag", "vary"],
    hasEtag: true,
  },
  {
    path: "/404.svg",
    status: 200,
    type: "image/svg+xml",
    cache: DAY,
    headers: [...PICTURE, "content-security-policy", "vary"],
    hasEtag: true,
  },
  ...picture("image/png", "/404.png").map((kind) => ({ ...kind, cache: DAY })),
  {
    path: "/fox/Ada,Grace",
    status: 200,
    type: HTML,
    cache: "private, max-age=3600",
    headers: [...PAGE, "etag", "vary"],
    hasEtag: true,
  },
  { path: "/fox/Ada,Grace.json", status: 200, type: JSON_TYPE, cache: PRIVATE_DAY },
  ...picture("image/png", "/dog/Ada,cat:Ada.png?size=32").map((kind) => ({ ...kind, cache: DAY })),
  {
    path: "/animals.js",
    status: 200,
    type: "text/javascript; charset=utf-8",
    cache: DAY,
    headers: [...PICTURE, "vary"],
    hasEtag: true,
  },
  { path: "/fox/Ada.json", status: 200, type: JSON_TYPE, cache: PRIVATE_DAY },
  { path: "/fox/Ada.txt", status: 200, type: TEXT, cache: PRIVATE_DAY, headers: ["etag"], hasEtag: true },
  ...picture("image/png", "/dog/Ada.png?size=32").map((kind) => ({ ...kind, cache: DAY })),
  ...picture("image/png", "/images/animals/cat/k3v09x2a.png"),
  ...picture("image/webp", "/images/animals/bird/k3v09x2a.webp"),
  ...picture("image/jpeg", "/images/animals/bird/k3v09x2a.jpg"),
  {
    path: "/images/animals/fish/k3v09x2a.svg",
    status: 200,
    type: "image/svg+xml",
    cache: WEEK,
    headers: [...PICTURE, "content-security-policy", "vary"],
    hasEtag: true,
  },
  ...launcher("stats/downloads", "launcher/updates", "launcher/updates?version=7.5.0&channel=beta", "launcher/news"),
  ...launcher("launcher/updates?version=v7.5.0.1&platform=macos&arch=arm64", "launcher/feeds"),
  ...launcher("launcher/feeds/tauri.json?channel=beta", "stats/downloads?since=2026-11-01&until=2026-11-03"),
  ...launcher("launcher/feeds/tauri/linux/x86_64/7.5.0"),
  ...feed("application/xml", "appcast.xml", "appcast.xml?channel=beta&os=1").map((kind) => {
    return { ...kind, cache: LAUNCHER.replace("public", "private") };
  }),
  ...feed("application/yaml", "latest.yml", "latest-mac.yml?noCache=1abc", "beta-linux.yml"),
  ...launcher("launcher/news?limit=1&since=2026-01-01", "version/app/launcher", "version/app/reshade"),
  ...launcher("version/app/fpsUnlocker", "version/app/launcher/resources", "version/tier/2", "version/tier/3"),
  ...fileInfo(REVALIDATE, "/api/v1/static/generated", "/api/v1/static/generated/all", "/api/v1/static/cache/all"),
  ...fileInfo(REVALIDATE, "/api/v1/static/cache", "/api/v1/static/cache?domain=doubleclick.net"),
  ...fileInfo(REVALIDATE, "/api/v1/static/cache/all/hosts.txt"),
  ...fileInfo(PRIVATE, "/api/v1/static/generated/all/hosts.txt"),
  ...raw(["repr-digest", "vary"], "/api/v1/static/generated/all/hosts.txt?raw=1", "/generated/all/hosts.txt"),
  ...raw([], "/api/v1/static/logs/kinds.log?raw=1").map((kind) => ({ ...kind, cache: "public, no-cache" })),
  {
    path: "/style.css",
    status: 200,
    type: "text/css; charset=UTF-8",
    cache: "public, max-age=0, s-maxage=60",
    headers: ["etag", "vary"],
    hasEtag: true,
  },
  ...page("/operator"),
  ...page("/").map((kind) => ({ ...kind, cache: PRIVATE })),
  { path: "/openapi.json", status: 200, type: JSON_TYPE, cache: REVALIDATE, headers: ["etag", "vary"], hasEtag: true },
  { path: "/llms.txt", status: 200, type: TEXT, cache: REVALIDATE, headers: ["etag", "vary"], hasEtag: true },
  { path: "/.well-known/security.txt", status: 200, type: TEXT, cache: PRIVATE_DAY },
  ...error(
    404,
    "/nope",
    "/api/nope",
    "/api/v1/animals/cow",
    "/api/v5/other/launcher/news",
    "/api/v1/static/generated/nope",
  ),
  ...error(404, "/images/animals/cat/nope", "/api/v1/static/logs/nope.log", "/generated/nope", "/generated"),
  ...error(400, "/api/v1/filter/blur", "/cat/Ada,", "/api/v1/animals/cat?count=0", "/api/v1/%zz"),
  ...error(403, "/api/v2/filter/blur?image=http%3A%2F%2F127.0.0.1%2F"),
  ...error(422, "/api/v2/filter/blur?image=data:image/png;base64,AAAA"),
  ...error(401, "/api/v5/app/operator/status", "/api/v5/app/operator/history", "/metrics").map((kind) => ({
    ...kind,
    headers: ["www-authenticate"],
  })),
];

function success(...paths: string[]): ResponseKind[] {
  return paths.map((path) => ({ path, status: 200, type: JSON_TYPE, cache: NEVER }));
}

function error(status: number, ...paths: string[]): ResponseKind[] {
  return paths.map((path) => ({ path, status, type: JSON_TYPE, cache: NEVER }));
}

function page(...paths: string[]): ResponseKind[] {
  const kind = { status: 200, type: HTML, cache: REVALIDATE, headers: [...PAGE, "etag", "vary"], hasEtag: true };
  return paths.map((path) => ({ path, ...kind }));
}

function fileInfo(cache: string, ...paths: string[]): ResponseKind[] {
  const kind = { status: 200, type: JSON_TYPE, cache, headers: ["etag"], hasEtag: true };
  return paths.map((path) => ({ path, ...kind }));
}

function raw(others: string[], ...paths: string[]): ResponseKind[] {
  const headers = [...FILE, "content-length", ...others];
  const kind = { status: 200, type: "text/plain; charset=UTF-8", cache: REVALIDATE, headers, hasEtag: true };
  return paths.map((path) => ({ path, ...kind }));
}

function filter(...paths: string[]): ResponseKind[] {
  const kind = { status: 200, type: "image/png", cache: DAY, headers: FILTERED, hasEtag: true };
  return paths.map((path) => ({ path: `${path}?image=${encodeURIComponent(PIXEL)}`, ...kind }));
}

function picture(type: string, ...paths: string[]): ResponseKind[] {
  return paths.map((path) => ({ path, status: 200, type, cache: WEEK, headers: PICTURE, hasEtag: true }));
}

function feed(type: string, ...files: string[]): ResponseKind[] {
  return launcher(...files.map((file) => `launcher/feeds/${file}`)).map((kind) => ({ ...kind, type }));
}

function launcher(...paths: string[]): ResponseKind[] {
  const kind = { status: 200, type: JSON_TYPE, cache: LAUNCHER, headers: ["etag"], hasEtag: true } as const;
  return paths.map((path) => ({ path: `/api/v5/app/${path}`, ...kind, isCompressedIfLarge: true }));
}
