import { sleep } from "@/lib/async/deadline.ts";
import { createPngBomb } from "./bombs.ts";

/** The requests of a group have one promise, because they wait for the same thing. */
export type Group = "light" | "drawings" | "filters";

/** One kind of request that innocent clients send. */
interface Kind {
  readonly group: Group;
  readonly perSecond: number;
  readonly path: (request: number, picturePort: number) => string;
  /** Sent as a POST. */
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Whether it is sent without a proxy. */
  readonly isDirect?: boolean;
}

/** The answer to one request. */
export interface Sample {
  readonly kind: string;
  readonly group: Group;
  /** When it was sent: milliseconds since the start of this program. */
  readonly at: number;
  /** How long the whole answer took. */
  readonly ms: number;
  /** Empty if the answer was right: the status and body that an undisturbed service returns. */
  readonly error: string;
}

/** What a sample is judged by. */
interface Answer {
  readonly status: number;
  /** The SHA-256 of the body. */
  readonly digest: string;
  /** The code of an error. */
  readonly code: string;
}

const LOST: Answer = { status: 0, digest: "", code: "" };

/** The addresses of the innocent clients. Each uses less than half of its points. */
const CLIENTS: readonly string[] = Array.from({ length: 16 }, (_, client) => `198.51.100.${1 + client}`);

/** A request that takes longer counts as lost. */
const TIMEOUT_MS = 30_000;

/** A small picture: 64 × 64 pixels. */
const PICTURE = createPngBomb(64, 64);
const PICTURE_BYTES = Uint8Array.fromBase64(PICTURE.slice(PICTURE.indexOf(",") + 1));

// All drawings, and all results of filters, are different, so that none is cached.
const KINDS: Readonly<Record<string, Kind>> = {
  json: lightKind((n) => `/api/v2/random/animal/cat?seed=${n}`),
  version: lightKind(() => "/api/v1/version"),
  file: lightKind(() => "/api/v1/static/generated/all/domains.txt"),
  static: lightKind(() => "/style.css"),
  page: lightKind(() => "/"),
  health: { ...lightKind(() => "/healthz"), isDirect: true },
  svg: lightKind((n) => toDrawing("cat", n, "svg")),
  cachedDrawing: lightKind(() => toDrawing("cat", 0, "png")),
  cachedFilter: lightKind(() => `/api/v2/filter/invert?${new URLSearchParams({ image: PICTURE })}`),
  drawing: { group: "drawings", perSecond: 3, path: (n) => toDrawing("fox", n, "png") },
  filterByAddress: filterKind(1, (n, port) => `http://127.0.0.1:${port}/${n}.png`),
  filterByName: filterKind(2, (n, port) => `http://localhost:${port}/${n}.png`),
  filterByData: filterKind(3, () => PICTURE),
  upload: { ...filterKind(4, () => ""), body: PICTURE_BYTES },
};

function lightKind(path: Kind["path"]): Kind {
  return { group: "light", perSecond: 6, path };
}

function filterKind(digit: number, toImage: (n: number, port: number) => string): Kind {
  const path = (n: number, port: number) => {
    const strength = `0.${digit}${String(n).padStart(6, "0")}`;
    const image = toImage(n, port);
    return `/api/v2/filter/contrast?${new URLSearchParams({ strength, ...(image && { image }) })}`;
  };
  return { group: "filters", perSecond: 2, path };
}

function toDrawing(kind: string, n: number, format: string): string {
  return `/images/animals/${kind}/${n.toString(36).padStart(8, "0")}.${format}`;
}

/** Innocent clients that send requests at a constant rate, whether or not earlier ones were answered. */
export class Innocents {
  /** The port at which their pictures are. */
  readonly #picturePort = servePictures();
  readonly #references = new Map<string, string>();
  // The page contains the origin of the request: the name must not depend on the port of the service.
  readonly #client = Deno.createHttpClient({ allowHost: true, poolIdleTimeout: 5000 });

  /** Stores what an undisturbed service answers to all requests of the given time. */
  async learn(port: number, seconds: number): Promise<void> {
    for (const kind of Object.values(KINDS)) {
      for (let n = 0; n < seconds * kind.perSecond; n++) {
        const path = kind.path(n, this.#picturePort);
        if (this.#references.has(path)) continue;
        // Each request comes from another client, so that none reaches its limit.
        const { status, digest } = await this.#ask(port, path, kind, `172.16.${(n >> 8) & 255}.${n & 255}`);
        if (status !== 200) throw new Error(`Cannot learn ${path}: must be answered with 200, got ${status}`);
        this.#references.set(path, digest);
      }
    }
  }

  /** Starts to send requests. The returned function stops, waits for all answers and returns them. */
  start(port: number): () => Promise<Sample[]> {
    const stop = new AbortController();
    const kinds = Object.keys(KINDS).map((name) => this.#sendUntil(stop.signal, port, name));
    return async () => {
      stop.abort();
      return (await Promise.all(kinds)).flat();
    };
  }

  async #sendUntil(signal: AbortSignal, port: number, name: string): Promise<Sample[]> {
    const samples: Promise<Sample>[] = [];
    const gapMs = 1000 / KINDS[name]!.perSecond;
    // Kinds with the same rate are sent at different moments.
    const start = performance.now() + gapMs * Math.random();
    while (!signal.aborted) {
      await sleep(Math.max(0, start + samples.length * gapMs - performance.now()));
      samples.push(this.#sample(port, name, samples.length));
    }
    return await Promise.all(samples);
  }

  async #sample(port: number, name: string, n: number): Promise<Sample> {
    const kind = KINDS[name]!;
    const path = kind.path(n, this.#picturePort);
    const at = performance.now();
    const answer = this.#ask(port, path, kind, kind.isDirect ? undefined : CLIENTS[n % CLIENTS.length]);
    const { status, digest, code } = await answer.catch(() => LOST);
    const ms = performance.now() - at;
    const isRight = status === 200 && digest === this.#references.get(path);
    const error = isRight ? "" : status === 200 ? "wrong body" : status === 0 ? "lost" : `${status} ${code}`;
    return { kind: name, group: kind.group, at, ms, error };
  }

  async #ask(port: number, path: string, { body }: Kind, client: string | undefined): Promise<Answer> {
    const headers = { host: "pawkit.test", ...(client && { "x-forwarded-for": client }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const init = { headers, signal, client: this.#client, ...(body && { method: "POST", body }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const bytes = await response.bytes();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const code = response.ok ? "" : /"code":"(\w+)"/.exec(new TextDecoder().decode(bytes))?.[1] ?? "";
    return { status: response.status, digest: digest.toHex(), code };
  }
}

/** Serves the small picture at every path, and returns the port. */
function servePictures(): number {
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const respond = () => new Response(PICTURE_BYTES, { headers: { "content-type": "image/png" } });
  return Deno.serve(options, respond).addr.port;
}
