import { fromFileUrl } from "@std/path";
import { writeFreshImportMap } from "./fresh_import_map.ts";
import { load } from "./load.ts";
import { median, medianRatio, toTable } from "./machine.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";

/** A route without and one with a parameter: the work of every request, and the same plus a random draw. */
const PATHS = ["/api/v1/uptime", "/api/v2/random/kaomoji/cat"] as const;
const ROUNDS = 7;
const LOAD = { connections: 32, seconds: 2, core: 1 };

/** For all servers at the same time. */
const WARM_UP = { connections: 8, seconds: 15, core: 1 };

/** Without it, the packages of the peers would be added to the lock file of the service. */
const LOCK = fromFileUrl(new URL("../deno.lock", import.meta.url));

/** Options of {@linkcode benchHttp}: the checkouts that take part. */
export interface BenchHttpOptions {
  /** Another checkout of this service. */
  readonly against?: string | undefined;
  /** A checkout of github.com/denoland/fresh. */
  readonly fresh?: string | undefined;
}

/** Headers that Deno adds to a response. */
const AUTOMATIC_HEADERS = new Set(["date", "content-length", "vary"]);

/**
 * Compares the service as it is delivered, with all limits and logs, and without logs of requests, with a bare
 * `Deno.serve`, with Hono, also with its logger, and with the published Fresh, if `fresh` is a checkout of it. All send
 * the same headers and bytes, and what is logged goes to a pipe; the service writes it to a file as well. The row
 * "bare, reading …" reads from each request what a response of the service depends on, in the way that costs Deno
 * least, and does nothing with it: no service that fulfils the contract can be faster.
 *
 * With `against`, another checkout of the service takes part, and all ratios refer to it.
 */
export async function benchHttp({ against, fresh }: BenchHttpOptions): Promise<string> {
  const folder = await Deno.makeTempDir();
  const service = await startService("Pawkit", { folder });
  const responses = JSON.stringify(await Promise.all(PATHS.map((path) => readResponse(service, path))));
  const peer = (name: string, file: string, ...more: string[]) => {
    const script = new URL(`./peers/${file}`, import.meta.url).href;
    return startServer({ name, args: [`--lock=${LOCK}`, "--allow-net", script, responses, ...more] });
  };
  // The handler that reads the path is the baseline, because any server with two paths must do that.
  const bare = await peer("bare Deno.serve", "bare.ts", "plain");
  const other = against === undefined ? [] : [await startService("Pawkit, other checkout", { folder, cwd: against })];
  const servers = [
    bare,
    await peer("bare, request unread", "bare.ts", "unread"),
    await peer("bare, reading what the contract requires", "bare.ts", "reading"),
    ...other,
    service,
    await startService("Pawkit, logs off", { folder, env: { LOG_LEVEL: "warning" } }),
    await peer("Hono", "hono.ts"),
    await peer("Hono, logger", "hono.ts", "logger"),
    ...fresh === undefined ? [] : [await startFresh(fresh, { folder, responses })],
  ];
  // V8 compiles during the first requests, which take several times as long on a busy machine.
  for (const path of PATHS) await Promise.all(servers.map(({ base }) => load(`${base}${path}`, WARM_UP)));
  const figures = await measure(servers);
  await Promise.all(servers.map((server) => server.stop()));
  await Deno.remove(folder, { recursive: true });
  const baseline = other[0] ?? bare;
  const head = PATHS.flatMap((path) => [path, "ratio", "µs of processor time each", "ratio"]);
  const all = toTable([
    [`requests a second, one core; ratio to ${baseline.name}`, ...head],
    ...servers.map((server) => [server.name, ...PATHS.flatMap((path) => toCells(figures, path, [server, baseline]))]),
  ]);
  const compared = toTable([
    ["processor time of the other divided by ours", ...PATHS],
    ...COMPARED.filter((pair) => pair.every((name) => servers.some((server) => server.name === name)))
      .map((pair) => [pair.join(" : "), ...PATHS.map((path) => compareCpu(figures, path, pair))]),
  ]);
  return `${all}\n\n${compared}`;
}

/** The programs that do the same work: what is not logged needs no time. */
const COMPARED = [
  ["Hono, logger", "Pawkit"],
  ["Fresh", "Pawkit"],
  ["Hono", "Pawkit, logs off"],
  ["bare Deno.serve", "Pawkit, logs off"],
  ["Fresh", "Pawkit, logs off"],
] as const;

/** Options of {@linkcode startService}. */
interface ServiceOptions extends Pick<ServerOptions, "cwd" | "env"> {
  /** The folder for the folder of its logs. */
  readonly folder: string;
}

function startService(name: string, { folder, cwd = Deno.cwd(), env }: ServiceOptions): Promise<Server> {
  const settings = { PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "1000000000", LOG_FORMAT: "json" };
  return startServer({
    name,
    args: ["--allow-all", "main.ts", "--run"],
    cwd,
    env: { ...settings, LOGS_DIR: `${folder}/${name}`, ...env },
  });
}

async function startFresh(checkout: string, options: Record<"folder" | "responses", string>): Promise<Server> {
  const map = await writeFreshImportMap(checkout, options.folder);
  const script = new URL("./peers/fresh.js", import.meta.url).href;
  // Its modules have no types here, and its packages belong into no lock file.
  const flags = ["--no-config", "--no-lock", `--import-map=${map}`, "--allow-net", "--allow-env", "--allow-read"];
  return await startServer({ name: "Fresh", args: [...flags, script, options.responses] });
}

/** One value for each round. */
interface Figures {
  readonly requestsPerSecond: number[];
  /** Processor time of the server. A busy machine changes it less than the requests per second. */
  readonly cpuMicroseconds: number[];
}

type FiguresByServerAndPath = Map<string, Figures>;

// The order is rotated and reversed from round to round, so that a slow moment does not always hit the same server.
async function measure(servers: readonly Server[]): Promise<FiguresByServerAndPath> {
  const keys = servers.flatMap(({ name }) => PATHS.map((path) => name + path));
  const figures = new Map(keys.map((key) => [key, { requestsPerSecond: [], cpuMicroseconds: [] } as Figures]));
  for (let round = 0; round < ROUNDS; round++) {
    const start = round % servers.length;
    const rotated = [...servers.slice(start), ...servers.slice(0, start)];
    const order = round % 2 === 0 ? rotated : rotated.toReversed();
    for (const path of PATHS) {
      for (const server of order) {
        const { requestsPerSecond, cpuMicroseconds } = figures.get(server.name + path)!;
        const before = server.cpuSeconds();
        const throughput = await load(`${server.base}${path}`, LOAD);
        requestsPerSecond.push(throughput.requestsPerSecond);
        cpuMicroseconds.push((server.cpuSeconds() - before) * 1e6 / throughput.requests);
      }
    }
  }
  return figures;
}

function toCells(all: FiguresByServerAndPath, path: string, [server, baseline]: [Server, Server]): string[] {
  const own = all.get(server.name + path)!;
  const base = all.get(baseline.name + path)!;
  return [
    Math.round(median(own.requestsPerSecond)).toLocaleString("en"),
    medianRatio(own.requestsPerSecond, base.requestsPerSecond).toFixed(2),
    median(own.cpuMicroseconds).toFixed(1),
    medianRatio(own.cpuMicroseconds, base.cpuMicroseconds).toFixed(2),
  ];
}

function compareCpu(all: FiguresByServerAndPath, path: string, [other, own]: readonly [string, string]): string {
  const [others, ours] = [all.get(other + path)!, all.get(own + path)!];
  return medianRatio(others.cpuMicroseconds, ours.cpuMicroseconds).toFixed(2);
}

async function readResponse(server: Server, path: string): Promise<unknown> {
  const response = await fetch(`${server.base}${path}`);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !AUTOMATIC_HEADERS.has(name)));
  return { path, headers, body: await response.text() };
}
