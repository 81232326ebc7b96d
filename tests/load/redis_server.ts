import { sleep } from "@/lib/async/deadline.ts";
import { findFreePort } from "@/tests/free_port.ts";

/** A real Redis server on this machine, for one test. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Kills it as a power failure would; its data is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port, without data. */
  start(): Promise<void>;
}

/** Neither a copy of its own data nor one of its primary's is written to a file. */
const WITHOUT_FILES = ["--save", "", "--repl-diskless-load", "swapdb"];

/** Starts a Redis server on a free port that stores nothing on disk. `settings` are further arguments of it. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const port = findFreePort();
  let child: Deno.ChildProcess | undefined;
  const start = async () => {
    const args = ["--port", `${port}`, "--bind", "127.0.0.1", ...WITHOUT_FILES, ...settings];
    child = new Deno.Command("redis-server", { args, stdout: "null", stderr: "null" }).spawn();
    let hasEnded = false;
    child.status.then(() => hasEnded = true);
    while (!await isReady(port)) {
      if (hasEnded) throw new Error(`Cannot start redis-server: it has ended, with ${args.join(" ")}`);
      await sleep(10);
    }
  };
  const kill = async () => {
    child?.kill("SIGKILL");
    await child?.status;
    child = undefined;
  };
  await start();
  return { port, url: `redis://127.0.0.1:${port}`, kill, start, [Symbol.asyncDispose]: kill };
}

/** Runs `redis-cli` and returns what it prints. */
export async function askRedis({ port }: Pick<RedisServer, "port">, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("redis-cli", { args: ["-p", `${port}`, ...args] }).output();
  return new TextDecoder().decode(stdout).trim();
}

async function isReady(port: number): Promise<boolean> {
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(new TextEncoder().encode("PING\r\n"));
    const buffer = new Uint8Array(16);
    const length = await connection.read(buffer);
    return /^(\+PONG|-NOAUTH)/.test(new TextDecoder().decode(buffer.subarray(0, length ?? 0)));
  } catch {
    return false;
  }
}
