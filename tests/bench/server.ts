import { findProgram } from "@/tests/programs.ts";

/** A server under measurement, in a process of its own on one core. */
export interface Server {
  readonly name: string;
  readonly base: string;
  stop(): Promise<void>;
}

/** Options of {@linkcode startServer}. */
export interface ServerOptions {
  readonly name: string;
  /** What follows `deno run`. */
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** Whether it may use all cores, rather than the first. */
  readonly isFree?: boolean;
}

const CAN_PIN = findProgram("taskset") !== undefined && navigator.hardwareConcurrency > 1;

/** Puts a command on one core: the server on the first, the client on the second. */
export function pinned(core: number, command: string[]): string[] {
  return CAN_PIN ? ["taskset", "-c", String(core), ...command] : command;
}

/** Starts a server and waits until it says where it listens. */
export async function startServer({ name, args, env = {}, isFree = false }: ServerOptions): Promise<Server> {
  const command = [Deno.execPath(), "run", ...args];
  const [program = "", ...rest] = isFree ? command : pinned(0, command);
  const child = new Deno.Command(program, {
    args: rest,
    env: { ...env, NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  })
    .spawn();
  const port = await Promise.any([findPort(child.stdout), findPort(child.stderr)]);
  return {
    name,
    base: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

// Reads on after the port is known: a full pipe would stop the server.
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
        close: () => reject(new Error(`Cannot find where the server listens: it said "${text}"`)),
      }),
    ).catch(reject);
  });
}
