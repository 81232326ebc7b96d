import { createPngBomb, createWebpBomb } from "./bombs.ts";
import { DIRECT, INNOCENT_CLIENTS } from "./innocents.ts";
import { flood, holdConnections, type Perform, press, type Target } from "./pressure.ts";

/** Something that a stranger can do to the service. */
export interface Attack {
  /** The finding of the review that it repeats, or "new". */
  readonly finding: string;
  readonly summary: string;
  readonly perform: Perform;
  /** Whether it needs a name server of its own. */
  readonly needsNames?: boolean;
  /** Why no promise is made, so that its figures are only for information. */
  readonly isInformation?: boolean;
}

const MEGAPIXELS_25 = { row: createPngBomb(25_000_000, 1), square: createPngBomb(5000, 5000), webp: createWebpBomb() };

/** Everything that `deno task load strangers` does to the service. Without `clients`, one client does it. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "chunks-66kb": {
    finding: "H1",
    summary: "100 sources send 11,000 chunks of one byte",
    perform: press({ atOnce: 100, path: toSource("chunks/11000") }),
  },
  "chunks-528kb": {
    finding: "H1",
    summary: "100 sources send 88,000 chunks of one byte",
    perform: press({ atOnce: 100, path: toSource("chunks/88000") }),
  },
  "chunks-endless-20": {
    finding: "H1",
    summary: "20 sources send chunks of one byte without end",
    perform: press({ atOnce: 20, path: toSource("chunks/0") }),
  },
  "chunks-endless-100": {
    finding: "H1",
    summary: "100 sources send chunks of one byte without end",
    perform: press({ atOnce: 100, path: toSource("chunks/0") }),
  },
  "names-28": hangingNames(28),
  "names-40": hangingNames(40),
  "names-64": hangingNames(64),
  "img-tags": {
    finding: "H3",
    summary: "a page makes the browser of every innocent client request the operator area twelve times",
    perform: press({
      clients: [...INNOCENT_CLIENTS, DIRECT],
      atOnce: 1,
      requests: 12,
      path: (n) => `/api/v5/app/operator/status?${n}`,
      headers: () => ({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }),
    }),
  },
  "self-ban": {
    finding: "H3",
    summary: "filters fetch the operator area of the service itself, by address and by name",
    perform: press({
      atOnce: 1,
      requests: 30,
      path: (n, { port }) => {
        const host = ["127.0.0.1", "pawkit.test", "localhost"][n % 3];
        return toFilter("invert", `http://${host}:${port}/api/v5/app/operator/status?${n}`);
      },
    }),
  },
  "bombs-row": {
    finding: "H4",
    summary: "PNG files of 4 KB, 25,000,000 × 1 pixels",
    perform: press({ atOnce: 120, path: (n) => toFilter("blur", MEGAPIXELS_25.row, 1 + n % 256) }),
  },
  "bombs-square": {
    finding: "H4",
    summary: "PNG files of 4 KB, 5000 × 5000 pixels",
    perform: press({ atOnce: 120, path: (n) => toFilter("blur", MEGAPIXELS_25.square, 1 + n % 256) }),
  },
  "bombs-webp": {
    finding: "H4",
    summary: "lossless WebP files of 1 KB, 5000 × 5000 pixels",
    perform: press({ atOnce: 120, path: (n) => toFilter("blur", MEGAPIXELS_25.webp, 1 + n % 256) }),
  },
  "bombs-hang-up": {
    finding: "new",
    summary: "the square bombs, by a client that disconnects after 50 ms",
    perform: press({ atOnce: 20, hangUpMs: 50, path: (n) => toFilter("blur", MEGAPIXELS_25.square, 1 + n % 256) }),
  },
  "drawings-png": {
    finding: "M1",
    summary: "two clients request drawings as PNG, each a new one",
    perform: press({ clients: 2, atOnce: 8, path: (n) => `/images/animals/cat/${toId(n)}.png` }),
  },
  "drawings-webp": {
    finding: "M1",
    summary: "two clients request drawings as WebP, each a new one",
    perform: press({ clients: 2, atOnce: 8, path: (n) => `/images/animals/cat/${toId(n)}.webp` }),
  },
  "log-flood": {
    finding: "M2",
    summary: "a client that is over its limit continues on 16 connections as fast as it can, with long paths",
    perform: flood(`/api/v1/${"long".repeat(53)}`),
  },
  "slow-1": slowSources(1),
  "slow-2": slowSources(2),
  "slow-13": slowSources(13),
  "extension-1": {
    finding: "M4",
    summary: "a source sends a chunk extension without end",
    perform: press({ atOnce: 1, path: toSource("extension") }),
  },
  "extension-6": {
    finding: "M4",
    summary: "six sources send a chunk extension without end",
    perform: press({ atOnce: 6, path: toSource("extension") }),
  },
  "headers": {
    finding: "new",
    summary: "100 sources send headers without end",
    perform: press({ atOnce: 100, path: toSource("headers") }),
  },
  "informational": {
    finding: "new",
    summary: "100 sources send informational responses without end",
    perform: press({ atOnce: 100, path: toSource("informational") }),
  },
  "drip": {
    finding: "new",
    summary: "100 sources send ten bytes a second",
    perform: press({ atOnce: 100, path: toSource("drip") }),
  },
  "redirects": {
    finding: "new",
    summary: "100 sources redirect to themselves, each time after 0.9 s",
    perform: press({ atOnce: 100, path: toSource("redirects/0") }),
  },
  "large": {
    finding: "new",
    summary: "100 sources send 10 MiB that are not a picture",
    perform: press({ atOnce: 100, path: toSource("large") }),
  },
  "hosts": {
    finding: "new",
    summary: "the page and the OpenAPI document under host names that are all new",
    perform: press({
      atOnce: 8,
      path: (n) => n % 2 === 0 ? "/" : "/openapi.json",
      headers: (n) => ({ host: `h${n}.example` }),
    }),
  },
  "half-heads": {
    finding: "M5",
    summary: "5,000 connections send half a request head",
    perform: holdConnections(5000, "GET / HTTP/1.1\r\nhost: pawkit.test\r\nx-forwarded-for: CLIENT\r\nx-slow:"),
    isInformation: true,
  },
  "no-readers": {
    finding: "new",
    summary: "1,000 connections request the page and do not read the response",
    perform: holdConnections(
      1000,
      "GET / HTTP/1.1\r\nhost: pawkit.test\r\nx-forwarded-for: CLIENT\r\n\r\n".repeat(40),
    ),
    isInformation: true,
  },
};

function hangingNames(names: number): Attack {
  return {
    finding: "H2",
    summary: `${names} names whose name server is silent, by a client that disconnects after 2 s`,
    needsNames: true,
    perform: press({
      atOnce: names,
      requests: names,
      hangUpMs: 2000,
      path: (n) => toFilter("invert", `http://n${n}.silent.test/cat.png`),
    }),
  };
}

function slowSources(clients: number): Attack {
  return {
    finding: "M3",
    summary: `${clients === 1 ? "one client" : `${clients} clients`}, each with 120 sources that never answer`,
    perform: press({ clients, atOnce: 120, path: toSource("never") }),
  };
}

/** Each source has its own URL, because equal requests share one download. */
function toSource(path: string): (n: number, target: Target) => string {
  return (n, { sourcePort }) => toFilter("invert", `http://127.0.0.1:${sourcePort}/${path}?${n}`);
}

function toFilter(filter: string, image: string, strength?: number): string {
  const query = new URLSearchParams({ image, ...(strength && { strength: String(strength) }) });
  return `/api/v2/filter/${filter}?${query}`;
}

function toId(n: number): string {
  return n.toString(36).padStart(8, "a");
}
