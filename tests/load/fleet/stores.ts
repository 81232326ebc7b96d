import { sleep } from "@/lib/async/deadline.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { type RedisServer, startRedis } from "../redis_server.ts";

/** Runs `redis-cli` and returns what it prints. */
export async function askRedis({ port }: { readonly port: number }, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("redis-cli", { args: ["-p", `${port}`, ...args] }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** A primary, its replica, and a sentinel that replaces the one by the other. */
export async function startSentinel(folder: string): Promise<{ url: string; primary: RedisServer } & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  const primary = stack.use(await startRedis());
  const replica = stack.use(await startRedis("--replicaof", "127.0.0.1", `${primary.port}`));
  while (!(await askRedis(replica, "info", "replication")).includes("master_link_status:up")) await sleep(50);
  const port = findFreePort();
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
    "sentinel down-after-milliseconds main 1000",
    "sentinel failover-timeout main 5000",
  ];
  await Deno.writeTextFile(`${folder}/sentinel.conf`, lines.join("\n"));
  const args = [`${folder}/sentinel.conf`, "--sentinel"];
  const child = new Deno.Command("redis-server", { args, stdout: "null", stderr: "null" }).spawn();
  stack.defer(async () => {
    child.kill("SIGKILL");
    await child.status;
  });
  // It can only replace a primary whose replica it has found.
  while (!(await askRedis({ port }, "sentinel", "replicas", "main")).includes(`${replica.port}`)) await sleep(50);
  return { url: `redis-sentinel://127.0.0.1:${port}/main`, primary, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** A cluster of three nodes without replicas. */
export async function startCluster(folder: string): Promise<{ url: string; nodes: RedisServer[] } & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  const nodes: RedisServer[] = [];
  for (const name of ["a", "b", "c"]) {
    const file = `${folder}/${name}.conf`;
    const settings = ["--cluster-enabled", "yes", "--cluster-config-file", file, "--cluster-node-timeout", "1000"];
    nodes.push(stack.use(await startRedis(...settings)));
  }
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await askRedis(nodes[0]!, "--cluster", "create", ...hosts, "--cluster-yes");
  while (!await isHealthy(nodes)) await sleep(50);
  return { url: `redis-cluster://${hosts[0]},${hosts[1]}`, nodes, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function isHealthy(nodes: readonly RedisServer[]): Promise<boolean> {
  const infos = await Promise.all(nodes.map((node) => askRedis(node, "cluster", "info")));
  return infos.every((info) => info.includes("cluster_state:ok"));
}
