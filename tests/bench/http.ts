import { fromFileUrl } from "@std/path";
import { load } from "./load.ts";
import { median, medianRatio, toTable } from "./machine.ts";
import { type Server, startServer } from "./server.ts";

/** A route without and one with a parameter: the work of every request, and the same plus a random draw. */
const PATHS = ["/api/v1/uptime", "/api/v2/random/kaomoji/cat"] as const;
const ROUNDS = 7;
const LOAD = { connections: 32, seconds: 2, core: 1 };

/** Without it, the packages of the peers would be added to the lock file of the service. */
const LOCK = fromFileUrl(new URL("../deno.lock", import.meta.url));

/** Headers that Deno adds to a response. */
const AUTOMATIC_HEADERS = new Set(["date", "content-length", "vary"]);

/**
 * Compares the service, with all middlewares, limits and logs, with a bare `Deno.serve` and with Hono, which send the
 * same headers and bytes. The row "bare, reading …" reads from each request what a response of the service depends on,
 * in the way that costs Deno least, and does nothing with it: no service that fulfils the contract can be faster.
 *
 * With `against`, another checkout of the service takes part, and all ratios refer to it.
 */
export async function benchHttp(against?: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  const service = await startService("Pawkit", folder);
  const responses = JSON.stringify(await Promise.all(PATHS.map((path) => readResponse(service, path))));
  const peer = (name: string, file: string, ...more: string[]) => {
    const script = new URL(`./peers/${file}`, import.meta.url).href;
    return startServer({ name, args: [`--lock=${LOCK}`, "--allow-net", script, responses, ...more] });
  };
  // The handler that reads the path is the baseline, because any server with two paths must do that.
  const bare = await peer("bare Deno.serve", "bare.ts", "plain");
  const other = against === undefined ? [] : [await startService("Pawkit, other checkout", folder, against)];
  const servers = [
    bare,
    await peer("bare, request unread", "bare.ts", "unread"),
    await peer("bare, reading what the contract requires", "bare.ts", "reading"),
    ...other,
    service,
    await peer("Hono", "hono.ts"),
  ];
  const figures = await measure(servers);
  await Promise.all(servers.map((server) => server.stop()));
  await Deno.remove(folder, { recursive: true });
  const baseline = other[0] ?? bare;
  const head = PATHS.flatMap((path) => [path, "ratio", "µs of processor time each", "ratio"]);
  return toTable([
    [`requests a second, one core; ratio to ${baseline.name}`, ...head],
    ...servers.map((server) => [server.name, ...PATHS.flatMap((path) => toCells(figures, path, [server, baseline]))]),
  ]);
}

function startService(name: string, logs: string, cwd = Deno.cwd()): Promise<Server> {
  const env = { PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "1000000000", LOG_FORMAT: "json" };
  return startServer({
    name,
    args: ["--allow-all", "main.ts", "--run"],
    cwd,
    env: { ...env, LOGS_DIR: `${logs}/${name}` },
  });
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

async function readResponse(server: Server, path: string): Promise<unknown> {
  const response = await fetch(`${server.base}${path}`);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !AUTOMATIC_HEADERS.has(name)));
  return { path, headers, body: await response.text() };
}
