import { assert, assertEquals } from "@std/assert";
import { type Answer, ask, type AskOptions, type Origin } from "./origin.ts";
import type { Proxy } from "./proxies.ts";

/** A cache, the service behind it, and whether that has BASE_URL. */
export interface Setup {
  readonly proxy: Proxy;
  readonly origin: Origin;
  readonly hasBaseUrl: boolean;
}

/** A check. It throws for what is wrong and returns a short result for the table. */
export type Check = (setup: Setup) => Promise<string>;

/** Which caches store a response. HAProxy stores no `max-age=0`, no `vary: accept` and only the status 200. */
type Storing = "none" | "all" | "not HAProxy";

/** Requests, and which caches store their responses, with BASE_URL and without it. */
interface Row {
  readonly paths: readonly string[];
  readonly storing: Storing;
  /** Without BASE_URL; the same by default. What contains the origin is then `private`. */
  readonly withoutBaseUrl?: Storing;
  readonly options?: AskOptions;
}

const CAT = "/images/animals/cat/k3v09x2a";
const LIST = "/generated/all/hosts.txt";
const LOG = "/api/v1/static/logs/a.log?raw=1";
const SEEDED = "/api/v2/random/animal/cat?seed=";
const TEXT = "/api/v1/kaomoji/cat?seed=";
const V5 = "/api/v5/app/";
const FILTER = "/api/v2/filter/invert?image=";

/** A host that leads nowhere: filters refuse its address without a request. */
const FOREIGN = "192.0.2.1";
const PIXEL = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

/** The rows of the table whose requests are sent three times. `SOURCE` is the server of pictures. */
const ROWS: Readonly<Record<string, Row>> = {
  "random": {
    paths: ["", "?format=text", "?format=image", "?format=redirect"].map((query) =>
      `/api/v2/random/animal/cat${query}`
    ),
    storing: "none",
  },
  "version, uptime, logs, healthz": {
    paths: ["/api/v1/version", "/api/v1/uptime", "/api/v1/static/logs", LOG, "/healthz"],
    storing: "none",
  },
  "operator, metrics": { paths: [`${V5}operator/status`, "/metrics"], storing: "none" },
  "seed JSON": { paths: [`${SEEDED}1`], storing: "not HAProxy", withoutBaseUrl: "none" },
  "seed format=json": { paths: [`${SEEDED}1&format=json`], storing: "all", withoutBaseUrl: "none" },
  "seed text, image": { paths: [`${TEXT}1&format=text`, `${SEEDED}1&format=image`], storing: "all" },
  "seed redirect": { paths: [`${SEEDED}1&format=redirect`], storing: "not HAProxy" },
  "pictures": { paths: [`${CAT}.png`, `${CAT}.svg`], storing: "all" },
  "animal": { paths: ["/cat/Ada", "/cat/Ada+Grace"], storing: "none" },
  "animal's picture": { paths: ["/cat/Ada.png", "/cat/Ada.svg", "/cat/Ada+Grace.png"], storing: "all" },
  "animal's JSON and text": { paths: ["/cat/Ada.json", "/cat/Ada.txt"], storing: "all", withoutBaseUrl: "none" },
  "any animal": { paths: ["/cat", "/random"], storing: "none" },
  "filter own": { paths: [`${FILTER}${CAT}.png`], storing: "all" },
  "filter format=auto": {
    paths: [`${FILTER}${CAT}.png&format=auto`],
    storing: "not HAProxy",
    options: { headers: { accept: "image/webp,*/*" } },
  },
  "filter foreign": { paths: [`${FILTER}SOURCE/public`, `${FILTER}SOURCE/max-age%3D60`], storing: "all" },
  "filter, source forbids it": {
    paths: ["no-cache", "private", "no-store"].map((directive) => `${FILTER}SOURCE/${directive}`),
    storing: "none",
  },
  "lists": {
    paths: [LIST, "/api/v1/static/cache/all/hosts.txt", "/api/v1/static/cache", "/api/v1/static/generated"],
    storing: "not HAProxy",
  },
  "lists gzip": { paths: [LIST], storing: "not HAProxy", options: { headers: { "accept-encoding": "gzip" } } },
  "list as JSON": {
    paths: ["/api/v1/static/generated/all/hosts.txt"],
    storing: "not HAProxy",
    withoutBaseUrl: "none",
  },
  "v5": {
    paths: ["updates", "news", "feeds/tauri/linux/x86_64/7.5.0", "feeds/latest.yml"].map((path) =>
      `${V5}launcher/${path}`
    ),
    storing: "all",
  },
  "v5 appcast": { paths: [`${V5}launcher/feeds/appcast.xml`], storing: "all", withoutBaseUrl: "none" },
  "v5 tauri 204": { paths: [`${V5}launcher/feeds/tauri/linux/x86_64/99.0.0`], storing: "not HAProxy" },
  "page": { paths: ["/"], storing: "none" },
  "openapi, llms": { paths: ["/openapi.json", "/llms.txt"], storing: "not HAProxy" },
  "/api": { paths: ["/api"], storing: "not HAProxy", withoutBaseUrl: "none" },
  "favicon": { paths: ["/favicon.svg"], storing: "not HAProxy" },
  "400, 401, 403, 404": {
    paths: ["/api/v1/filter/blur", `${V5}operator/bans`, `${FILTER}http://127.0.0.1/`, "/api/x", "/x"],
    storing: "none",
  },
  "POST": { paths: ["/api/v2/filter/invert"], storing: "none", options: { method: "POST", body: PIXEL } },
  "OPTIONS": { paths: [LIST, `${CAT}.png`], storing: "none", options: { method: "OPTIONS" } },
};

const ACCEPTS = [
  "image/webp,image/*,*/*;q=0.8",
  "application/json",
  "text/plain",
  "*/*",
  "text/html,image/*;q=0.8",
  "",
];

/** The clients that get different forms of an animal. */
const CLIENTS = [
  { accept: "text/html,image/avif,*/*;q=0.8", "sec-fetch-dest": "document" },
  { accept: "image/avif,image/*,*/*;q=0.8", "sec-fetch-dest": "image" },
  { accept: "*/*", "sec-fetch-dest": "image" },
  { accept: "application/json" },
  { accept: "*/*", "user-agent": "curl/8.5.0" },
  { accept: "*/*", "user-agent": "python-requests/2.31" },
];
const ENCODINGS = ["gzip", "br", "gzip, deflate, br", "identity", ""];
const RANGES = ["bytes=5-9", "bytes=-3", "bytes=7-", "bytes=5-9, 20-29", "bytes=99999999-"];
const CONDITIONAL = [LIST, LOG, "/", "/openapi.json", "/api", "/favicon.svg", `${CAT}.png`, `${FILTER}${CAT}.png`];

/** Everything that is asked of every cache, by its row in the table. */
export const CHECKS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(Object.entries(ROWS).map(([name, row]) => [name, (setup) => checkStoring(setup, row)])),

  async "variants by accept"({ proxy, origin }) {
    let asked = 0;
    for (const [i, order] of [ACCEPTS, ACCEPTS.toReversed(), ACCEPTS].entries()) {
      const auto = `${FILTER}${CAT}.png&format=auto&n=${i % 2}`;
      for (const path of [`${SEEDED}v${i % 2}`, `${TEXT}v${i % 2}`, auto]) {
        for (const accept of order) {
          const options = { headers: toHeaders({ accept }) };
          assertSame(await ask(proxy.port, path, options), await ask(origin.port, path, options), `${path} ${accept}`);
          asked++;
        }
      }
    }
    return `${asked} right`;
  },

  async "forms of an animal"({ proxy, origin }) {
    let asked = 0;
    for (const clients of [CLIENTS, CLIENTS.toReversed(), CLIENTS]) {
      for (const path of ["/", "/cat/Ada", "/fox/Ada+Grace", "/cat/Ada.gif"]) {
        for (const headers of clients) {
          const options = { headers: toHeaders(headers) };
          const expected = await ask(origin.port, path, options);
          const answer = await ask(proxy.port, path, options);
          assertEquals(answer.headers["content-type"], expected.headers["content-type"], `${path} ${headers.accept}`);
          // The id of an error differs each time.
          if (expected.status === 200) assertSame(answer, expected, `${path} ${headers.accept}`);
          asked++;
        }
      }
    }
    return `${asked} right`;
  },

  async "variants by encoding"({ proxy, origin }) {
    let asked = 0;
    const paths = [LIST, "/", "/cat/Ada", "/favicon.svg", `${CAT}.svg`, `${V5}launcher/updates?version=1.0.0`];
    for (const encodings of [ENCODINGS, ENCODINGS.toReversed()]) {
      for (const path of paths) {
        const plain = await ask(origin.port, path);
        for (const encoding of encodings) {
          const answer = await ask(proxy.port, path, { headers: toHeaders({ "accept-encoding": encoding }) });
          const used = answer.headers["content-encoding"];
          assertSame(answer, plain, `${path} ${encoding}`);
          assert(used === undefined || encoding.includes(used), `${path}: ${used} for ${encoding}`);
          asked++;
        }
      }
    }
    return `${asked} right`;
  },

  async "HEAD, GET, HEAD"({ proxy, origin }) {
    for (const path of [`${CAT}.webp`, LIST, `${TEXT}h&format=text`]) {
      const plain = await ask(origin.port, path);
      for (const method of ["HEAD", "GET", "HEAD"]) {
        const answer = await ask(proxy.port, path, { method });
        assertSame(answer, method === "GET" ? plain : { ...plain, body: new Uint8Array() }, `${method} ${path}`);
      }
    }
    return "right";
  },

  async "ranges, cold and warm"({ proxy, origin }) {
    let asked = 0;
    for (const path of ["/api/v1/static/generated/all/domains.txt?raw=1", LIST, LOG]) {
      for (const range of RANGES) {
        for (const encoding of ["gzip", ""]) {
          const options = { headers: toHeaders({ range, "accept-encoding": encoding }) };
          const answer = await ask(proxy.port, path, options);
          // A cache that cannot send several ranges may send the whole file.
          const isWhole = answer.status === 200 && range.includes(",");
          const expected = await ask(origin.port, path, { headers: isWhole ? {} : { range } });
          const isReadable = isWhole || answer.headers["content-encoding"] === undefined;
          assertEquals([answer.status, isReadable], [expected.status, true], range);
          if (answer.status < 400) {
            assertEquals(withoutBoundary(answer), withoutBoundary(expected), `${path} ${range} ${encoding}`);
          }
          asked++;
        }
      }
      const whole = await ask(proxy.port, path);
      for (const [tag, status] of [[whole.headers.etag ?? "", 206], ['"other"', 200]] as const) {
        const answer = await ask(proxy.port, path, { headers: { range: "bytes=5-9", "if-range": tag } });
        assertEquals(answer.body, status === 206 && answer.status === 206 ? whole.body.slice(5, 10) : whole.body, path);
        // A cache may have weakened the tag, and a weak tag selects no range.
        assert(answer.status === status || tag.startsWith("W/"), `${path} if-range ${tag}: ${answer.status}`);
        asked++;
      }
    }
    return `${asked} right`;
  },

  async "if-none-match"({ proxy, hasBaseUrl }) {
    const statuses: number[] = [];
    for (const path of CONDITIONAL) {
      const known = await ask(proxy.port, path);
      const { status, body } = await ask(proxy.port, path, { headers: { "if-none-match": known.headers.etag! } });
      // nginx has no 304 for what it does not store.
      const isPrivate = /nginx/.test(proxy.name) && (path === "/" || (path === "/api" && !hasBaseUrl));
      assertEquals([status, body.length > 0], isPrivate ? [200, true] : [304, false], path);
      assertSame(await ask(proxy.port, path, { headers: { "if-none-match": '"x"' } }), known, path);
      statuses.push(status);
    }
    return `${statuses.filter((status) => status === 304).length} of ${statuses.length} are 304`;
  },

  async "foreign host"({ proxy }) {
    let asked = 0;
    const hosts: Record<string, string>[] = [{ host: FOREIGN }, { "x-forwarded-host": FOREIGN }];
    const more = { "x-forwarded-proto": "https", "x-host": FOREIGN, forwarded: `host=${FOREIGN}` };
    const seeded = ["", "&format=json", "&format=text", "&format=redirect"].map((format) => `${SEEDED}p${format}&`);
    const fixed = [
      "/",
      "/cat/Ada",
      "/api",
      "/openapi.json",
      "/.well-known/security.txt",
      `${V5}launcher/feeds/appcast.xml`,
    ];
    const paths = [...seeded, `${FILTER}http://${FOREIGN}${CAT}.png&`, ...fixed.map((path) => `${path}?`)];
    for (const [i, headers] of [...hosts, ...hosts.map((host) => ({ ...host, ...more }))].entries()) {
      for (const path of paths.map((path) => `${path}attack=${i}`)) {
        await ask(proxy.port, path, { headers });
        const { status, headers: { location = "" }, body } = await ask(proxy.port, path);
        assert(!(location + new TextDecoder("latin1").decode(body)).includes(`//${FOREIGN}`), `${path} was poisoned`);
        // With the right host this is the URL of another server, whose address is refused.
        assertEquals(status, path.startsWith(FILTER) ? 403 : location === "" ? 200 : 302, path);
        asked++;
      }
    }
    return `${asked} without effect`;
  },

  async "429 is not stored"({ proxy, origin }) {
    await origin.restart({ RATE_LIMIT: "10" });
    let status = 0;
    for (let i = 0; i < 12; i++) {
      ({ status } = await ask(proxy.port, `${TEXT}limit&format=text&n=${i}`));
    }
    assertEquals(status, 429);
    await origin.restart();
    const answer = await ask(proxy.port, `${TEXT}limit&format=text&n=11`);
    assertEquals([answer.status, answer.headers.ratelimit], [200, undefined]);
    return "right";
  },
};

async function checkStoring({ proxy, origin, hasBaseUrl }: Setup, row: Row): Promise<string> {
  const storing = hasBaseUrl ? row.storing : row.withoutBaseUrl ?? row.storing;
  const isStored = storing === "all" || (storing === "not HAProxy" && proxy.name !== "haproxy");
  for (const template of row.paths) {
    const path = template.replace("SOURCE", encodeURIComponent(`http://127.0.0.1:${origin.sourcePort}`));
    const expected = await ask(origin.port, path, row.options);
    const before = origin.requests;
    for (let i = 0; i < 3; i++) {
      const answer = await ask(proxy.port, path, row.options);
      assertEquals(answer.status, expected.status, path);
      if (isStored) assertSame(answer, expected, path);
      if (isStored) assertEquals(answer.headers.ratelimit, undefined, path);
    }
    const reached = origin.requests - before;
    // None if the cache makes one encoding from another.
    assert(isStored ? reached <= 1 : reached === 3, `${path}: ${reached} of 3 requests reached the service`);
  }
  return isStored ? "hit" : "-";
}

function assertSame(answer: Answer, expected: Answer, message: string): void {
  const toParts = ({ status, headers, body }: Answer) => [status, headers["content-type"]?.toLowerCase(), body.length];
  assertEquals(toParts(answer), toParts(expected), message);
  assert(answer.body.every((byte, i) => byte === expected.body[i]), `${message}: the bodies differ`);
}

/** Returns a body in which the random boundary of several ranges is replaced. */
function withoutBoundary({ headers, body }: Answer): string {
  const [, boundary] = /boundary=(\S+)/.exec(headers["content-type"] ?? "") ?? [];
  const text = new TextDecoder("latin1").decode(body);
  return boundary === undefined ? text : text.replaceAll(boundary, "boundary");
}

/** Returns the headers that are not empty. */
function toHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
}
