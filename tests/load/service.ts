/** The service in a process of its own. */
export interface Service {
  readonly pid: number;
  readonly port: number;
  /** Resolves with its exit code. */
  readonly exitCode: Promise<number>;
  /** Everything it wrote so far. */
  output(): string;
  signal(signal: Deno.Signal): void;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<number>;
}

/** How a service is started. */
export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What stands before `deno`, such as a limit. */
  readonly wrapper?: readonly string[];
  readonly permissions?: readonly string[];
  /** Another script than the service itself. */
  readonly script?: URL;
}

/** Starts the service on a free port of this machine and waits until it listens. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const main = (options.script ?? new URL("../../main.ts", import.meta.url)).pathname;
  const command = [Deno.execPath(), "run", "--no-prompt", ...options.permissions ?? ["--allow-all"], main];
  const [program = "", ...args] = [...options.wrapper ?? [], ...command];
  const env = { PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json", NO_COLOR: "1", ...options.env };
  const child = new Deno.Command(program, { args, env, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  let output = "";
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      const port = output.match(/Listening on http:\/\/[^\s/]+:(\d+)/)?.[1];
      if (port !== undefined) resolve(Number(port));
    }
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  const exitCode = child.status.then(async ({ code }) => {
    await reading;
    reject(new Error(`The service ended with ${code} before it listened: ${output}`));
    return code;
  });
  const port = await promise;
  const signal = (name: Deno.Signal) => child.kill(name);
  return {
    pid: child.pid,
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

/** The memory a process holds, in MB. */
export function readMemoryMb(pid: number): number {
  const kib = Deno.readTextFileSync(`/proc/${pid}/status`).match(/VmRSS:\s+(\d+) kB/)?.[1];
  return Math.round(Number(kib) / 1024);
}
