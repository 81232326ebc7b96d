import { sleep } from "@/lib/util/async.ts";

/** The requests of a group have one promise. The machine itself answers those to `neighbour.ts`, without the service. */
export type Group = "light" | "drawings" | "filters" | "machine";

/** The answer to a request of an innocent client. */
export interface Sample {
  readonly group: Group;
  /** 0 if there was none. */
  readonly status: number;
  readonly ms: number;
}

/** What innocent clients ask for. */
interface Kind {
  readonly group: Group;
  readonly perSecond: number;
  /** Nobody has asked for the drawings and filters before, so that none of them is cached. */
  readonly path: (n: number) => string;
}

const KINDS: readonly Kind[] = [
  { group: "light", perSecond: 4, path: (n) => `/api/v2/random/animal/cat?seed=${n}` },
  { group: "light", perSecond: 4, path: () => "/api/v1/version" },
  { group: "light", perSecond: 4, path: (n) => `/cat/light${n}.svg` },
  { group: "light", perSecond: 4, path: () => "/cat/Ada.png" },
  { group: "light", perSecond: 4, path: () => "/style.css" },
  { group: "drawings", perSecond: 4, path: (n) => `/dog/innocent${n}.png` },
  { group: "filters", perSecond: 2, path: (n) => `/api/v2/filter/contrast?image=NEIGHBOUR/${n}` },
  { group: "machine", perSecond: 10, path: () => "NEIGHBOUR/" },
];

/** A request without an answer after this time is lost. */
const LOST_MS = 30_000;

/** The clients. Each spends less than half of its points. */
const CLIENTS = Array.from({ length: 8 }, (_, i) => {
  return Deno.createHttpClient({ localAddress: `127.0.1.${i + 1}`, poolMaxIdlePerHost: 8 });
});

/** Innocent clients, who send requests at a constant rate, whether or not earlier ones were answered. */
export class Innocents {
  readonly #stop = new AbortController();
  readonly #samples: Promise<Sample>[] = [];
  readonly #sending: Promise<void>[];

  constructor(origin: string, neighbourPort: number) {
    this.#sending = KINDS.map((kind) => this.#send(kind, origin, `http://127.0.0.1:${neighbourPort}`));
  }

  /** Returns the answers to all requests since the last call, except those that are still awaited. */
  async takeSamples(): Promise<Sample[]> {
    return await Promise.all(this.#samples.splice(0));
  }

  /** Sends no more requests. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#sending);
  }

  async #send({ group, perSecond, path }: Kind, origin: string, neighbour: string): Promise<void> {
    const { signal } = this.#stop;
    const startMs = performance.now() + 1000 / perSecond * Math.random();
    for (let n = 0; !signal.aborted; n++) {
      await sleep(Math.max(0, startMs + n * 1000 / perSecond - performance.now()));
      const url = new URL(path(n).replace("NEIGHBOUR", neighbour), origin);
      this.#samples.push(ask(group, url, CLIENTS[n % CLIENTS.length]!));
    }
  }
}

async function ask(group: Group, url: URL, client: Deno.HttpClient): Promise<Sample> {
  const startMs = performance.now();
  let status = 0;
  try {
    const response = await fetch(url, { client, signal: AbortSignal.timeout(LOST_MS) });
    await response.bytes();
    status = response.status;
  } catch {
    // The request is lost.
  }
  return { group, status, ms: performance.now() - startMs };
}
