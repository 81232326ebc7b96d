// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { findProgram } from "@/tests/programs.ts";
import { pinned } from "./server.ts";

/** What a client measured that sent one request after another on each connection. */
export interface Throughput {
  readonly requests: number;
  readonly requestsPerSecond: number;
}

/** The median and the 99th percentile of response times, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Options of {@linkcode load}. */
export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** The core to which the client is pinned; any core by default. */
  readonly core?: number;
}

const HAS_WRK = findProgram("wrk") !== undefined;
if (!HAS_WRK) console.error("wrk is not installed: a client in Deno is used instead, which is slower than the servers");

/**
 * Sends requests to a URL, on each connection the next one as soon as the last one was answered.
 *
 * @throws {Error} When a status other than 200 was returned.
 */
export async function load(url: string, { connections, seconds, core }: LoadOptions): Promise<Throughput> {
  const client = new URL("./peers/client.ts", import.meta.url).href;
  const command = HAS_WRK
    ? ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, url]
    : [Deno.execPath(), "run", "--allow-net", client, url, String(connections), String(seconds)];
  const [program = "", ...args] = core === undefined ? command : pinned(core, command);
  const { stdout } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`Cannot measure ${url}: every response must be 200, got ${text}`);
  const read = (pattern: RegExp) => Number(text.match(pattern)?.[1]);
  return { requests: read(/(\d+) requests in/), requestsPerSecond: read(/Requests\/sec:\s*([\d.]+)/) };
}

/** Sends 1,000 requests a second to a URL: measures response times of clients that do not wait for each other. */
export async function pace(url: string, seconds: number): Promise<Latency> {
  const client = new URL("./peers/paced.ts", import.meta.url).href;
  const args = ["run", "--allow-net", client, url, "1000", String(seconds)];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args }).output();
  const text = new TextDecoder().decode(stdout);
  const read = (percent: number) => Number(text.match(new RegExp(`${percent}% ([\\d.]+)ms`))?.[1]);
  return { p50: read(50), p99: read(99) };
}
