const MAIN = import.meta.resolve("../../main.ts");

/** Time limits that no picture reaches on a busy machine. */
export const PATIENT = { FILTER_TIMEOUT_MS: "120000", SOURCE_TIMEOUT_MS: "120000" };

/** Lines about requests are dropped beyond this size: an attack of an hour would fill the memory with them. */
const MAX_OUTPUT_WITH_REQUESTS = 2 ** 20;

/** The service in its own process. */
export interface Service {
  readonly pid: number;
  readonly port: number;
  /** Resolves with its exit code. */
  readonly exitCode: Promise<number>;
  /** Everything it has printed so far, without the lines about requests if it printed very many. */
  output(): string;
  signal(signal: Deno.Signal): void;
  /** Sends SIGTERM and waits for the end of the process. */
  stop(): Promise<number>;
}

/** Options of {@linkcode startService}. */
export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs `deno`, for example to set a limit. */
  readonly wrapper?: readonly string[];
  readonly permissions?: readonly string[];
  /** A script to run instead of main.ts. */
  readonly script?: URL;
  /** A checkout whose `deno task start` is run instead, with the permissions of production. */
  readonly checkout?: string;
}

/** Starts the service on a free port of this machine and waits until it prints its address. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const script = options.script === undefined ? [MAIN, "--run"] : [options.script.href];
  const run = ["run", "--no-prompt", ...options.permissions ?? ["--allow-all"], ...script];
  const command = [Deno.execPath(), ...options.checkout === undefined ? run : ["task", "start"]];
  const [program = "", ...args] = [...options.wrapper ?? [], ...command];
  const env = { ...PATIENT, PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json", NO_COLOR: "1", ...options.env };
  const cwd = options.checkout ?? Deno.cwd();
  const child = new Deno.Command(program, { args, env, cwd, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  let output = "";
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split(/(?<=\n)/);
      rest = lines.at(-1)!.endsWith("\n") ? "" : lines.pop()!;
      for (const line of lines) {
        if (output.length < MAX_OUTPUT_WITH_REQUESTS || !line.includes('"pawkit.access"')) output += line;
        const port = line.match(/Listening on http:\/\/[^\s/]+:(\d+)/)?.[1];
        if (port !== undefined) resolve(Number(port));
      }
    }
    output += rest;
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  const exitCode = child.status.then(async ({ code }) => {
    await reading;
    reject(new Error(`Cannot start the service: it ended with ${code}, got ${output}`));
    return code;
  });
  const port = await promise;
  const pid = options.checkout === undefined ? child.pid : findChild(child.pid);
  const signal = (name: Deno.Signal) => Deno.kill(pid, name);
  return {
    pid,
    port,
    exitCode,
    output: () => output,
    signal,
    stop: () => {
      signal("SIGTERM");
      return exitCode;
    },
  };
}

/** Returns the resident memory of a process, in MB: the current value, or the maximum since its start. */
export function readMemoryMb(pid: number, value: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Math.round(Number(status.match(new RegExp(`${value}:\\s+(\\d+) kB`))?.[1]) / 1024);
}

// A task runs its command as a child, and `start` runs the service as a child of its own.
function findChild(pid: number): number {
  const threads = [...Deno.readDirSync(`/proc/${pid}/task`)].map(({ name }) => `/proc/${pid}/task/${name}/children`);
  const children = threads.flatMap((path) => Deno.readTextFileSync(path).trim().split(" ").filter(Boolean).map(Number));
  return children[0] === undefined ? pid : findChild(children[0]);
}
