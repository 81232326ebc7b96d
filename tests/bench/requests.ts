import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from "node:http2";
import { ANIMALS } from "@pawkit/animals";
import { forEachLimited } from "@/lib/async/for_each_limited.ts";
import { readMemoryMb, startService } from "@/tests/load/service.ts";
import { createPngBomb } from "@/tests/load/strangers/bombs.ts";
import { median } from "./machine.ts";

/** A request over HTTP/2; `isReset` means that its stream is reset before the response. */
interface MixedRequest {
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  readonly isReset?: boolean;
}

/** The requests of one row. */
const STEP = 10_000;

/** How many requests are sent at the same time. */
const AT_ONCE = 16;

/** How many requests use one connection. */
const PER_CONNECTION = 500;

const BROWSER = { accept: "text/html" };

const DOCUMENTS = ["animals", "filters", "service", "settings", "launcher", "lists"];

/** A small picture in a `data:` URL, and as bytes. */
const DATA_URL = createPngBomb(120, 90);
const PNG = Uint8Array.fromBase64(DATA_URL.slice(DATA_URL.indexOf(",") + 1));

/** One request of each kind. The number makes names, hosts and pictures new ones. */
const KINDS: readonly ((n: number) => MixedRequest)[] = [
  () => ({ path: "/api/v1/uptime" }),
  (n) => ({ path: `/api/v2/random/animal/cat?seed=${n}` }),
  (n) => ({ path: `/api/v2/random/kaomoji/cat?seed=${n}`, headers: { ":authority": `host${n % 5000}.example` } }),
  () => ({ path: "/api/v5/app/launcher/updates" }),
  (n) => ({ path: "/", headers: { ...BROWSER, ":authority": `host${n % 5000}.example` } }),
  (n) => ({ path: `/docs/${pick(DOCUMENTS, n)}`, headers: BROWSER }),
  () => ({ path: "/search.json", headers: { "accept-encoding": "gzip" } }),
  (n) => ({ path: `/${pick(ANIMALS, n)}/Name${n}.svg` }),
  (n) => ({ path: `/${pick(ANIMALS, n)}/Name${n}.png?size=128` }),
  (n) => ({ path: `/${pick(ANIMALS, n)}/Name${n}`, headers: BROWSER }),
  (n) => ({ path: `/${pick(ANIMALS, n)}/Ada,Name${n},Name${n + 1}.svg` }),
  (n) => ({ path: `/api/v2/filter/sepia,resize?width=${1 + n % 100}&image=${encodeURIComponent(DATA_URL)}` }),
  (n) => upload(`/api/v2/filter/blur?strength=${1 + n % 200}`),
  (n) => ({ path: `/missing/${n}`, headers: BROWSER }),
  (n) => ({ path: `/api/v2/filter/blur?strength=x${n}` }),
  () => ({ path: "/style.css", headers: { ":method": "HEAD" } }),
  (n) => ({ path: "/generated/all/domains.txt", headers: { range: `bytes=${n % 5000}-${n % 5000 + 99}` } }),
  (n) => ({ path: `/${pick(ANIMALS, n)}/Reset${n}.png`, isReset: true }),
  (n) => ({ ...upload(`/api/v2/filter/invert?width=${1 + n % 100}`), isReset: true }),
  () => ({ path: "/openapi.json", isReset: true }),
];

/** The memory of the service after some requests. */
export interface RequestsMemory {
  readonly count: number;
  readonly megabytes: number;
}

/**
 * Sends requests of all kinds over HTTP/2 to one process, of which some are reset, and returns its memory during each
 * 10,000. A process runs for months: when its caches are full, its memory must not grow.
 */
export async function measureRequests(count: number): Promise<RequestsMemory[]> {
  const dir = await Deno.makeTempDir();
  // A small cache of results is full after the first thousands.
  const env = { LOGS_DIR: dir, STATE_DIR: dir, RATE_LIMIT: "1000000", TRUST_PROXY: "1", FILTER_CACHE_BYTES: "8388608" };
  const service = await startService({ env, checkout: Deno.cwd() });
  const results: RequestsMemory[] = [];
  try {
    for (let sent = 0; sent < count;) {
      const samples: number[] = [];
      for (const end = sent + STEP; sent < end; sent += PER_CONNECTION) {
        await sendOnConnection(service.port, sent);
        samples.push(readMemoryMb(service.pid));
      }
      // The memory goes up and down with each collection of garbage.
      results.push({ count: sent, megabytes: median(samples) });
    }
  } finally {
    await service.stop();
    await Deno.remove(dir, { recursive: true });
  }
  return results;
}

/** @throws {Error} if the service refuses a request or fails. */
async function sendOnConnection(port: number, first: number): Promise<void> {
  const session = connect(`http://127.0.0.1:${port}`);
  const numbers = Array.from({ length: PER_CONNECTION }, (_, i) => first + i);
  await forEachLimited(numbers, AT_ONCE, async (n) => {
    const request = pick(KINDS, n)(Math.floor(n / KINDS.length));
    const status = await send(session, {
      ...request,
      headers: { "x-forwarded-for": toAddress(n), ...request.headers },
    });
    if (status === 429 || status >= 500) throw new Error(`Cannot measure ${request.path}: got status ${status}`);
  });
  const closed = Promise.withResolvers<void>();
  session.close(() => closed.resolve());
  await closed.promise;
}

/** Resolves with the status when the response has been read, or with 0 when the stream has been reset. */
function send(session: ClientHttp2Session, { path, headers, body, isReset }: MixedRequest): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const method = body === undefined ? "GET" : "POST";
  const stream = session.request({ ":method": method, ":path": path, ...headers }, { endStream: body === undefined });
  let status = 0;
  stream.on("response", (head) => status = Number(head[":status"]));
  stream.on("close", () => resolve(status));
  stream.on("error", (error) => isReset ? resolve(0) : reject(error));
  stream.resume();
  // The half of an upload, or a request that may have begun to work.
  if (isReset) {
    if (body !== undefined) stream.write(body.subarray(0, body.length >> 1));
    setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), 1 + path.length % 8);
  } else if (body !== undefined) {
    stream.end(body);
  }
  return promise;
}

function upload(path: string): MixedRequest {
  return { path, headers: { "content-type": "image/png" }, body: PNG };
}

function pick<T>(items: readonly T[], n: number): T {
  return items[n % items.length]!;
}

/** One of 10,000 clients. */
function toAddress(n: number): string {
  const client = n % 10_000;
  return `203.0.${client >> 8}.${client & 255}`;
}
