// deno-lint-ignore-file no-console -- a script talks to the person who started it
import { findProgram } from "@/tests/programs.ts";
import { pinned } from "./server.ts";

/** Milliseconds that half and 99 % of the answers stayed under. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Options of {@linkcode load}. */
export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** The core for the client, if it is to keep to one. */
  readonly core?: number;
}

const HAS_WRK = findProgram("wrk") !== undefined;
if (!HAS_WRK) console.error("wrk is not installed: a client in Deno is used instead, which is slower than the servers");

/**
 * Asks for an address on some connections, on each again as soon as it is answered; yields answers a second.
 *
 * @throws {Error} When anything but 200 came back.
 */
export async function load(url: string, { connections, seconds, core }: LoadOptions): Promise<number> {
  const client = new URL("./peers/client.ts", import.meta.url).href;
  const command = HAS_WRK
    ? ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, url]
    : [Deno.execPath(), "run", "--allow-net", client, url, String(connections), String(seconds)];
  const [program = "", ...args] = core === undefined ? command : pinned(core, command);
  const { stdout } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`Cannot measure ${url} as it must answer 200: ${text}`);
  return Number(text.match(/Requests\/sec:\s*([\d.]+)/)?.[1]);
}

/** Asks for an address 1,000 times a second for some seconds: what callers wait who do not wait for each other. */
export async function pace(url: string, seconds: number): Promise<Latency> {
  const client = new URL("./peers/paced.ts", import.meta.url).href;
  const args = ["run", "--allow-net", client, url, "1000", String(seconds)];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args }).output();
  const text = new TextDecoder().decode(stdout);
  const read = (percent: number) => Number(text.match(new RegExp(`${percent}% ([\\d.]+)ms`))?.[1]);
  return { p50: read(50), p99: read(99) };
}
