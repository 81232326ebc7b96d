import { findProgram } from "@/tests/programs.ts";

/** A server under measurement, in its own process on one core. */
export interface Server {
  readonly name: string;
  readonly base: string;
  /** Returns the processor time used so far by all threads of the server, in seconds; NaN without /proc. */
  cpuSeconds(): number;
  /** Returns the most memory since the last reset, in megabytes; NaN without /proc. */
  peakMegabytes(): number;
  resetPeak(): void;
  stop(): Promise<void>;
}

/** Options of {@linkcode startServer}. */
export interface ServerOptions {
  readonly name: string;
  /** The arguments of the program. */
  readonly args: readonly string[];
  /** The program; `deno run` by default. */
  readonly program?: readonly string[];
  readonly env?: Record<string, string>;
  /** The folder in which the server runs; the current one by default. */
  readonly cwd?: string;
  /** Whether the server may use all cores, not only the first. */
  readonly usesAllCores?: boolean;
}

/** Ticks per second of the times in /proc, the same on every Linux. */
const TICKS_PER_SECOND = 100;

const CAN_PIN = findProgram("taskset") !== undefined && navigator.hardwareConcurrency > 1;

/** Pins a command to one core: the server to the first, the client to the second. */
export function pinned(core: number, command: string[]): string[] {
  return CAN_PIN ? ["taskset", "-c", String(core), ...command] : command;
}

/** Starts a server and waits until it prints its address. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { name, args, program = [Deno.execPath(), "run"], env = {}, cwd = Deno.cwd(), usesAllCores = false } = options;
  const command = [...program, ...args];
  const [first = "", ...rest] = usesAllCores ? command : pinned(0, command);
  const child = new Deno.Command(first, {
    args: rest,
    env: { ...env, NO_COLOR: "1" },
    cwd,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const port = await Promise.any([findPort(child.stdout), findPort(child.stderr)]);
  return {
    name,
    base: `http://127.0.0.1:${port}`,
    cpuSeconds: () => readCpuSeconds(child.pid),
    peakMegabytes: () => readPeakMegabytes(child.pid),
    resetPeak() {
      if (Deno.build.os === "linux") Deno.writeTextFileSync(`/proc/${child.pid}/clear_refs`, "5");
    },
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

// Continues to read after the port is known, because a full pipe would block the server.
function findPort(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const decoder = new TextDecoder();
    stream.pipeTo(
      new WritableStream({
        write(chunk) {
          if (text.length < 100_000) text += decoder.decode(chunk, { stream: true });
          const port = text.match(/https?:\/\/[^\s/]+:(\d+)/)?.[1];
          if (port !== undefined) resolve(port);
        },
        close: () => reject(new Error(`Cannot find the port of the server: must print its address, got "${text}"`)),
      }),
    ).catch(reject);
  });
}

function readCpuSeconds(pid: number): number {
  if (Deno.build.os !== "linux") return NaN;
  // The name of the program, in parentheses, may contain spaces: utime and stime are the 12th and 13th field after it.
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function readPeakMegabytes(pid: number): number {
  if (Deno.build.os !== "linux") return NaN;
  return Number(/VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1]) / 1024;
}
