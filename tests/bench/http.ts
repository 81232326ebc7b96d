import { load } from "./load.ts";
import { median, toTable } from "./machine.ts";
import { type Server, startServer } from "./server.ts";

/** A route without and one with a parameter: what every request passes, and what a draw adds. */
const PATHS = ["/api/v1/uptime", "/api/v2/random/kaomoji/cat"] as const;
/** What the others are compared with: a handler that looks at the address, as any with two of them must. */
const BARE = "bare Deno.serve";
const ROUNDS = 7;
const LOAD = { connections: 32, seconds: 2, core: 1 };

/** Keeps the peers' packages out of what the service itself needs. */
const LOCK = new URL("../deno.lock", import.meta.url).pathname;

/** Headers that Deno adds by itself. */
const AUTOMATIC = new Set(["date", "content-length", "vary"]);

/**
 * Compares the service, all middlewares, limits and logs on, with a bare `Deno.serve` and with Hono sending the same
 * headers and bytes. One more row reads of each request what the contract makes the answer depend on, in the way that
 * costs Deno least, and does nothing with it: what is left to a service that does something lies below it.
 */
export async function benchHttp(): Promise<string> {
  const service = await startServer({
    name: "Pawkit",
    args: ["--allow-all", "main.ts"],
    env: { PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "1000000000", LOG_FORMAT: "json" },
  });
  const replies = JSON.stringify(await Promise.all(PATHS.map((path) => readReply(service, path))));
  const peer = (file: string, ...more: string[]) => {
    return [`--lock=${LOCK}`, "--allow-net", new URL(`./peers/${file}`, import.meta.url).href, replies, ...more];
  };
  const servers = [
    await startServer({ name: BARE, args: peer("bare.ts", "plain") }),
    await startServer({ name: "bare, request unread", args: peer("bare.ts", "unread") }),
    await startServer({ name: "bare, reading what the contract asks for", args: peer("bare.ts", "reading") }),
    service,
    await startServer({ name: "Hono", args: peer("hono.ts") }),
  ];
  const rates = await measure(servers);
  await Promise.all(servers.map((server) => server.stop()));
  return toTable([
    ["answers a second, one core", ...PATHS.flatMap((path) => [path, "of bare"])],
    ...servers.map(({ name }) => [name, ...PATHS.flatMap((path) => toCells(rates, name, path))]),
  ]);
}

type Rates = Map<string, number[]>;

// The order changes from round to round, so that a slow moment of the machine does not meet one server alone.
async function measure(servers: readonly Server[]): Promise<Rates> {
  const rates: Rates = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of PATHS) {
      for (let turn = 0; turn < servers.length; turn++) {
        const server = servers[(round + turn) % servers.length]!;
        const key = `${server.name} ${path}`;
        const rate = await load(`${server.base}${path}`, LOAD);
        rates.set(key, [...rates.get(key) ?? [], rate]);
      }
    }
  }
  return rates;
}

// The ratio is taken round by round: both sides of it met the same machine.
function toCells(rates: Rates, name: string, path: string): string[] {
  const own = rates.get(`${name} ${path}`) ?? [];
  const bare = rates.get(`${BARE} ${path}`) ?? [];
  const ratio = median(own.map((rate, round) => rate / (bare[round] ?? NaN)));
  return [Math.round(median(own)).toLocaleString("en"), ratio.toFixed(2)];
}

async function readReply(server: Server, path: string): Promise<unknown> {
  const response = await fetch(`${server.base}${path}`);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !AUTOMATIC.has(name)));
  return { path, headers, body: await response.text() };
}
