// deno-lint-ignore-file no-console -- a script prints for the person who started it
import sharp from "sharp";
import { fromFileUrl } from "@std/path";
import { ANIMALS } from "@pawkit/animals";
import { MEMORY_SETTINGS } from "@/lib/process/start.ts";
import { findProgram } from "@/tests/programs.ts";
import { paint, type Picture } from "./filters.ts";
import { median, medianRatio, toTable } from "./machine.ts";
import { type Server, startServer } from "./server.ts";

/** What the peer runs in Node: the same version that measures the results here. */
const PACKAGE = "sharp@0.35.5";

const STRENGTH = 5;

/** The deviation of the Gaussian that our blur of this strength approximates. */
const SIGMA = Math.sqrt(2 * STRENGTH * (STRENGTH + 1) / 3).toFixed(3);

/** Each filter in the parameters of the service and of sharp. */
const FILTERS = {
  greyscale: { path: "greyscale?", sharp: "grayscale=1" },
  invert: { path: "invert?", sharp: "negate=1" },
  blur: { path: `blur?strength=${STRENGTH}&`, sharp: `blur=${SIGMA}` },
  "width 400": { path: "resize?width=400&", sharp: "width=400" },
  chain: { path: `greyscale,blur:${STRENGTH},invert?`, sharp: `grayscale=1&blur=${SIGMA}&negate=1` },
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

/** The types of drawings. Only another checkout of the service draws, too. */
const DRAWING_TYPES = ["png", "webp"] as const;

/** How many clients send requests at once. */
const MODES = [{ name: "one at a time", clients: 1 }, { name: "8 clients", clients: 8 }] as const;

/** How often the servers take turns: the machine's speed changes in between. */
const ROUNDS = 3;

/** The time for the requests of one round, roughly: processor time is counted in steps of 10 ms. */
const ROUND_MS = 600;

/** After this time, a row has no more rounds: eight WebPs of 12 megapixels take ten seconds. */
const ROW_MS = 10_000;

/** A server that takes this many times as long as ours is measured once. */
const CLEAR_RATIO = 4;

/** The requests for each filter and each small still picture before the first row. */
const WARM_UPS = 10;

/** A server and how it is asked for a filtered picture. */
interface Side extends Server {
  toUrl(filter: FilterName, format: string, source: string): string;
}

interface Figures {
  readonly requestsPerSecond: number;
  readonly cpuMs: number;
  /** The last result. */
  readonly bytes: Uint8Array;
}

/**
 * Compares the whole service with a bare server of Node and sharp. Both fetch the same pictures, which must not be
 * cached, from one server on this machine. Each row has requests a second, processor time for each request, the peak of
 * the memory, the size of the result, and how close both results are; a ratio above 1 means that the service is better,
 * in requests a second or in processor time.
 *
 * Before the rows, every filter has worked on every small picture, as in a service that has run for a while.
 *
 * With `against`, another checkout of the service is measured instead of the peers, and both draw animals, too; with
 * `only`, the rows whose names contain it.
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
    const pictures = [...new Set(tasks.map((task) => task.picture))];
    for (const picture of pictures) {
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
    else sides.push(await startSharp(start, folder));
    let number = 0;
    const request = async (side: Side, filter: FilterName, picture: Picture, client = 0) => {
      return await load(side.toUrl(filter, picture.format, `${source.base}/${toFile(picture)}?${number++}`), client);
    };
    for (const picture of pictures.filter(({ width, frames }) => width < 1000 && frames === 1)) {
      for (const filter of FILTER_NAMES) {
        for (const side of sides) for (let i = 0; i < WARM_UPS; i++) await request(side, filter, picture);
      }
    }
    const rows: string[][] = [];
    const addRow = async (name: string, clients: number, send: Request) => {
      rows.push([name, ...await compare(sides, clients, send)]);
      console.error(rows.at(-1)!.join(" | "));
    };
    for (const { picture, filter, mode, name } of tasks) {
      await addRow(name, mode.clients, (side, client) => request(side, filter, picture, client));
    }
    const drawings = DRAWING_TYPES.flatMap((type) => MODES.map((mode) => ({ type, mode })));
    for (const { type, mode } of against === undefined ? [] : drawings) {
      const name = `drawing 512 × 512 ${type}, ${mode.name}`;
      if (!name.includes(only)) continue;
      const draw = createDrawingRequest(type);
      for (const side of sides) for (let i = 0; i < WARM_UPS * ANIMALS.length; i++) await draw(side, 0);
      await addRow(name, mode.clients, draw);
    }
    const ratios = sides.slice(1).flatMap(({ name }) => [`÷ ${name}`, `cpu ÷ ${name}`]);
    const each = (unit: string) => `${unit}: ${sides.map(({ name }) => name).join(" / ")}`;
    const head = ["whole service", "requests a second", ...ratios, ...["cpu ms", "MB", "KB"].map(each), "PSNR"];
    return toTable([head, ...rows]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await Deno.remove(folder, { recursive: true });
  }
}

/** Requests animals of all kinds. Both sides draw the same names. */
function createDrawingRequest(type: typeof DRAWING_TYPES[number]): Request {
  const numbers = new Map<Side, number>();
  return async (side, client) => {
    const number = numbers.get(side) ?? 0;
    numbers.set(side, number + 1);
    return await load(`${side.base}/${ANIMALS[number % ANIMALS.length]}/name${number}.${type}`, client);
  };
}

async function load(url: string, client: number): Promise<Uint8Array> {
  const response = await fetch(url, { headers: { "x-forwarded-for": `192.0.2.${1 + client}` } });
  const bytes = await response.bytes();
  if (!response.ok) throw new Error(`Cannot measure ${url}: every response must be 200, got ${response.status}`);
  return bytes;
}

function toFile({ width, format }: Picture): string {
  return `${width}.${format}`;
}

type Start = typeof startServer;

async function startService(start: Start, name: string, folder: string, cwd = Deno.cwd()): Promise<Side> {
  const env = {
    PORT: "0",
    HOST: "127.0.0.1",
    RATE_LIMIT: "off",
    TRUST_PROXY: "1",
    ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    // The PNG of 12 megapixels has 34 MB.
    MAX_SOURCE_BYTES: "67108864",
  };
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

async function startSharp(start: Start, folder: string): Promise<Side> {
  if (findProgram("npm") === undefined) throw new Error("Cannot compare with sharp: Node must be installed");
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--silent", "--no-audit", "--prefix", folder, PACKAGE],
  }).output();
  if (!success) throw new Error(`Cannot compare with sharp: npm must install ${PACKAGE}`);
  const script = fromFileUrl(new URL("./peers/images.mjs", import.meta.url));
  // The filter threads of the service have this niceness as well: other programs slow down both servers alike.
  const program = ["nice", "-n", "10", "node"];
  const server = await start({ name: "sharp", program, args: [script, folder], usesAllCores: true });
  return {
    ...server,
    toUrl: (filter, format, source) =>
      `${server.base}/?format=${format}&${FILTERS[filter].sharp}&image=${encodeURIComponent(source)}`,
  };
}

/** Requests a result of a side for one of the clients. */
type Request = (side: Side, client: number) => Promise<Uint8Array>;

/** Returns the cells of a row. */
async function compare(sides: readonly Side[], clients: number, request: Request): Promise<string[]> {
  const measured = sides.map((side) => ({ side, figures: [] as Figures[] }));
  const ours = measured[0]!.figures;
  // The first request tells how many a round needs.
  const { requestsPerSecond } = await measure(sides[0]!, 1, 1, request);
  const count = Math.max(clients, Math.ceil(requestsPerSecond * ROUND_MS / 1000));
  for (const side of sides) side.resetPeak();
  const deadline = performance.now() + ROW_MS;
  for (let round = 0; round < ROUNDS && (round === 0 || performance.now() < deadline); round++) {
    for (const { side, figures } of round % 2 === 0 ? measured : measured.toReversed()) {
      const isClear = figures.length > 0 && figures[0]!.requestsPerSecond * CLEAR_RATIO < ours[0]!.requestsPerSecond;
      if (!isClear) figures.push(await measure(side, clients, count, request));
    }
  }
  const toRates = (figures: readonly Figures[]) => figures.map(({ requestsPerSecond }) => requestsPerSecond);
  const toCpuMs = (figures: readonly Figures[]) => figures.map(({ cpuMs }) => cpuMs);
  const results = measured.map(({ figures }) => figures[0]!.bytes);
  return [
    median(toRates(ours)).toFixed(1),
    // Rounds that were left out are not compared.
    ...measured.slice(1).flatMap(({ figures }) => [
      (1 / medianRatio(toRates(figures), toRates(ours))).toFixed(2),
      medianRatio(toCpuMs(figures), toCpuMs(ours)).toFixed(2),
    ]),
    measured.map(({ figures }) => median(toCpuMs(figures)).toFixed(1)).join(" / "),
    sides.map((side) => side.peakMegabytes().toFixed(0)).join(" / "),
    results.map(({ length }) => (length / 1000).toFixed(0)).join(" / "),
    (await computePsnr(results[0]!, results[1]!)).toFixed(1),
  ];
}

/** Sends `count` requests; each of the clients sends its next one when its last one was answered. */
async function measure(side: Side, clients: number, count: number, request: Request): Promise<Figures> {
  const cpuBefore = side.cpuSeconds();
  const startedAt = performance.now();
  let started = 0;
  let bytes: Uint8Array = new Uint8Array();
  await Promise.all(Array.from({ length: clients }, async (_, client) => {
    while (started < count) {
      started++;
      bytes = await request(side, client);
    }
  }));
  return {
    requestsPerSecond: count * 1000 / (performance.now() - startedAt),
    cpuMs: (side.cpuSeconds() - cpuBefore) * 1000 / count,
    bytes,
  };
}

/** Returns the peak signal-to-noise ratio of the first frames, in decibels: infinite if they are the same. */
async function computePsnr(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [ours, theirs] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).removeAlpha().toColourspace("srgb").raw().toBuffer()),
  );
  let sum = 0;
  for (let i = 0; i < ours!.length; i++) sum += (ours![i]! - theirs![i]!) ** 2;
  return 10 * Math.log10(255 ** 2 * ours!.length / sum);
}
