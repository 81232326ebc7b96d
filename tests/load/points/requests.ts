import type { Chunks } from "@/tests/load/chunked_upload.ts";
import { createCrlfForm, createForm, WORST_FILES } from "@/tests/load/worst_files.ts";
import { createNoise, createPngBomb, createWebpBomb } from "@/tests/load/strangers/bombs.ts";

/** One kind of request, sent several times. */
export interface Kind {
  readonly name: string;
  /** How often it is sent to measure its processor time. */
  readonly times: number;
  readonly path: (n: number) => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether all are sent at once. */
  readonly isAtOnce?: boolean;
  /** Whether the client has no points left. */
  readonly isRefused?: boolean;
  /** Whether only the operator can send it, so that it has no limit. */
  readonly isOperator?: boolean;
  /** Sent as a POST. */
  readonly body?: Uint8Array<ArrayBuffer> | Chunks;
}

/** What the requests need to know about the service. */
export interface Surroundings {
  readonly operatorToken: string;
  readonly sourcePort: string;
  /** The name of a log file of 5,000 lines. */
  readonly logFile: string;
  /** The name of a log file as large as it may become, which has just changed. */
  readonly largeLog: string;
  /** The path of a block list of 20 MB. */
  readonly largeList: string;
}

/** So many requests that the processor time is exact, where each takes little. */
const MANY = 100;

/** As many names as a group may have, one of them new each time. */
const NAMES = `${Array.from({ length: 11 }, (_, n) => `Ada${n}`).join(",")},SEED`;

/** Misspelt parameters, each without one of its letters. */
const MISTAKES = ["background", "columns", "accessory"].flatMap((name) => {
  return Array.from(name, (_, letter) => `${name.slice(0, letter)}${name.slice(letter + 1)}=red`);
}).join("&");

/** As many ranges as a file is sent in. */
const RANGES = Array.from({ length: 12 }, (_, n) => `${n * 1000}-${n * 1000 + 9}`).join(",");

/** Every endpoint, and the requests to it that take longest. */
export async function createKinds(surroundings: Surroundings): Promise<Kind[]> {
  const { operatorToken, sourcePort, logFile, largeLog, largeList } = surroundings;
  const operator = { authorization: `Bearer ${operatorToken}` };
  const get = (name: string, path: string, headers: Record<string, string> = {}): Kind => {
    return { name, times: MANY, path: (n) => path.replace("SEED", n.toString(36).padStart(8, "a")), headers };
  };
  const fields = createForm(180_000);
  const parts = createForm(200_000);
  const lineEnds = createCrlfForm();
  const light = [
    get("health", "/healthz"),
    get("version", "/api/v1/version"),
    get("random animal", "/api/v2/random/animal/cat?seed=SEED"),
    get("random animal, picture", "/api/v2/random/animal/cat?raw=1&seed=SEED"),
    get("random text", "/api/v2/random/string/8ball?seed=SEED"),
    get("random kaomoji", "/api/v2/random/kaomoji/cat?seed=SEED"),
    get("page", "/"),
    get("page, `accept-encoding` of 55 KB", "/", { "accept-encoding": "a;q=0.1,".repeat(7000) }),
    get("page, `accept` of 55 KB", "/", { accept: "a/b;q=0.1,".repeat(5500) }),
    get("document", "/docs/filters"),
    get("search", "/search.json"),
    get("llms.txt", "/llms.txt"),
    get("/api", "/api"),
    get("OpenAPI", "/openapi.json"),
    get("style sheet", "/style.css"),
    get("404", "/SEED"),
    get("404 of a browser", "/SEED", { accept: "text/html" }),
    get("many mistakes in a query", `/cat/SEED.png?${MISTAKES}`),
    get("many mistakes in a query of a browser", `/cat/SEED?${MISTAKES}`, { accept: "text/html" }),
    get("query of 60 KB", `/api/v2/random/animal/cat?${"a&".repeat(30_000)}`),
    get("cookies of 55 KB", "/api/v1/version", { cookie: "a=1; ".repeat(11_000) }),
    get("static/cache", "/api/v1/static/cache"),
    get("static/generated", "/api/v1/static/generated"),
    get("static/cache, look-up", "/api/v1/static/cache/all/domains.txt?domain=SEED.example"),
    get("static/cache, look-up of 16 labels", `/api/v1/static/cache?domain=SEED.${"a.".repeat(14)}example`),
    get("static/cache, look-up of 120 labels", `/api/v1/static/cache?domain=SEED.${"a.".repeat(118)}example`),
    get("static/generated, a list", "/api/v1/static/generated/all/domains.txt"),
    get("static/generated, raw", "/api/v1/static/generated/all/domains.txt?raw=1"),
    { ...get("static/generated, a raw list of 20 MB", `/api/v1/static/generated/${largeList}?raw=1`), times: 5 },
    { ...get("generated, a list of 20 MB", `/generated/${largeList}`), times: 5 },
    get("static/logs", "/api/v1/static/logs"),
    { ...get("static/logs, tail of 5,000 lines", `/api/v1/static/logs/${logFile}?tail=5000`), times: 50 },
    get("static/logs, 12 ranges of a raw log", `/api/v1/static/logs/${largeLog}?raw=1`, { range: `bytes=${RANGES}` }),
    get("static/logs, the end of a raw log", `/api/v1/static/logs/${largeLog}?raw=1`, { range: "bytes=-100" }),
    { ...get("static/logs, a raw log of 256 MiB", `/api/v1/static/logs/${largeLog}?raw=1`), times: 1 },
    get("v5 updates", "/api/v5/app/launcher/updates"),
    get("v5 feeds", "/api/v5/app/launcher/feeds"),
    get("v5 statistics", "/api/v5/app/stats/downloads"),
    { ...get("operator status", "/api/v5/app/operator/status", operator), isOperator: true },
    { ...get("operator history", "/api/v5/app/operator/history", operator), isOperator: true },
    { ...get("metrics", "/metrics", operator), isOperator: true },
    get("no token", "/metrics"),
    get("drawing, SVG", "/images/animals/fox/SEED.svg"),
    get("named animal, SVG", "/cat/SEED.svg"),
    get("named animal, SVG, Brotli", "/dog/SEED.svg", { "accept-encoding": "br" }),
    get("named animal, page, Brotli", "/dog/SEED", { accept: "text/html", "accept-encoding": "br" }),
    {
      ...get("named animal, cached text with capitals", "", { "accept-encoding": "br" }),
      path: (n: number) => `/cat/${withCapitals("abcdefghijkl", n)}.txt?columns=120`,
    },
    get("named animal, JSON", "/cat/SEED.json"),
    get("named animal, page", "/cat/page SEED", { accept: "text/html" }),
    get("named animal, page, 32 unknown parameters", `/cat/many SEED?${"abc=1&".repeat(32)}`, { accept: "text/html" }),
    get("child of two animals, page", "/cat/Ada+SEED", { accept: "text/html" }),
    get("group of 12, SVG", `/cat/${NAMES}.svg`),
    get("group of 12, JSON", `/cat/${NAMES}.json`),
    get("group of 12, page", `/cat/${NAMES}`, { accept: "text/html" }),
    { ...get("drawing, PNG", "/images/animals/fox/SEED.png"), times: 20 },
    { ...get("drawing, WebP", "/images/animals/fox/SEED.webp"), times: 20 },
    get("new host", "/", { host: "HOST.example", "accept-encoding": "br" }),
    get("new host, a long document", "/docs/filters", { host: "HOST.example", "accept-encoding": "br" }),
  ];
  const filter = (name: string, query: string, times = 2): Kind => {
    return { name, times, path: (n) => `/api/v2/filter/blur?strength=${1 + n % 256}&${query}` };
  };
  const source = (name: string) => `image=http://127.0.0.1:${sourcePort}/${name}`;
  const upload = (name: string, body: NonNullable<Kind["body"]>, type = "image/png", query = ""): Kind => {
    const headers = { "content-type": type };
    return { ...filter(name, query, 1), headers, body };
  };
  const files: Kind[] = [];
  for (const [name, create] of Object.entries(WORST_FILES)) {
    const body = await create();
    files.push(upload(name, body));
    if (/noise|frames/.test(name) && !name.startsWith("WebP")) {
      files.push(upload(`${name}, to WebP`, body, "image/png", "format=webp"));
    }
  }
  const noise = `image=data:image/png;base64,${createNoise(120).toBase64().replaceAll("+", "%2B")}`;
  const refused = (kind: Kind): Kind => ({ ...kind, name: `refused: ${kind.name}`, times: MANY, isRefused: true });
  return [
    ...light,
    refused(get("version", "/api/v1/version")),
    refused(get("page of a new host", "/", { host: "HOST.example" })),
    refused(get("group of 12, SVG", `/cat/${NAMES}.svg`)),
    refused(filter("filter of a drawing", "image=/images/animals/cat/k3v09x2a.png")),
    refused(filter("filter of a `data:` URL of 58 KB", noise)),
    refused({ ...upload("upload of 1 MB", new Uint8Array(1e6)) }),
    { ...filter("filter of a `data:` URL of 58 KB", noise), times: 50 },
    filter("source after 5 redirects", source("redirects/5"), 20),
    filter("source with too many redirects", source("redirects/50"), 20),
    { ...filter("filter of a drawing", "image=/images/animals/cat/k3v09x2a.png"), times: 20 },
    { ...filter("filter, cached", "image=/images/animals/cat/k3v09x2a.png"), path: () => cachedFilter(), times: MANY },
    {
      ...filter("filter of 20 MB, cached", source("picture/2600")),
      path: () => cachedFilter(source("picture/2600")),
      times: 15,
    },
    {
      ...filter("120 filters of 2 MP at once", `image=${encodeURIComponent(createPngBomb(1600, 1250))}`),
      times: 120,
      isAtOnce: true,
    },
    filter("source of 20 MiB that is no picture", source("large")),
    filter("source in chunks of 1 byte", source("chunks/1000000")),
    filter("source in chunks of 64 bytes", source("pieces/160000")),
    filter("lossless WebP of 25 MP in 1 KB", `image=${encodeURIComponent(createWebpBomb())}`),
    upload("form of 200,000 fields", parts.body, parts.type),
    upload("form of 20 MB of CR, LF and dashes", lineEnds.body, lineEnds.type),
    upload("form of 180,000 fields × 29,000 parameters", fields.body, fields.type, "a&".repeat(29_000)),
    upload("form of 8 fields × 29,000 parameters", createForm(7).body, fields.type, "a&".repeat(29_000)),
    upload("upload in 200,000 chunks of 1 byte", { count: 200_000, chunkBytes: 1 }),
    upload("upload in 160,000 chunks of 64 bytes", { count: 160_000, chunkBytes: 64 }),
    upload("upload in 37,000 chunks of 520 bytes", { count: 37_000, chunkBytes: 520 }),
    upload("upload in 9,900 chunks with extensions", { count: 9900, chunkBytes: 1900, extensionBytes: 4000 }),
    upload("upload of 19 MB and 31,000 chunks of 1 byte", { firstBytes: 18_900_000, count: 31_000, chunkBytes: 1 }),
    ...files,
  ];
}

/** Writes other letters as capitals for each number. The name means the same. */
function withCapitals(name: string, n: number): string {
  return Array.from(name, (letter, bit) => n >> bit & 1 ? letter.toUpperCase() : letter).join("");
}

function cachedFilter(image = "image=/images/animals/cat/k3v09x2a.png"): string {
  return `/api/v2/filter/blur?strength=1&${image}`;
}
