import { sleep } from "@/lib/async/deadline.ts";
import { Connection } from "@/tests/load/connection.ts";
import { startService } from "@/tests/load/service.ts";

/** The result of {@linkcode exhaustDescriptors}. */
export interface DescriptorsReport {
  readonly held: number;
  readonly exitCode: number;
}

/** Connections beyond the limit. They must fit into the kernel's queue, because another one would wait for minutes. */
const SPARE = 64;

/**
 * Opens connections until a service that may open `limit` files accepts no more, closes them, and waits until the same
 * process answers again.
 */
export async function exhaustDescriptors(limit: number): Promise<DescriptorsReport> {
  const dir = await Deno.makeTempDir();
  const wrapper = ["sh", "-c", `ulimit -n ${limit}; exec "$0" "$@"`];
  const service = await startService({ wrapper, env: { LOGS_DIR: dir } });
  const held: Deno.Conn[] = [];
  while (held.length < limit + SPARE) {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port: service.port }).catch(() => undefined);
    if (conn === undefined) break;
    held.push(conn);
  }
  while ([...Deno.readDirSync(`/proc/${service.pid}/fd`)].length < limit) await sleep(10);
  for (const conn of held) conn.close();
  while (!await answers(service.port)) await sleep(10);
  const exitCode = await service.stop();
  await Deno.remove(dir, { recursive: true });
  return { held: held.length, exitCode };
}

async function answers(port: number): Promise<boolean> {
  try {
    using connection = await Connection.open(port);
    return (await connection.get("/healthz")).status === 200;
  } catch {
    return false; // Not yet.
  }
}
