// Literal requests and answers of the contract, written by somebody who had not seen the code.

/** One request, and what the contract promises about its answer. literal_test.ts checks more on every row. */
export interface Row {
  /** Method and path. */
  readonly ask: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Settings of the service. */
  readonly env?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** Several where the contract leaves the choice. */
  readonly status: number | readonly number[];
  /** The media type without its parameters, where the contract names one. */
  readonly type?: string;
  /** Headers of the answer; `""` means absent. With an `etag`, the test asks again and expects a 304. */
  readonly has?: Readonly<Record<string, string | RegExp>>;
  /** Fields of the JSON, as `matches` in literal_test.ts compares them. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** The code of the error in JSON. */
  readonly code?: string;
  /** What the body contains. */
  readonly text?: RegExp;
  readonly note?: string;
}

// What a row expects

const error = (status: number, code: string) => ({ status, code, type: "application/json" });
const range = (min: number, max: number) => ({ details: { min, max } });
const allowed = (...words: readonly string[]) => ({ details: { allowed: words } });
const wrong = (parameter: string) => ({ details: { parameter } });
const OK = { status: 200, type: "application/json" };
const TEXT = { status: 200, type: "text/plain" };
const PAGE = { status: 200, type: "text/html" };
const PNG = { status: 200, type: "image/png" };
const SVG = { status: 200, type: "image/svg+xml" };
const WRONG = error(400, "invalid_parameter");
const MISSING = error(400, "missing_parameter");
const NOT_FOUND = error(404, "not_found");
const UNKNOWN = error(404, "unknown_type");
const FORBIDDEN = error(403, "forbidden_address");
const NO_METHOD = error(405, "method_not_allowed");

const ANY = /./s;
const NUMBER = /^\d+(\.\d+)?$/;
const LIMITS = /^"default";r=\d+;t=\d+$/;
const NO_STORE = { "cache-control": "no-store" };
const MINUTE = { "cache-control": "public, max-age=60", etag: ANY };
const DAY = { "cache-control": "public, max-age=86400", etag: ANY };
const CALLER_VARY = /^(?=.*\baccept\b(?!-))(?=.*\bsec-fetch-dest\b)(?=.*\buser-agent\b)/i;
const BY_CALLER = { "cache-control": "private, max-age=60", etag: ANY, vary: CALLER_VARY };
const COMPRESSED = { vary: /accept-encoding/i, "content-encoding": /^(gzip|br)$/ };
const SVG_POLICY = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
const PAGE_POLICY = { "content-security-policy": /^(?!.*unsafe-inline)(?=.*img-src[^;]*'self'[^;]*blob:)/ };
/** The contract says only that the operator's area answers no preflight. */
const OPERATOR_CORS = { "access-control-allow-origin": /^\*?$/ };

const KINDS = ["cat", "dog", "fox", "fish", "alpaca", "bird"];
// deno-fmt-ignore
const FILTERS = ["blur", "greyscale", "contrast", "invert", "dither565", "normalize", "sepia", "brightness", "saturate",
  "hue-rotate", "sharpen", "pixelate", "resize", "rotate", "flip", "flop", "gamma", "threshold", "tint", "duotone"];
const ANIMAL = /^https?:\/\/[^/]+\/(cat|dog|fox|fish|alpaca|bird)\/[^/]+\.png$/;
const WATCH = /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/;
const RELEASE = { version: ANY, beta: /^(true|false)$/, releaseDate: /^\d{4}-\d\d-\d\d/, size: NUMBER };
const BLOCKS = /[▀▄█]/;
const BRAILLE = /[\u2801-\u28ff]/;

// Who asks

const IMG = {
  "sec-fetch-dest": "image",
  accept: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
};
const FIREFOX = { ...IMG, "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const BROWSER = { "sec-fetch-dest": "document", accept: "text/html,application/xhtml+xml,image/webp,*/*;q=0.8" };
const CURL = { "user-agent": "curl/8.14.1", accept: "*/*" };
const PREFLIGHT = {
  origin: "https://example.org",
  "access-control-request-method": "POST",
  "access-control-request-headers": "content-type",
};
const TOKEN = "a-token-that-is-long-enough-for-everybody";
const OPERATOR = { authorization: `Bearer ${TOKEN}` };
const STRANGER = { authorization: "Bearer another-token-that-is-long-enough-for-all" };

/** Every setting that changes answers. */
const SET = {
  BASE_URL: "https://pawkit.example",
  CONTACT: "mailto:cat@example.org",
  APP_NAME: "zoo",
  OPERATOR_TOKEN: TOKEN,
  RATE_LIMIT: "1200",
  SOURCE_HOSTS: "example.org",
};
const LISTS = { FEATURES: "lists" };
const WORDS = { FEATURES: "text" };

// What a row sends

const toBytes = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));
const PIXEL = toBytes(atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"));
/** A GIF that claims 65535 × 65535 pixels. */
const BOMB = toBytes("GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x02\x02L\x01\0;");
/** One byte more than an upload may have. */
const HUGE = new Uint8Array(20 * 2 ** 20 + 1);
const FORM = new FormData();
FORM.append("image", new Blob([PIXEL], { type: "image/gif" }), "cat.gif");
const LONG = "a".repeat(64);
const TWELVE = "Ada,Ben,Cleo,Dora,Emil,Finn,Gus,Hedy,Ida,Jo,Kai,Lu";

// The tables: a row stands on one or two lines, which `deno fmt` would spread over ten.

// deno-fmt-ignore
const SERVICE: readonly Row[] = [
  { ask: "GET /api/v1/version", ...OK, has: { ...NO_STORE, "access-control-expose-headers": "*" },
    json: { name: ANY, version: ANY, commit: ANY, runtime: { name: ANY, version: ANY, v8: ANY, typescript: ANY } } },
  { ask: "HEAD /api/v1/version", ...OK, has: NO_STORE },
  { ask: "GET /api/v1/version/", ...OK },
  { ask: "OPTIONS /api/v1/version", status: 204, has: { allow: /^(?=.*\bGET\b)(?=.*\bHEAD\b)/ } },
  { ask: "GET /api/v1/uptime", ...OK, has: NO_STORE,
    json: { uptime: NUMBER, startedAt: /^\d{4}-\d\d-\d\dT/, human: ANY } },
  { ask: "GET /healthz", ...OK, has: NO_STORE, json: { success: undefined, status: "ok" } },
  { ask: "GET /api", env: SET, ...OK, has: { ...MINUTE, ratelimit: "" },
    json: { name: ANY, version: ANY, documentation: ANY, openapi: ANY } },
  { ask: "GET /openapi.json", env: SET, ...OK, has: { ...MINUTE, vary: /accept-encoding/i },
    json: { success: undefined, status: undefined, openapi: /^3\.1/, paths: { "/api/v1/kaomoji/{endpoint}": ANY } } },
  { ask: "GET /llms.txt", env: SET, ...TEXT, has: MINUTE, text: /\/api\/v1\/kaomoji\// },
  { ask: "GET /openapi.json", headers: { "accept-encoding": "gzip, br" }, status: 200, has: COMPRESSED },
  { ask: "GET /", headers: BROWSER, ...PAGE, has: { ...BY_CALLER, ...PAGE_POLICY } },
  { ask: "GET /", headers: CURL, ...TEXT, has: BY_CALLER, text: /\/api\/v1\/kaomoji\// },
  { ask: "GET /robots.txt", ...TEXT, text: /^Disallow: \/api/m },
  { ask: "GET /.well-known/security.txt", ...NOT_FOUND },
  { ask: "GET /.well-known/security.txt", env: SET, ...TEXT, text: /^Contact: mailto:cat@example\.org/m },
  { ask: "GET /api/v9/nothing", headers: CURL, ...NOT_FOUND },
  { ask: "GET /api/v9/nothing", headers: BROWSER, status: 404, type: "text/html", has: PAGE_POLICY },
];

// deno-fmt-ignore
const RANDOM_TEXT: readonly Row[] = [
  { ask: "GET /api/v1/kaomoji/cat", env: SET, ...OK, has: { ...NO_STORE, ratelimit: LIMITS },
    json: { category: "kaomoji", endpoint: "cat", message: ANY, item: { text: ANY }, items: undefined } },
  { ask: "GET /api/v2/random/kaomoji/love", ...OK, has: { ...NO_STORE, ratelimit: "" },
    json: { info: { category: "kaomoji", endpoint: "love" }, message: ANY }, note: "The test has no limits." },
  { ask: "GET /api/v1/string/8ball", ...OK, has: NO_STORE,
    json: { category: "string", endpoint: "8ball", item: { text: ANY, sentiment: /^(positive|neutral|negative)$/ } } },
  { ask: "GET /api/v2/random/yt-video/hl-cats", ...OK, has: NO_STORE,
    json: { info: { category: "yt-video", endpoint: "hl-cats" }, message: WATCH, item: { url: WATCH, title: ANY } } },
  { ask: "GET /api/v2/random/yt-video/hl-cats?format=redirect", status: 302,
    has: { ...NO_STORE, location: WATCH } },
  { ask: "GET /api/v2/random/yt-video/lion", ...UNKNOWN, json: allowed("hl-cats") },
  { ask: "GET /api/v1/yt-video/hl-cats", ...NOT_FOUND, note: "Version 1 has no videos." },
  { ask: "GET /api/v1/kaomoji/lion", ...UNKNOWN, json: allowed("cat", "dog", "owo", "uwu", "love") },
  { ask: "HEAD /api/v1/kaomoji/lion", status: 404, type: "application/json" },
  { ask: "GET /api/v1/kaomoji/%E0%A4%A", status: [400, 404], type: "application/json" },
  { ask: `GET /api/v1/kaomoji/cat?seed=${"a".repeat(100_000)}`, ...error(414, "uri_too_long") },
  { ask: "POST /api/v1/kaomoji/cat", body: "cat", ...NO_METHOD, has: { allow: /\bGET\b/ } },
  { ask: "GET /api/v1/kaomoji/cat?lion=1&count=", ...OK, json: { items: undefined } },
  { ask: "GET /api/v2/random/kaomoji/owo?count=2", ...OK, json: { items: [ANY, ANY] } },
  { ask: "GET /api/v1/kaomoji/cat?seed=a", ...OK, has: BY_CALLER },
  { ask: "GET /api/v1/kaomoji/cat?seed=a&format=json", env: SET, ...OK, has: { ...DAY, ratelimit: "" } },
  { ask: `GET /api/v1/kaomoji/cat?seed=${LONG}`, ...OK },
  { ask: `GET /api/v1/kaomoji/cat?seed=${LONG}a`, ...WRONG, json: wrong("seed") },
  { ask: "GET /api/v1/kaomoji/dog?format=text", ...TEXT, has: NO_STORE },
  { ask: "GET /api/v1/kaomoji/dog", headers: { accept: "text/plain" }, ...TEXT },
  { ask: "GET /api/v1/kaomoji/dog?format=image", ...WRONG, json: allowed("json", "text") },
];

// deno-fmt-ignore
const RANDOM_ANIMALS: readonly Row[] = [
  { ask: "GET /api/v1/animals/cat", ...OK, has: NO_STORE, json: { category: "animals", endpoint: "cat",
    message: ANIMAL, item: { name: ANY, url: ANIMAL, alt: /cat/, width: 512, mediaType: "image/png", traits: ANY } } },
  { ask: "GET /api/v1/animals/lion", ...UNKNOWN, json: allowed(...KINDS) },
  { ask: "GET /api/v1/animals/dog?view=card", ...OK, json: { item: { width: 1200, height: 630 } } },
  { ask: "GET /api/v2/random/animal/alpaca?seed=a&format=json", ...OK, has: { "cache-control": /^private/ },
    json: { info: { category: "animals", endpoint: "alpaca" } }, note: "An own address, and no BASE_URL." },
  { ask: "GET /api/v2/random/animal?seed=a&format=json", env: SET, ...OK, has: DAY,
    json: { info: { category: "animals" }, message: /^https:\/\/pawkit\.example\/[a-z]+\/[^/]+\.png$/ } },
  { ask: "GET /api/v2/random/animal/bird", headers: IMG, ...PNG, note: "For <img>." },
  { ask: "GET /api/v1/animals/fox?format=redirect", status: 302, has: { location: /\/fox\/[^/]+\.png$/ } },
  { ask: "GET /random", headers: BROWSER, status: 302, has: { ...NO_STORE, location: /^\/[a-z]+\/[^/]+$/ } },
  { ask: "GET /fox", headers: BROWSER, status: 302, has: { ...NO_STORE, location: /^\/fox\/[^/]+$/ } },
  { ask: "GET /cat", headers: CURL, ...TEXT, has: NO_STORE, text: BLOCKS },
  { ask: "GET /random?kind=dog&name=Rex&mood=", status: 302, has: { location: "/dog/Rex" } },
  { ask: "GET /random?name=Ada%2BGrace", status: 302, has: { location: "/cat/Ada+Grace" } },
  { ask: "GET /random?name=Ada,dog:Rex", status: 302, has: { location: "/cat/Ada,dog:Rex" } },
];

// deno-fmt-ignore
const NAMED_ANIMALS: readonly Row[] = [
  { ask: "GET /cat/Ada", headers: { accept: "*/*" }, ...PAGE, has: BY_CALLER },
  { ask: "GET /cat/Ada", headers: IMG, ...PNG, has: BY_CALLER },
  { ask: "GET /cat/Ada", headers: { accept: "image/webp,image/*;q=0.8" }, status: 200, type: "image/webp" },
  { ask: "GET /cat/Ada", headers: CURL, ...TEXT, text: BLOCKS },
  { ask: "GET /cat/Ada", headers: { accept: "application/json" }, ...OK, has: BY_CALLER,
    json: { item: { name: "Ada", url: /\/cat\/Ada/, alt: /cat/, traits: ANY } } },
  { ask: "GET /cat/Ada.png", ...PNG, has: { ...DAY, "cross-origin-resource-policy": "cross-origin" } },
  { ask: "HEAD /cat/Ada.png", ...PNG, has: DAY },
  { ask: "GET /cat/Ada.svg", ...SVG, has: { ...DAY, ...SVG_POLICY } },
  { ask: "GET /cat/Ada.jpeg?radius=max&background=ff8800-0088ff", status: 200, type: "image/jpeg", has: DAY },
  { ask: "GET /cat/Ada.txt?columns=10&colors=none", ...TEXT, text: BRAILLE },
  { ask: "GET /cat/Ada.txt?size=15", ...WRONG, json: range(16, 1024), note: "Wrong in every form." },
  { ask: "GET /cat/Ada.svg?view=side", ...WRONG, json: allowed("full", "face", "card") },
  { ask: "GET /cat/Ada.svg?radius=2049", ...WRONG, json: wrong("radius") },
  { ask: "GET /cat/Ada.svg?mood=zzz", ...WRONG, json: { details: { parameter: "mood", allowed: ANY } } },
  { ask: "GET /cat/Ada.svg?motion=on&columns=10", ...SVG, text: /prefers-reduced-motion/ },
  { ask: `GET /cat/${LONG}.svg`, ...SVG },
  { ask: `GET /cat/${LONG}a.svg`, ...WRONG },
  { ask: "GET /cat/Ada%2CGrace.json", ...OK, json: { item: { name: "Ada,Grace" }, items: undefined } },
  { ask: "GET /cat/Ada+dog:Rex.svg", ...WRONG, note: "Parents of different kinds." },
  { ask: "GET /cat/Ada,Grace,dog:Rex.json", ...OK, json: { item: undefined,
    items: [{ kind: "cat", name: "Ada" }, { kind: "cat", name: "Grace" }, { kind: "dog", name: "Rex", alt: /dog/ }] } },
  { ask: `GET /bird/${TWELVE}.svg`, ...SVG },
  { ask: `GET /bird/${TWELVE},Mia.svg`, ...WRONG },
  { ask: "GET /cat/Ada,Ben,Cleo,Dora.png?size=512", ...OK, type: "image/png" },
  { ask: "GET /cat/Ada,Ben,Cleo,Dora.png?size=513", status: 400, code: "invalid_parameter", json: { details: { min: 16, max: 512 } } },
  { ask: "GET /cat/Ada,Ben,Cleo,Dora,Emil.png?size=256", ...OK, type: "image/png" },
  { ask: "GET /cat/Ada,Ben,Cleo,Dora,Emil.png?size=257", status: 400, code: "invalid_parameter", json: { details: { min: 16, max: 256 } } },
  { ask: "GET /lion/Ada.png", status: 404, code: "not_found", type: "application/json" },
];

// deno-fmt-ignore
const PICTURES: readonly Row[] = [
  { ask: "GET /cat/Ada.png?size=15", headers: IMG, status: 400, type: "image/svg+xml", has: SVG_POLICY },
  { ask: "GET /api/v1/kaomoji/lion", headers: { accept: "image/*" }, status: 404, type: "image/svg+xml" },
  { ask: "GET /cat/Ada.png?size=15&fallback=none", headers: IMG, ...WRONG },
  { ask: "GET /cat/Ada.png?size=15", headers: FIREFOX, ...WRONG, note: "/400.png is not cached." },
  { ask: "GET /cat/Ada?size=15", headers: BROWSER, status: 400, type: "text/html", has: PAGE_POLICY },
  { ask: "GET /404.svg", ...SVG, has: { ...DAY, ...SVG_POLICY } },
  { ask: "GET /511.png", ...PNG, has: DAY },
  { ask: "GET /299.svg", status: 404, type: "application/json" },
  { ask: "GET /pictures/cat/..%2F..%2Fmain.ts", ...NOT_FOUND },
  { ask: "GET /animals.js", status: 200, type: "text/javascript", has: { ...DAY, vary: /accept-encoding/i },
    text: /^(?=.*\bdrawAnimal\b)(?=.*\bdescribeAnimal\b)/s },
  { ask: "GET /docs", headers: BROWSER, ...PAGE, has: PAGE_POLICY },
  { ask: "GET /docs", headers: CURL, status: 200, text: /^# /m },
  { ask: "GET /cat/Ada.png", env: { RATE_LIMIT: "2" }, ...error(429, "rate_limited"),
    has: { "retry-after": /^\d+$/, ratelimit: LIMITS }, note: "A drawing costs three points." },
];

const INVERT = "/api/v1/filter/invert?image=/cat/Ada.png";

// deno-fmt-ignore
const FILTERED: readonly Row[] = [
  { ask: "GET /api/v1/filter/blur?image=/cat/Ada.png&strength=", ...PNG,
    has: { ...DAY, "cache-status": /^pawkit; (hit|fwd=miss)$/, "server-timing": /^(?=.*fetch)(?=.*queue)(?=.*job)/ } },
  { ask: "GET /api/v2/filter/dither565,grayscale,flip:9,flop,normalize?image=/404.png", ...PNG },
  { ask: "GET /api/v1/filter/greyscale?image=/404.png&strength=lots", ...PNG, note: "It has no strength." },
  { ask: "GET /api/v2/filter/rotate:270,resize:64x48,tint:f80,duotone:0b2e83-eaf4ff?image=/404.png", ...PNG },
  { ask: "GET /api/v1/filter/lion?image=/404.png", ...UNKNOWN, json: allowed(...FILTERS) },
  { ask: "GET /api/v2/filter/blur,lion?image=/404.png", ...UNKNOWN },
  { ask: "GET /api/v2/filter/invert,blur:257?image=/404.png", ...WRONG, json: range(1, 256) },
  { ask: "GET /api/v1/filter/blur?image=/404.png&strength=soft", ...WRONG, json: range(1, 256) },
  { ask: "GET /api/v2/filter/flip,flip,flip,flip,flip,flip,flip,flip,flip?image=/404.png", ...WRONG },
  { ask: "GET /api/v1/filter/rotate?image=/404.png&strength=45", ...WRONG },
  { ask: "GET /api/v1/filter/tint?image=/404.png", ...MISSING },
  { ask: "GET /api/v1/filter/tint?image=/404.png&strength=ff88", ...WRONG },
  { ask: "GET /api/v1/filter/resize?image=/404.png", status: 400, type: "application/json" },
  { ask: "GET /api/v1/filter/resize?image=/404.png&width=64", ...PNG },
  { ask: "GET /api/v1/filter/invert", ...MISSING, json: wrong("image") },
  { ask: "GET /api/v1/filter/invert", headers: IMG, status: 400, type: "image/svg+xml" },
  { ask: "GET /api/v1/filter/invert?image=ftp://example.org/cat.png", ...WRONG },
  { ask: "GET /api/v1/filter/invert?image=http://127.0.0.1/cat.png", ...FORBIDDEN },
  { ask: "GET /api/v1/filter/invert?image=https://8.8.8.8:22/cat.png", ...FORBIDDEN },
  { ask: "GET /api/v1/filter/invert?image=https://8.8.8.8/cat.png", env: SET, ...FORBIDDEN },
  { ask: "GET /api/v1/filter/invert?image=https://pawkit.example/cat/Ada.png", env: SET, ...PNG, has: DAY },
  { ask: `GET ${INVERT}&width=64&height=48&fit=cover&position=top`, ...PNG },
  { ask: `GET ${INVERT}&fit=zoom`, ...WRONG, json: allowed("inside", "cover", "fill") },
  { ask: `GET ${INVERT}&format=jpg`, status: 200, type: "image/jpeg" },
  { ask: `GET ${INVERT}&format=gif`, status: 200, type: "image/gif" },
  { ask: "GET /api/v1/filter/invert?image=/cat/Ada.jpg", status: 200, type: "image/jpeg" },
  { ask: "GET /api/v1/filter/invert?image=/cat/Ada.jpg&radius=16", ...PNG, note: "Round corners." },
  { ask: `GET ${INVERT}&format=auto`, headers: IMG, status: 200, type: "image/webp" },
  { ask: `GET ${INVERT}&format=auto`, ...PNG, has: { vary: /\baccept\b(?!-)/i } },
  { ask: "POST /api/v2/filter/invert", body: PIXEL, status: 200, type: "image/gif", has: NO_STORE },
  { ask: "POST /api/v2/filter/flip", body: FORM, status: 200, type: "image/gif", has: NO_STORE },
  { ask: "POST /api/v1/filter/invert", body: PIXEL, ...NO_METHOD, has: { allow: /^(?!.*POST)(?=.*\bGET\b)/ } },
  { ask: "POST /api/v2/filter/invert", body: "cat", ...error(422, "unsupported_format") },
  { ask: "POST /api/v2/filter/invert", body: BOMB, ...error(422, "too_many_pixels") },
  { ask: "POST /api/v2/filter/invert", body: HUGE, ...error(413, "payload_too_large") },
  { ask: "OPTIONS /api/v2/filter/invert", headers: PREFLIGHT, status: 204, has: { allow: /\bPOST\b/,
    "access-control-allow-methods": /\bPOST\b|^\*$/, "access-control-allow-headers": /content-type|^\*/i } },
];

// deno-fmt-ignore
const FILES: readonly Row[] = [
  { ask: "GET /api/v1/static/generated", ...OK, has: { etag: ANY },
    json: { path: /^/, type: "directory", files: /^\[/ } },
  { ask: "GET /api/v1/static/generated/..%2F..%2Fmain.ts", ...NOT_FOUND },
  { ask: "GET /generated/..%5C..%5Cmain.ts", ...NOT_FOUND },
  { ask: "GET /api/v1/static/cache", ...OK, has: { etag: ANY }, json: { files: /^\{/ } },
  { ask: "GET /api/v1/static/logs", ...OK, has: NO_STORE, json: { files: /^\[/ } },
  { ask: "GET /api/v1/static/logs/..%2F..%2Fdeno.json", ...NOT_FOUND },
  { ask: "GET /api/v1/kaomoji/cat", env: LISTS, ...NOT_FOUND },
  { ask: "GET /openapi.json", env: LISTS, ...OK, json: { success: undefined, status: undefined },
    text: /^(?!.*(kaomoji|\/filter\/|\/logs\/))/s },
  { ask: "GET /", env: LISTS, headers: BROWSER, ...PAGE, text: /^(?!.*(kaomoji|\/filter\/))/s },
  { ask: "GET /api/v1/static/generated", env: LISTS, ...OK },
  { ask: "GET /api/v1/animals/cat", env: LISTS, ...OK },
  { ask: `GET ${INVERT}`, env: WORDS, ...NOT_FOUND },
  { ask: "GET /api/v1/static/logs", env: WORDS, ...NOT_FOUND },
  { ask: "GET /api/v5/app/launcher/news", env: WORDS, ...NOT_FOUND },
];

// deno-fmt-ignore
const APP: readonly Row[] = [
  { ask: "GET /api/v5/app/stats/downloads", ...OK, has: MINUTE, json: { total: NUMBER, daily: /^\[/, asOf: ANY,
    applications: { launcher: { total: NUMBER, versions: /^\[/ }, reshade: { total: NUMBER }, fpsUnlocker: ANY } } },
  { ask: "GET /api/v5/app/launcher/updates?version=v0.0.0.1&channel=stable", ...OK, json: { channel: "stable",
    updateAvailable: true, latest: { ...RELEASE, sha256: ANY, url: ANY, notes: ANY } } },
  { ask: "GET /api/v5/app/launcher/updates?version=999.0.0&channel=beta", ...OK, json: { channel: "beta",
    updateAvailable: false, mandatory: false, minimumSupported: ANY, updates: [] } },
  { ask: "GET /api/v5/app/launcher/updates?version=1.2", ...WRONG, json: wrong("version") },
  { ask: "GET /api/v5/app/launcher/updates?channel=old", ...WRONG, json: allowed("stable", "beta") },
  { ask: "GET /api/v5/app/launcher/news?limit=1", ...OK, has: MINUTE, json: { news: [ANY], total: NUMBER } },
  { ask: "GET /api/v5/app/version/app/fpsUnlocker", ...OK, has: MINUTE, json: { fpsUnlocker: RELEASE } },
  { ask: "GET /api/v5/app/version/app/lion", ...UNKNOWN, json: allowed("launcher", "reshade", "fpsUnlocker") },
  { ask: "GET /api/v5/app/version/app/launcher/resources", ...OK,
    json: { message: ANY, date: ANY, resources: { ...RELEASE, sha256: ANY, url: ANY } } },
  { ask: "GET /api/v5/app/version/tier/2", ...OK,
    json: { tier: { id: /^2$/, name: "Favorite", benefits: /^\[/ } } },
  { ask: "GET /api/v5/zoo/version/tier/3", env: SET, ...OK, json: { tier: { id: /^3$/, name: "Trusted" } } },
  { ask: "GET /api/v5/app/version/tier/4", ...UNKNOWN, json: { details: { allowed: [/^2$/, /^3$/] } } },
  { ask: "GET /api/v5/app/version/tier/2", env: SET, ...error(404, "unknown_app") },
  { ask: "GET /metrics", headers: OPERATOR, ...NOT_FOUND, has: OPERATOR_CORS },
  { ask: "GET /api/v5/zoo/operator/status", env: SET, ...error(401, "authentication_required"),
    has: { ...OPERATOR_CORS, "www-authenticate": /^Bearer/ } },
  { ask: "GET /metrics", env: SET, headers: STRANGER, ...error(401, "authentication_required"),
    has: OPERATOR_CORS },
  { ask: "GET /api/v5/zoo/operator/status", env: SET, headers: OPERATOR, ...OK,
    has: { ...OPERATOR_CORS, ...NO_STORE } },
  { ask: "GET /metrics", env: SET, headers: OPERATOR, ...TEXT, has: { ...OPERATOR_CORS, ...NO_STORE } },
  { ask: "OPTIONS /api/v5/zoo/operator/status", env: SET, headers: PREFLIGHT, status: 204,
    has: { ...OPERATOR_CORS, "access-control-allow-methods": "", "access-control-allow-headers": "" } },
];

type Boundary = readonly [ask: string, min: number, max: number, below: number, above: number];

/** Both ends of each range, which answer 200, and its neighbours, which are a 400 with the ends. */
// deno-fmt-ignore
const BOUNDARIES: readonly Boundary[] = [
  ["GET /api/v1/kaomoji/cat?count=",                                1, 50, 0, 51],
  ["GET /cat/Ada.png?size=",                                        16, 1024, 15, 1025],
  ["GET /cat/Ada.txt?columns=",                                     10, 120, 9, 121],
  ["GET /api/v1/filter/blur?image=/404.png&strength=",              1, 256, 0, 257],
  ["GET /api/v2/filter/contrast?image=/404.png&strength=",          -1, 1, -1.01, 1.01],
  ["GET /api/v1/filter/sepia?image=/404.png&strength=",             0, 1, -0.01, 1.01],
  ["GET /api/v1/filter/brightness?image=/404.png&strength=",        0, 4, -0.01, 4.01],
  ["GET /api/v1/filter/saturate?image=/404.png&strength=",          0, 4, -0.01, 4.01],
  ["GET /api/v1/filter/hue-rotate?image=/404.png&strength=",        -360, 360, -361, 361],
  ["GET /api/v1/filter/sharpen?image=/404.png&strength=",           0, 10, -0.01, 10.01],
  ["GET /api/v1/filter/pixelate?image=/404.png&strength=",          2, 256, 1, 257],
  ["GET /api/v1/filter/gamma?image=/404.png&strength=",             0.1, 10, 0.09, 10.01],
  ["GET /api/v1/filter/threshold?image=/404.png&strength=",         0, 255, -1, 256],
  ["GET /api/v1/filter/invert?image=/404.png&width=",               1, 4096, 0, 4097],
  ["GET /api/v1/filter/invert?image=/404.png&height=",              1, 4096, 0, 4097],
  ["GET /api/v1/filter/invert?image=/404.png&format=jpeg&quality=", 1, 100, 0, 101],
  ["GET /api/v5/app/launcher/news?limit=",                          1, 50, 0, 51],
];

function toRows([ask, min, max, below, above]: Boundary): readonly Row[] {
  return [
    { ask: ask + min, status: 200 },
    { ask: ask + max, status: 200 },
    { ask: ask + below, ...WRONG, json: range(min, max) },
    { ask: ask + above, ...WRONG, json: range(min, max) },
  ];
}

/** The whole table. */
export const ROWS: readonly Row[] = [
  ...[SERVICE, RANDOM_TEXT, RANDOM_ANIMALS, NAMED_ANIMALS, PICTURES, FILTERED, FILES, APP].flat(),
  ...BOUNDARIES.flatMap(toRows),
];
