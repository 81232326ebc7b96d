// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { fromFileUrl } from "@std/path";
import { MEMORY_SETTINGS } from "@/lib/process/start.ts";
import { findProgram } from "@/tests/programs.ts";
import { paint, type Picture } from "./filters.ts";
import { median, medianRatio, toTable } from "./machine.ts";
import { type Server, startServer } from "./server.ts";

/** What the peers run in Node; ipx brings a version of sharp of its own. */
const PACKAGES = ["ipx@3.1.1", "sharp@0.35.5"];

const STRENGTH = 5;

/** The deviation of the Gaussian that our blur of this strength approximates. */
const SIGMA = Math.sqrt(2 * STRENGTH * (STRENGTH + 1) / 3).toFixed(3);

/** Each filter in the parameters of the service and of both peers. */
const FILTERS = {
  greyscale: { path: "greyscale?", peers: "grayscale=1" },
  negate: { path: "invert?", peers: "negate=1" },
  blur: { path: `blur?strength=${STRENGTH}&`, peers: `blur=${SIGMA}` },
  "width 400": { path: "resize?width=400&", peers: "width=400" },
  chain: {
    path: `greyscale,blur:${STRENGTH},invert?`,
    peers: `grayscale=1&blur=${SIGMA}&negate=1`,
  },
};

type FilterName = keyof typeof FILTERS;

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

const SIZES = [["640 × 480", 640, 480], ["1080p", 1920, 1080], ["12 MP", 4000, 3000]] as const;

const PICTURES: readonly Picture[] = [
  ...(["jpeg", "png", "webp", "gif"] as const).flatMap((format) =>
    SIZES.map(([size, width, height]) => ({ name: `${format} ${size}`, format, width, height, frames: 1 }))
  ),
  { name: "gif 23 × 500 × 238", format: "gif", width: 500, height: 238, frames: 23 },
];

/** How many requests are sent at once, and by how many clients. */
const MODES = [
  { name: "one at a time", atOnce: 1, clients: 1 },
  { name: "8 at once, 1 client", atOnce: 8, clients: 1 },
  { name: "8 at once, 8 clients", atOnce: 8, clients: 8 },
] as const;

type Mode = typeof MODES[number];

/** How often the servers take turns: the machine's speed changes in between. */
const ROUNDS = 5;

/** The time for the requests of one round, roughly. */
const ROUND_MS = 1500;

/** The requests of one round for each that is sent at once, so that the last ones, which leave cores idle, do not count. */
const MIN_TURNS = 4;

/** A server that takes this many times as long as ours is measured once. */
const CLEAR_RATIO = 4;

/** A server and how it is asked for a filtered picture. */
interface Side extends Server {
  toUrl(filter: FilterName, format: string, source: string): string;
}

interface Figures {
  readonly requestsPerSecond: number;
  readonly cpuMs: number;
  readonly kilobytes: number;
}

/**
 * Compares the whole service with an ipx server and with a bare server of Node and sharp. All of them fetch the same
 * pictures, which must not be cached, from one server on this machine. Each row has requests a second, processor time
 * for each request, and the peak of the memory; a ratio above 1 means that the service is better, in requests a second
 * or in processor time.
 *
 * With `against`, another checkout of the service is measured instead of the peers; with `only`, the rows whose names
 * contain it.
 */
export async function benchService(against?: string, only = ""): Promise<string> {
  const folder = await Deno.makeTempDir();
  const servers: Server[] = [];
  const start: Start = async (options) => {
    const server = await startServer(options);
    servers.push(server);
    return server;
  };
  try {
    await Deno.mkdir(`${folder}/pictures`);
    const tasks = PICTURES.flatMap((picture) =>
      FILTER_NAMES.flatMap((filter) =>
        MODES.map((mode) => ({ picture, filter, mode, name: `${picture.name} ${filter}, ${mode.name}` }))
      )
    ).filter(({ name }) => name.includes(only));
    for (const picture of new Set(tasks.map((task) => task.picture))) {
      await Deno.writeFile(`${folder}/pictures/${toFile(picture)}`, await paint(picture));
    }
    const script = new URL("./peers/source.ts", import.meta.url).href;
    const source = await start({
      name: "sources",
      args: ["--allow-net", "--allow-read", script, `${folder}/pictures`],
      usesAllCores: true,
    });
    const sides = [await startService(start, "Pawkit", folder)];
    if (against !== undefined) sides.push(await startService(start, "other checkout", folder, against));
    else sides.push(...await startPeers(start, folder));
    const rows: string[][] = [];
    for (const { picture, filter, mode, name } of tasks) {
      const measured = await compare(
        sides,
        mode,
        ({ toUrl }, number) => toUrl(filter, picture.format, `${source.base}/${toFile(picture)}?${number}`),
      );
      rows.push([name, ...measured]);
      console.error(rows.at(-1)!.join(" | "));
    }
    const ratios = sides.slice(1).flatMap(({ name }) => [`÷ ${name}`, `cpu ÷ ${name}`]);
    const each = (unit: string) => `${unit}: ${sides.map(({ name }) => name).join(" / ")}`;
    return toTable([["whole service", "requests a second", ...ratios, ...["cpu ms", "MB", "KB"].map(each)], ...rows]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await Deno.remove(folder, { recursive: true });
  }
}

function toFile({ width, format }: Picture): string {
  return `${width}.${format}`;
}

type Start = typeof startServer;

async function startService(start: Start, name: string, folder: string, cwd = Deno.cwd()): Promise<Side> {
  const env = { PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", TRUST_PROXY: "1", ALLOW_PRIVATE_HOSTS: "127.0.0.1" };
  const server = await start({
    name,
    args: ["--allow-all", "main.ts", "--run"],
    cwd,
    // Jobs that wait long on a busy machine are part of the measurement.
    env: { ...MEMORY_SETTINGS, ...env, FILTER_TIMEOUT_MS: "100000", LOG_FORMAT: "json", LOGS_DIR: `${folder}/${name}` },
    usesAllCores: true,
  });
  return {
    ...server,
    toUrl: (filter, _format, source) =>
      `${server.base}/api/v2/filter/${FILTERS[filter].path}image=${encodeURIComponent(source)}`,
  };
}

async function startPeers(start: Start, folder: string): Promise<Side[]> {
  if (findProgram("npm") === undefined) throw new Error("Cannot compare with ipx and sharp: Node must be installed");
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--silent", "--no-audit", "--prefix", folder, ...PACKAGES],
  }).output();
  if (!success) throw new Error(`Cannot compare with ipx and sharp: npm must install ${PACKAGES.join(" and ")}`);
  const script = fromFileUrl(new URL("./peers/images.mjs", import.meta.url));
  const startPeer = (name: string) =>
    // The filter threads of the service have this niceness as well: other programs slow down all servers alike.
    start({ name, program: ["nice", "-n", "10", "node"], args: [script, name, folder], usesAllCores: true });
  const ipx = await startPeer("ipx");
  const sharp = await startPeer("sharp");
  return [
    {
      ...ipx,
      toUrl(filter, format, source) {
        const quality = format === "jpeg" || format === "webp" ? ",quality_90" : "";
        return `${ipx.base}/${FILTERS[filter].peers.replaceAll("=", "_").replaceAll("&", ",")}${quality}/${source}`;
      },
    },
    {
      ...sharp,
      toUrl: (filter, format, source) =>
        `${sharp.base}/?format=${format}&${FILTERS[filter].peers}&image=${encodeURIComponent(source)}`,
    },
  ];
}

/** Returns the cells of a row. */
async function compare(
  sides: readonly Side[],
  mode: Mode,
  toUrl: (side: Side, number: number) => string,
): Promise<string[]> {
  const measured = sides.map((side) => ({ side, figures: [] as Figures[] }));
  const ours = measured[0]!.figures;
  let number = 0;
  const measure = (side: Side, count: number) => send(side, mode, count, () => toUrl(side, number++));
  // The first requests load and compile codecs, and tell how many requests a round needs.
  for (const { side } of measured) await measure(side, 2 * mode.atOnce);
  const { requestsPerSecond } = await measure(sides[0]!, 2 * mode.atOnce);
  const count = Math.ceil(Math.max(MIN_TURNS * mode.atOnce, requestsPerSecond * ROUND_MS / 1000));
  for (const side of sides) side.resetPeak();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { side, figures } of round % 2 === 0 ? measured : measured.toReversed()) {
      const isClear = figures.length > 0 && figures[0]!.requestsPerSecond * CLEAR_RATIO < ours[0]!.requestsPerSecond;
      if (!isClear) figures.push(await measure(side, count));
    }
  }
  const toRates = (figures: readonly Figures[]) => figures.map(({ requestsPerSecond }) => requestsPerSecond);
  const toCpuMs = (figures: readonly Figures[]) => figures.map(({ cpuMs }) => cpuMs);
  const medians = (unit: keyof Figures, digits: number) =>
    measured.map(({ figures }) => median(figures.map((each) => each[unit])).toFixed(digits)).join(" / ");
  return [
    median(toRates(ours)).toFixed(1),
    // Rounds that were left out are not compared.
    ...measured.slice(1).flatMap(({ figures }) => [
      (1 / medianRatio(toRates(figures), toRates(ours))).toFixed(2),
      medianRatio(toCpuMs(figures), toCpuMs(ours)).toFixed(2),
    ]),
    medians("cpuMs", 1),
    sides.map((side) => side.peakMegabytes().toFixed(0)).join(" / "),
    medians("kilobytes", 0),
  ];
}

/** Sends `count` requests; each of the clients at once sends its next one when its last one was answered. */
async function send(side: Side, { atOnce, clients }: Mode, count: number, toUrl: () => string): Promise<Figures> {
  const cpuBefore = side.cpuSeconds();
  const startedAt = performance.now();
  let started = 0;
  let bytes = 0;
  await Promise.all(Array.from({ length: atOnce }, async (_, i) => {
    const headers = { "x-forwarded-for": `192.0.2.${1 + i % clients}` };
    while (started < count) {
      started++;
      const url = toUrl();
      const response = await fetch(url, { headers });
      const { length } = await response.bytes();
      if (!response.ok) throw new Error(`Cannot measure ${url}: every response must be 200, got ${response.status}`);
      bytes += length;
    }
  }));
  return {
    requestsPerSecond: count * 1000 / (performance.now() - startedAt),
    cpuMs: (side.cpuSeconds() - cpuBefore) * 1000 / count,
    kilobytes: bytes / count / 1000,
  };
}
