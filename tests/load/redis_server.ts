/** A real Redis on loopback, for one test. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Ends it as a power failure would: what it held is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
}

/** Starts a Redis that keeps nothing on disk, on a free port. */
export async function startRedis(): Promise<RedisServer> {
  const port = freePort();
  let child = await spawn(port);
  const kill = async () => {
    child.kill("SIGKILL");
    await child.status;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start: async () => void (child = await spawn(port)),
    [Symbol.asyncDispose]: kill,
  };
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function spawn(port: number): Promise<Deno.ChildProcess> {
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = new Deno.Command("redis-server", { args, stdout: "null", stderr: "null" }).spawn();
  while (!await answers(port)) await new Promise((resolve) => setTimeout(resolve, 10));
  return child;
}

async function answers(port: number): Promise<boolean> {
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(new TextEncoder().encode("PING\r\n"));
    const buffer = new Uint8Array(16);
    const length = await connection.read(buffer);
    return new TextDecoder().decode(buffer.subarray(0, length ?? 0)).startsWith("+PONG");
  } catch {
    return false;
  }
}
