import { createCrlfForm, WORST_FILES } from "@/tests/load/worst_files.ts";
import { createNoise, createPngBomb } from "./bombs.ts";
import {
  breakUploads,
  holdConnections,
  holdResponses,
  type Perform,
  press,
  sendRefusedBodies,
  type Target,
} from "./pressure.ts";
import { LARGE_LOG } from "./processes.ts";

/** Something that strangers can do to the service. */
export interface Attack {
  readonly summary: string;
  /** How many clients do it. */
  readonly clients: number;
  readonly perform: Perform;
}

/** A client may have many more requests under way than the service works on. */
const MANY = 100;

/** The attacks, one for each idea. What depends on the number of clients is there twice. */
const SINGLE_ATTACKS: Readonly<Record<string, Attack>> = {
  ...byOneAndTwenty("forms", "two forms of 20 MB of CR, LF and dashes at a time", (target) => {
    const { body, type } = createCrlfForm();
    return press({ atOnce: 2, path: () => "/api/v2/filter/invert", headers: { "content-type": type }, body })(target);
  }),
  ...byOneAndTwenty("data", "100 filters of a `data:` URL of 58 KB at a time", (target) => {
    // Only what must be encoded, because Deno refuses a request head over 64 KiB.
    const image = `data:image/png;base64,${createNoise(120).toBase64().replaceAll("+", "%2B")}`;
    return press({ atOnce: MANY, path: (n) => toBrightness(n, image) })(target);
  }),
  ...byOneAndTwenty(
    "own",
    "100 filters of a drawing of the service at a time",
    press({ atOnce: MANY, path: (n) => toBrightness(n, "/cat/Ada.png") }),
  ),
  ...byOneAndTwenty(
    "burst",
    "200 pages of new animals at a time",
    press({ atOnce: 200, path: (n) => `/cat/burst${n}?wears=crown`, headers: { accept: "text/html" } }),
  ),
  ...byOneAndTwenty("broken-uploads", "four uploads at a time that break off after 19 of 20 MB", breakUploads),
  ...byOneAndTwenty(
    "logs",
    "reads a log of 256 MiB on four connections",
    press({ atOnce: 4, path: () => `/api/v1/static/logs/${LARGE_LOG}?raw=1` }),
  ),
  ...byOneAndTwenty(
    "headers",
    "four uploads at a time of a PNG of 9,990 empty chunks, whose header takes long to read",
    upload("PNG of 9,990 empty chunks", 4),
  ),
  "refused-bodies": {
    summary: "four bodies at a time of a terabyte, which the service refuses by their length",
    clients: 20,
    perform: sendRefusedBodies,
  },
  "no-readers": {
    summary: "1,000 connections request the page forty times and do not read the responses",
    clients: 1,
    perform: holdConnections(1000, 40, "/"),
  },
  "large": {
    summary: "100 sources at a time send 20 MiB that are not a picture",
    clients: 1,
    perform: press({ atOnce: MANY, path: toSource("large") }),
  },
  "cached-large": {
    summary: "reads a cached result of 20 MB on four connections",
    clients: 1,
    perform: press({ atOnce: 4, path: (_, target) => toSource("picture/2600")(0, target) }),
  },
  "slow-13": {
    summary: "120 sources at a time that never answer",
    clients: 13,
    perform: press({ atOnce: 120, path: toSource("never") }),
  },
  "upload-chunks": {
    summary: "two uploads at a time, each of 19 MB in 37,000 chunks of 520 bytes",
    clients: 1,
    perform: press({ atOnce: 2, path: () => "/api/v2/filter/invert", body: { count: 37_000, chunkBytes: 520 } }),
  },
  "addresses-200": {
    summary: "one filter at a time of a PNG of 25 MP in 4 KB",
    clients: 200,
    perform: (target) => pressBombs(target, 1, 5000),
  },
  "huffman-tables": {
    summary: "two uploads at a time of a PNG of 790,000 Huffman tables",
    clients: 4,
    perform: upload("PNG of 790,000 Huffman tables", 2),
  },
  "unread": {
    summary: "requests a cached result of almost 500,000 bytes 100 times a second and reads nothing",
    clients: 1,
    // 407 × 407 pixels of noise become about 497,700 bytes, just too few to cost a point.
    perform: holdResponses({ path: (target) => toSource("picture/407")(0, target), perSecond: 100 }),
  },
  "waiting": {
    summary: "220 filters of 12 MP at a time, so that 2,200 wait",
    clients: 10,
    perform: (target) => pressBombs(target, 220, 3500),
  },
};

/** Everything that `deno task load strangers` does. */
export const ATTACKS: Readonly<Record<string, Attack>> = { ...SINGLE_ATTACKS, mix: mixAttacks() };

function byOneAndTwenty(name: string, summary: string, perform: Perform): Record<string, Attack> {
  return { [`${name}-1`]: { summary, clients: 1, perform }, [`${name}-20`]: { summary, clients: 20, perform } };
}

/** All attacks together, those of twenty clients by one. Without the unread pages, which Deno alone must bear. */
function mixAttacks(): Attack {
  const names = Object.keys(SINGLE_ATTACKS).filter((name) => name !== "no-readers" && !name.endsWith("-20"));
  const parts = names.map((name) => SINGLE_ATTACKS[name]!);
  const clients = parts.reduce((sum, part) => sum + part.clients, 0);
  const perform: Perform = async (target) => {
    let first = 0;
    await Promise.all(parts.map((part) => {
      return part.perform({ ...target, clients: target.clients.slice(first, first += part.clients) });
    }));
  };
  return { summary: "these attacks together, except no-readers, by one client instead of twenty", clients, perform };
}

/** Sends filters of black PNG files of a few kilobytes. */
function upload(file: "PNG of 790,000 Huffman tables" | "PNG of 9,990 empty chunks", atOnce: number): Perform {
  return (target) => press({ atOnce, path: () => "/api/v2/filter/invert", body: WORST_FILES[file]() })(target);
}

function pressBombs(target: Target, atOnce: number, side: number): Promise<void> {
  const image = encodeURIComponent(createPngBomb(side, side));
  return press({ atOnce, path: (n) => toFilter("blur", image, n) })(target);
}

/** Each request has its own URL, because equal requests share one download. */
function toSource(path: string): (n: number, target: Target) => string {
  return (n, { sourcePort }) =>
    toFilter("invert", encodeURIComponent(`http://127.0.0.1:${sourcePort}/${path}?${n}`), n);
}

/** A filter whose result nobody has requested before. */
function toBrightness(n: number, image: string): string {
  return `/api/v2/filter/brightness:${(0.5 + n / 1e6).toFixed(6)}?image=${image}`;
}

function toFilter(filter: string, image: string, n: number): string {
  return `/api/v2/filter/${filter}?strength=${1 + n % 256}&image=${image}`;
}
