import { sleep } from "@/lib/async/deadline.ts";
import { isInNamespace } from "./namespace.ts";
import { createNoise, createPngBomb } from "./bombs.ts";

/** The addresses of the innocent clients. Each uses less than half of its points. */
export const INNOCENT_CLIENTS: readonly string[] = Array.from(
  { length: 16 },
  (_, client) => `198.51.100.${1 + client}`,
);

/** The client without a proxy: a program on the same machine that checks whether the service is healthy. */
export const DIRECT = undefined;

/** The requests of a group have one limit, because they wait for the same thing. */
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
  /** How fast the answer is read. Its time is then that until its first byte. */
  readonly bytesPerSecond?: number;
}

/** The answer to one request. */
export interface Sample {
  readonly kind: string;
  readonly group: Group;
  /** When it was sent: milliseconds since the start of this program. */
  readonly at: number;
  /** How long the whole answer took, or its head if it is read slowly. */
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

interface Asking {
  readonly client: string | undefined;
  readonly body?: Kind["body"] | undefined;
  readonly bytesPerSecond?: Kind["bytesPerSecond"] | undefined;
  readonly onHead?: () => void;
}

const LOST: Answer = { status: 0, digest: "", code: "" };

/** A request that takes longer counts as lost. */
const TIMEOUT_MS = 30_000;

/** A small picture: 64 × 64 pixels. */
const PICTURE = createPngBomb(64, 64);
const PICTURE_BYTES = Uint8Array.fromBase64(PICTURE.slice(PICTURE.indexOf(",") + 1));

/** A host name for the machine itself: with its own name server one that is not in the hosts file. */
const PICTURE_HOST = isInNamespace ? "pictures.test" : "localhost";

// All drawings, and all results of filters, are different, so that none is cached.
const KINDS: Readonly<Record<string, Kind>> = {
  json: { group: "light", perSecond: 12, path: (n) => `/api/v2/random/animal/cat?seed=${n}` },
  version: { group: "light", perSecond: 6, path: () => "/api/v1/version" },
  file: { group: "light", perSecond: 6, path: () => "/api/v1/static/generated/all/domains.txt" },
  static: { group: "light", perSecond: 6, path: () => "/style.css" },
  page: { group: "light", perSecond: 6, path: () => "/" },
  health: { group: "light", perSecond: 6, path: () => "/healthz", isDirect: true },
  drawing: {
    group: "drawings",
    perSecond: 3,
    path: (n) => `/images/animals/fox/${n.toString(36).padStart(8, "0")}.png`,
  },
  filterByAddress: filterKind(1, (n, port) => `http://127.0.0.1:${port}/${n}.png`),
  filterByName: filterKind(2, (n, port) => `http://${PICTURE_HOST}:${port}/${n}.png`),
  filterByData: filterKind(3, () => PICTURE),
  upload: { ...filterKind(4, () => ""), body: PICTURE_BYTES },
  cachedFilter: {
    group: "light",
    perSecond: 6,
    path: () => `/api/v2/filter/invert?${new URLSearchParams({ image: PICTURE })}`,
  },
};

/** How many requests of each popular thing are sent in a second, to which an attack adapts. */
export const POPULAR_PER_SECOND = 1;

/** Where innocent clients find popular pictures, each of which is new. */
export const POPULAR: Readonly<Record<"url" | "name" | "redirect", (n: number, picturePort: number) => string>> = {
  url: (n, port) => `http://127.0.0.1:${port}/popular/${n}.png`,
  name: (n, port) => `http://${PICTURE_HOST}:${port}/named/${n}.png`,
  redirect: (n, port) => `http://127.0.0.1:${port}/redirect/${n}.png`,
};

/** Returns the path of a popular drawing. */
export function toPopularDrawing(n: number): string {
  return `/fox/popular${n}.png?size=512`;
}

/** Returns the path of a filtered picture of 20 MB, which is the same every time. */
export function toLargeResult(picturePort: number): string {
  return `/api/v2/filter/invert?${new URLSearchParams({ image: `http://127.0.0.1:${picturePort}/large.png` })}`;
}

/** What innocent clients request besides, because a certain attack aims at it. */
const VICTIMS = {
  popularUrl: popularKind(POPULAR.url),
  popularName: popularKind(POPULAR.name),
  popularRedirect: popularKind(POPULAR.redirect),
  popularDrawing: { group: "drawings", perSecond: POPULAR_PER_SECOND, path: toPopularDrawing },
  reader: { group: "filters", perSecond: 0.2, path: (_, port) => toLargeResult(port), bytesPerSecond: 2_500_000 },
} satisfies Record<string, Kind>;

/** The name of something that an attack aims at. */
export type Victim = keyof typeof VICTIMS;

/** Whether an attack aims at requests of a kind. */
export function isVictim(kind: string): boolean {
  return kind in VICTIMS;
}

function popularKind(toImage: (n: number, port: number) => string): Kind {
  const path = (n: number, port: number) => `/api/v2/filter/sepia?${new URLSearchParams({ image: toImage(n, port) })}`;
  return { group: "filters", perSecond: POPULAR_PER_SECOND, path };
}

function filterKind(digit: number, toImage: (n: number, port: number) => string): Kind {
  const path = (n: number, port: number) => {
    const strength = `0.${digit}${String(n).padStart(6, "0")}`;
    const image = toImage(n, port);
    return `/api/v2/filter/contrast?${new URLSearchParams({ strength, ...(image && { image }) })}`;
  };
  return { group: "filters", perSecond: 2, path };
}

/** Which requests innocent clients send. */
export interface InnocentsOptions {
  readonly victims: readonly Victim[];
  /** Whether every request comes from a new client, because the service allows a client only a few. */
  readonly areAllNew?: boolean;
}

/** Innocent clients that send requests at a constant rate, whether or not earlier ones were answered. */
export class Innocents {
  /** The port at which their pictures are. */
  readonly picturePort: number = servePictures();
  readonly #references = new Map<string, string>();
  // The page contains the origin of the request: the name must not depend on the port of the service.
  readonly #client = Deno.createHttpClient({ allowHost: true, poolIdleTimeout: 5000 });

  /** Stores what an undisturbed service answers to all requests of the given time. */
  async learn(port: number, seconds: number, victims: readonly Victim[]): Promise<void> {
    for (const kind of Object.values(toKinds(victims))) {
      for (let n = 0; n < seconds * kind.perSecond; n++) {
        const path = kind.path(n, this.picturePort);
        if (this.#references.has(path)) continue;
        // Each request comes from another client, so that none reaches its limit.
        const { status, digest } = await this.#ask(port, path, {
          client: `172.16.${(n >> 8) & 255}.${n & 255}`,
          body: kind.body,
        });
        if (status !== 200) throw new Error(`Cannot learn ${path}: must be answered with 200, got ${status}`);
        this.#references.set(path, digest);
      }
    }
  }

  /** Stores the page of a service before it is attacked, because the page states its settings. */
  async learnPage(port: number): Promise<void> {
    const { digest } = await this.#ask(port, "/", { client: "172.16.0.1" });
    this.#references.set("/", digest);
  }

  /** Starts to send requests. The returned function stops, waits for all answers and returns them. */
  start(port: number, { victims, areAllNew = false }: InnocentsOptions): () => Promise<Sample[]> {
    const stop = new AbortController();
    let sent = 0;
    const toClient = (n: number) => {
      sent++;
      return areAllNew ? `198.18.${sent >> 8}.${sent & 255}` : INNOCENT_CLIENTS[n % INNOCENT_CLIENTS.length]!;
    };
    const kinds = Object.entries(toKinds(victims)).map(([name, kind]) => {
      return this.#send(stop.signal, kind, (n) => this.#sample(port, name, kind, { n, client: toClient(n) }));
    });
    return async () => {
      stop.abort();
      return (await Promise.all(kinds)).flat();
    };
  }

  async #send(signal: AbortSignal, kind: Kind, sample: (n: number) => Promise<Sample>): Promise<Sample[]> {
    const samples: Promise<Sample>[] = [];
    const gapMs = 1000 / kind.perSecond;
    // Kinds with the same rate are sent at different moments.
    const start = performance.now() + gapMs * Math.random();
    while (!signal.aborted) {
      await sleep(Math.max(0, start + samples.length * gapMs - performance.now()));
      samples.push(sample(samples.length));
    }
    return await Promise.all(samples);
  }

  async #sample(
    port: number,
    name: string,
    kind: Kind,
    { n, client }: { readonly n: number; readonly client: string },
  ): Promise<Sample> {
    const path = kind.path(n, this.picturePort);
    const at = performance.now();
    let headAt = at;
    const { body, bytesPerSecond } = kind;
    const onHead = () => void (headAt = performance.now());
    const asking = { client: kind.isDirect ? DIRECT : client, body, bytesPerSecond, onHead };
    const { status, digest, code } = await this.#ask(port, path, asking).catch(() => LOST);
    const ms = (bytesPerSecond === undefined || status === 0 ? performance.now() : headAt) - at;
    const isRight = status === 200 && digest === this.#references.get(path);
    const error = isRight ? "" : status === 200 ? "wrong body" : status === 0 ? "lost" : `${status} ${code}`;
    return { kind: name, group: kind.group, at, ms, error };
  }

  async #ask(port: number, path: string, asking: Asking): Promise<Answer> {
    const { client, body: sent, bytesPerSecond, onHead } = asking;
    const headers = { host: "pawkit.test", ...(client && { "x-forwarded-for": client }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const init = { headers, signal, client: this.#client, ...(sent && { method: "POST", body: sent }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    onHead?.();
    const body = bytesPerSecond === undefined ? await response.bytes() : await readSlowly(response, bytesPerSecond);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    const code = response.ok ? "" : /"code":"(\w+)"/.exec(new TextDecoder().decode(body))?.[1] ?? "";
    return { status: response.status, digest: digest.toHex(), code };
  }
}

/** Returns what innocent clients request next to an attack. */
function toKinds(victims: readonly Victim[]): Readonly<Record<string, Kind>> {
  return { ...KINDS, ...Object.fromEntries(victims.map((victim) => [victim, VICTIMS[victim]])) };
}

/** Reads a response at a constant rate, like somebody far away. */
async function readSlowly(response: Response, bytesPerSecond: number): Promise<Uint8Array<ArrayBuffer>> {
  const start = performance.now();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of response.body!) {
    pieces.push(piece);
    length += piece.length;
    await sleep(Math.max(0, start + 1000 * length / bytesPerSecond - performance.now()));
  }
  return await new Blob(pieces).bytes();
}

/** Serves a picture of 20 MB at `/large.png` and the small one at every other path, and returns the port. */
function servePictures(): number {
  let large: Uint8Array<ArrayBuffer> | undefined;
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve(options, ({ url }): Response => {
    const { pathname, port } = new URL(url);
    if (pathname.startsWith("/redirect/")) return Response.redirect(`http://${PICTURE_HOST}:${port}/end`);
    const bytes = pathname === "/large.png" ? large ??= createNoise(2600) : PICTURE_BYTES;
    return new Response(bytes, { headers: { "content-type": "image/png" } });
  });
  return server.addr.port;
}
