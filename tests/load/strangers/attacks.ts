import sharp from "sharp";
import { sleep } from "@/lib/async/deadline.ts";
import { createForm, WORST_FILES } from "@/tests/load/worst_files.ts";
import { createNoise, createPngBomb, createWebpBomb } from "./bombs.ts";
import {
  DIRECT,
  INNOCENT_CLIENTS,
  POPULAR,
  POPULAR_PER_SECOND,
  toLargeResult,
  toPopularDrawing,
  type Victim,
} from "./innocents.ts";
import type { Chunks } from "@/tests/load/chunked_upload.ts";
import { askTogether, overdraw, uploadToLittleMemory } from "./checks.ts";
import { flood, holdConnections, holdResponses, type Perform, press, type Pressure, type Target } from "./pressure.ts";
import { ATTACK_AT_SECONDS } from "./row.ts";

/** Something that strangers can do to the service. */
export interface Attack {
  /** The finding of the first, second or third security review that it repeats, such as "H1" or "2-H1", or "new". */
  readonly finding: string;
  readonly summary: string;
  readonly perform: Perform;
  /** What it aims at, which innocent clients then request besides. */
  readonly victims?: readonly Victim[];
  /** Settings of the service without which it would have no effect. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether it needs a name server of its own. */
  readonly needsNames?: boolean;
  /** Whether nothing is promised, so that its figures are only for information. */
  readonly isInformation?: boolean;
}

const UPLOAD_HEAD = "POST /api/v2/filter/invert HTTP/1.1\r\nhost: pawkit.test\r\nx-forwarded-for: CLIENT\r\n" +
  "content-type: image/png\r\ncontent-length: 9000000\r\n";

/** The default, which is too short for the other attacks on a busy machine. */
const SOURCE_TIME = { SOURCE_TIMEOUT_MS: "5000" };

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
  "large": fromSources("new", 100, "large", "send 20 MiB that are not a picture"),
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
  "form-fields": forms("200,000 fields", 200_000),
  "form-query": forms("180,000 fields, with 29,000 parameters in the query", 180_000, "a&".repeat(29_000)),
  "upload-chunks": uploadsInChunks({ count: 1_000_000, chunkBytes: 1 }),
  "upload-pieces": uploadsInChunks({ count: 160_000, chunkBytes: 64 }),
  "overdue": {
    finding: "2-H3",
    summary: "four clients with filters that take about as long as is allowed, here 1.5 s",
    settings: { FILTER_TIMEOUT_MS: "1500" },
    perform: (target) => {
      const path = () => "/api/v2/filter/blur?strength=1&format=webp";
      return press({ clients: 4, atOnce: 2, path, body: createNoise(1500) })(target);
    },
  },
  "apng-webp": uploads("2-H3", "APNG of noise, 4 × 12.5 MP", { query: "format=webp" }),
  "png-webp": uploads("2-H3", "PNG of noise, 25 MP", { query: "format=webp" }),
  "jpeg-frames": uploads("2-H4", "JPEG of 1,600,000 frame headers"),
  "jpeg-segments": uploads("2-H4", "JPEG of 5,200,000 empty segments"),
  "huffman-tables": uploads("2-M1", "PNG of 790,000 Huffman tables", { clients: 4 }),
  "groups-webp": uploads("3-H1", "WebP of 65,536 groups of prefix codes", { atOnce: 4, query: "format=jpeg" }),
  "popular-url": popular("url", "popularUrl", {
    summary: "downloads that hang, then pictures that others want at the same moment",
    settings: SOURCE_TIME,
    occupy: press({ atOnce: 8, path: toSource("never") }),
  }),
  "popular-name": popular("name", "popularName", {
    summary: "two silent names, then pictures that others want at the same moment",
    settings: SOURCE_TIME,
    needsNames: true,
    occupy: holdNames(6),
  }),
  "popular-redirect": popular("redirect", "popularRedirect", {
    summary: "two silent names, then redirects to pictures that others want at the same moment",
    settings: SOURCE_TIME,
    needsNames: true,
    occupy: holdNames(6),
  }),
  "popular-drawing": {
    finding: "3-H2",
    summary: "100 filters that wait, then drawings that others want at the same moment",
    victims: ["popularDrawing"],
    perform: askFirst(
      press({ atOnce: 100, path: (n) => toFilter("brightness", createPngBomb(1600, 1250), 0.5 + n / 1000) }),
      toPopularDrawing,
    ),
  },
  "cached-large": {
    finding: "3-M1",
    summary: "reads a cached result of 20 MB on four connections, as fast as it can",
    perform: press({ atOnce: 4, path: (_, { picturePort }) => toLargeResult(picturePort) }),
  },
  "slow-reader": {
    finding: "3-M2",
    summary: "a client with filters of 25 MP and one with pictures of 6 MB, while others read 20 MB",
    victims: ["reader"],
    perform: async (target) => {
      const fill = bombs("", createPngBomb(5000, 5000), "", { atOnce: 4 }).perform;
      const body = createNoise(1420);
      const send = press({ clients: [`${target.network}.1.1`], atOnce: 2, path: () => "/api/v2/filter/invert", body });
      await Promise.all([fill(target), send(target)]);
    },
  },
  "unread": {
    finding: "3-M2",
    summary: "a client requests a result of 20 MB four times a second and reads nothing",
    perform: holdResponses(({ picturePort }) => toLargeResult(picturePort)),
  },
  "png-paeth": uploads("3-M3", "PNG of 16 bits, 25 MP with Paeth filters", { query: "format=jpeg" }),
  "png-interlaced": uploads("3-M3", "PNG of 16 bits, 25 MP, interlaced", { query: "format=jpeg" }),
  "jpeg-scans": uploads("3-M3", "JPEG of 500 scans, 0.8 MP", { atOnce: 4 }),
  "gif-frames": uploads("3-M3", "GIF of 1,000 frames of noise, 24 × 24"),
  "filters-120": bombs("new", createPngBomb(1600, 1250), "120 filters of 2 MP at once"),
  "together-50": {
    finding: "new",
    summary: "50 clients request the same new picture at once, every second",
    perform: askTogether(50),
  },
  "low-limit": {
    finding: "new",
    summary: "uploads of 5 MB where a client has ten points a minute",
    settings: { RATE_LIMIT: "10" },
    perform: overdraw,
  },
  "least-memory": {
    finding: "new",
    summary: "two JPEG of 12 MP at a time where MEMORY_BUDGET is as small as it may be",
    settings: { MEMORY_BUDGET: "128MiB" },
    perform: uploadToLittleMemory(createLargeJpeg),
  },
  "cheap-requests": {
    finding: "2-M2",
    summary: "seven clients spend their points on what costs one point and takes longest",
    perform: press({
      clients: 7,
      atOnce: 4,
      path: (n) => ["/", "/api/v1/static/cache", `/${n}`, `/images/animals/fox/${toId(n)}.svg`][n % 4]!,
      headers: (n) => n % 4 === 0 ? { "accept-encoding": "a;q=0.1,".repeat(7000) } : {},
    }),
  },
  "addresses-200": bombs("2-M3", createPngBomb(5000, 5000), "200 clients with one of the square bombs at a time", {
    clients: 200,
    atOnce: 1,
  }),
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

interface PopularOptions extends Pick<Attack, "summary" | "settings" | "needsNames"> {
  /** What the client lets the service wait for first. */
  readonly occupy: Perform;
}

/** An attack on pictures that others want, too: a client with much to wait for requests them first. */
function popular(
  place: keyof typeof POPULAR,
  victim: Victim,
  { occupy, ...attack }: PopularOptions,
): Attack {
  const toPath = (n: number, { picturePort }: Target) => toFilter("blur", POPULAR[place](n, picturePort));
  return { finding: "3-H2", ...attack, victims: [victim], perform: askFirst(occupy, toPath) };
}

/** Requests what innocent clients will request in the next seconds, while other requests of this client wait. */
function askFirst(occupy: Perform, toPath: (n: number, target: Target) => string): Perform {
  return async (target) => {
    const start = performance.now();
    const ask = press({
      atOnce: 4,
      path: (request) => {
        const seconds = ATTACK_AT_SECONDS + (performance.now() - start) / 1000;
        return toPath(Math.floor(seconds * POPULAR_PER_SECOND) + 1 + request % 4, target);
      },
    });
    await Promise.all([occupy(target), sleep(300).then(() => ask(target))]);
  };
}

/** Lets names wait for an answer of their name server. */
function holdNames(atOnce: number): Perform {
  return press({ atOnce, path: (n) => toFilter("invert", `http://held${n}.silent.test/cat.png`) });
}

function bombs(finding: string, image: string, summary: string, pressure: Partial<Pressure> = {}): Attack {
  const path = (n: number) => toFilter("blur", image, 1 + n % 256);
  return { finding, summary, perform: press({ atOnce: 120, path, ...pressure }) };
}

function forms(summary: string, fields: number, query = ""): Attack {
  return {
    finding: "2-H1",
    summary: `two forms at a time, each of ${summary}`,
    perform: (target) => {
      const { body, type } = createForm(fields);
      const path = () => `/api/v2/filter/invert?${query}`;
      return press({ atOnce: 2, path, headers: () => ({ "content-type": type }), body })(target);
    },
  };
}

function uploadsInChunks(chunks: Chunks): Attack {
  const { count, chunkBytes } = chunks;
  return {
    finding: "2-H2",
    summary: `two uploads at a time, each in ${count.toLocaleString("en")} chunks of ${chunkBytes} bytes`,
    perform: press({ atOnce: 2, path: () => "/api/v2/filter/invert", body: chunks }),
  };
}

function uploads(
  finding: string,
  file: keyof typeof WORST_FILES,
  { clients = 1, atOnce = 2, query = "" } = {},
): Attack {
  return {
    finding,
    summary: `${clients === 1 ? "a client uploads" : `${clients} clients upload`} the file "${file}"`,
    perform: async (target) => {
      const path = () => `/api/v2/filter/blur?strength=1&${query}`;
      return await press({ clients, atOnce, path, body: await WORST_FILES[file]() })(target);
    },
  };
}

async function createLargeJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#7a6" } });
  return new Uint8Array(await image.jpeg().toBuffer());
}

function toId(n: number): string {
  return n.toString(36).padStart(8, "a");
}

function drawings(format: string): Attack {
  const path = (n: number) => `/images/animals/cat/${toId(n)}.${format}`;
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
