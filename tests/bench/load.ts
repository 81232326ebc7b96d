// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { findProgram } from "@/tests/programs.ts";
import { pinned } from "./server.ts";

/** What a client measured that sent one request after another on each connection. */
export interface Throughput {
  readonly requests: number;
  readonly requestsPerSecond: number;
}

/** Options of {@linkcode load}. */
export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** The core to which the client is pinned. */
  readonly core: number;
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
  const [program = "", ...args] = pinned(core, command);
  const { stdout } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`Cannot measure ${url}: every response must be 200, got ${text}`);
  const read = (pattern: RegExp) => Number(text.match(pattern)?.[1]);
  return { requests: read(/(\d+) requests in/), requestsPerSecond: read(/Requests\/sec:\s*([\d.]+)/) };
}
