// deno-lint-ignore-file no-console -- a script talks to the person who started it
import { hasProgram, pinned } from "./server.ts";

/** What a path did under load. */
export interface Load {
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds that half and 99 % of the answers stayed under. */
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

const HAS_WRK = hasProgram("wrk");
if (!HAS_WRK) console.error("wrk is not installed: a client in Deno is used instead, which is slower than the servers");

/**
 * Asks for an address on some connections, on each again as soon as it is answered.
 *
 * @throws {Error} When anything but 200 came back.
 */
export async function load(url: string, { connections, seconds, core }: LoadOptions): Promise<Load> {
  const client = new URL("./peers/client.ts", import.meta.url).href;
  const command = HAS_WRK
    ? ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--latency", url]
    : [Deno.execPath(), "run", "--allow-net", client, url, String(connections), String(seconds)];
  const [program = "", ...args] = core === undefined ? command : pinned(core, command);
  const { stdout } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`Cannot measure ${url} as it must answer 200: ${text}`);
  return { rate: Number(text.match(/Requests\/sec:\s*([\d.]+)/)?.[1]), p50: readMs(text, 50), p99: readMs(text, 99) };
}

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

function readMs(text: string, percent: number): number {
  const [, value, unit = ""] = text.match(new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)\\b`)) ?? [];
  return Number(value) * (UNITS[unit] ?? NaN);
}
