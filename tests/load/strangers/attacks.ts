import { createNoise, createPngBomb, createWebpBomb } from "./bombs.ts";
import { DIRECT, INNOCENT_CLIENTS } from "./innocents.ts";
import { flood, holdConnections, type Perform, press, type Pressure, type Target } from "./pressure.ts";

/** Something that strangers can do to the service. */
export interface Attack {
  /** The finding of the security review that it repeats, or "new". */
  readonly finding: string;
  readonly summary: string;
  readonly perform: Perform;
  /** Whether it needs a name server of its own. */
  readonly needsNames?: boolean;
  /** Whether nothing is promised, so that its figures are only for information. */
  readonly isInformation?: boolean;
}

const UPLOAD_HEAD = "POST /api/v2/filter/invert HTTP/1.1\r\nhost: pawkit.test\r\nx-forwarded-for: CLIENT\r\n" +
  "content-type: image/png\r\ncontent-length: 9000000\r\n";

const HEAD = "GET / HTTP/1.1\r\nhost: pawkit.test\r\nx-forwarded-for: CLIENT\r\n";

/** Everything that `deno task load strangers` does. If its summary does not name clients, one client does it. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "chunks-66kb": fromSources("H1", 100, "chunks/11000", "send 11,000 chunks of one byte"),
  "chunks-528kb": fromSources("H1", 100, "chunks/88000", "send 88,000 chunks of one byte"),
  "chunks-endless-20": fromSources("H1", 20, "chunks/0", "send chunks of one byte without end"),
  "chunks-endless-100": fromSources("H1", 100, "chunks/0", "send chunks of one byte without end"),
  "names-28": hangingNames("H2", 28),
  "names-40": hangingNames("H2", 40),
  "names-64": hangingNames("H2", 64),
  "names-unusual": hangingNames("new", 40, "with_underscore"),
  "img-tags": {
    finding: "H3",
    summary: "a page makes the browsers of all innocent clients request the operator area twelve times",
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
  "bombs-row": bombs("H4", createPngBomb(25_000_000, 1), "PNG files of 25,000,000 × 1 pixels in 4 KB"),
  "bombs-square": bombs("H4", createPngBomb(5000, 5000), "PNG files of 5000 × 5000 pixels in 4 KB"),
  "bombs-long": bombs("H4", createPngBomb(381, 65_535), "PNG files of 381 × 65,535 pixels in 4 KB"),
  "bombs-webp": bombs("H4", createWebpBomb(), "lossless WebP files of 5000 × 5000 pixels in 1 KB"),
  "bombs-hang-up": bombs("new", createPngBomb(5000, 5000), "the square bombs, disconnecting after 50 ms", {
    atOnce: 20,
    hangUpMs: 50,
  }),
  "bombs-2-clients": bombs("new", createPngBomb(3500, 3500), "two clients with PNG files of 3500 × 3500 pixels", {
    clients: 2,
    atOnce: 20,
  }),
  "animations-2-clients": {
    finding: "new",
    summary: "two clients with animations of 47 frames of a megapixel",
    perform: press({ clients: 2, atOnce: 20, path: toSource("animation", "blur") }),
  },
  "bombs-frames": {
    finding: "new",
    summary: "animations of three frames of 12 megapixels, as WebP",
    perform: press({ atOnce: 20, path: (n, target) => `${toSource("frames", "blur")(n, target)}&format=webp` }),
  },
  "full-caches": {
    finding: "new",
    summary: "a client fills the caches with pictures of 3 MB while another sends the WebP bombs",
    perform: async (target) => {
      const fill = press({ atOnce: 4, path: toSource("noise") });
      const explode = bombs("", createWebpBomb(), "", { clients: [`${target.network}.1.1`] }).perform;
      await Promise.all([fill(target), explode(target)]);
    },
  },
  "drawings-png": drawings("png"),
  "drawings-webp": drawings("webp"),
  "log-flood": {
    finding: "M2",
    summary: "a client over its limit continues with long paths, on 16 connections as fast as it can",
    perform: flood(`/api/v1/${"long".repeat(53)}`),
  },
  "slow-1": slowSources(1),
  "slow-2": slowSources(2),
  "slow-13": slowSources(13),
  "extension-1": fromSources("M4", 1, "extension", "sends a chunk extension without end"),
  "extension-6": fromSources("M4", 6, "extension", "send a chunk extension without end"),
  "headers": fromSources("new", 100, "headers", "send headers without end"),
  "informational": fromSources("new", 100, "informational", "send informational responses without end"),
  "drip": fromSources("new", 100, "drip", "send ten bytes a second"),
  "redirects": fromSources("new", 100, "redirects/0", "redirect to themselves, each time after 0.9 s"),
  "large": fromSources("new", 100, "large", "send 10 MiB that are not a picture"),
  "uploads": {
    finding: "new",
    summary: "two clients send 16 pictures of 3 MB at a time, as fast as they can",
    perform: press({ clients: 2, atOnce: 16, path: () => "/api/v2/filter/invert", body: createNoise(1000) }),
  },
  "slow-uploads": {
    finding: "new",
    summary: "64 connections announce a picture of 9 MB and send nothing",
    perform: holdConnections(64, `${UPLOAD_HEAD}\r\n`),
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
    perform: holdConnections(5000, `${HEAD}x-slow:`),
    isInformation: true,
  },
  "no-readers": {
    finding: "new",
    summary: "1,000 connections request the page forty times and do not read the responses",
    perform: holdConnections(1000, `${HEAD}\r\n`.repeat(40)),
    isInformation: true,
  },
};

function fromSources(finding: string, sources: number, path: string, does: string): Attack {
  const summary = `${sources === 1 ? "a source" : `${sources} sources`} ${does}`;
  return { finding, summary, perform: press({ atOnce: sources, path: toSource(path) }) };
}

function slowSources(clients: number): Attack {
  const summary = `${clients === 1 ? "a client" : `${clients} clients`} with 120 sources that never answer`;
  return { finding: "M3", summary, perform: press({ clients, atOnce: 120, path: toSource("never") }) };
}

function hangingNames(finding: string, names: number, start = "name"): Attack {
  return {
    finding,
    summary: `${names} names "${start}…" whose name server is silent, disconnecting after 2 s`,
    needsNames: true,
    perform: press({
      atOnce: names,
      requests: names,
      hangUpMs: 2000,
      path: (n) => toFilter("invert", `http://${start}${n}.silent.test/cat.png`),
    }),
  };
}

function bombs(finding: string, image: string, summary: string, pressure: Partial<Pressure> = {}): Attack {
  const path = (n: number) => toFilter("blur", image, 1 + n % 256);
  return { finding, summary, perform: press({ atOnce: 120, path, ...pressure }) };
}

function drawings(format: string): Attack {
  const path = (n: number) => `/images/animals/cat/${n.toString(36).padStart(8, "a")}.${format}`;
  return {
    finding: "M1",
    summary: `two clients request drawings as ${format}, each a new one`,
    perform: press({ clients: 2, atOnce: 8, path }),
  };
}

/** Each request has its own URL, because equal requests share one download. */
function toSource(path: string, filter = "invert"): (n: number, target: Target) => string {
  return (n, { sourcePort }) => toFilter(filter, `http://127.0.0.1:${sourcePort}/${path}?${n}`, 1 + n % 256);
}

function toFilter(filter: string, image: string, strength = 1): string {
  return `/api/v2/filter/${filter}?${new URLSearchParams({ image, strength: String(strength) })}`;
}
