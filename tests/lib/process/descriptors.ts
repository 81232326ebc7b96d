import { sleep } from "@/lib/async/deadline.ts";
import { scaleToLoad } from "@/tests/load_factor.ts";
import { Connection } from "@/tests/load/connection.ts";
import { startService } from "@/tests/load/service.ts";

/** The result of {@linkcode exhaustDescriptors}. */
export interface DescriptorsReport {
  readonly held: number;
  /** Whether the same process answers again after the connections were closed. */
  readonly answersAgain: boolean;
  readonly exitCode: number;
}

/** Connections beyond the limit. They must fit into the kernel's queue, because another one would wait for minutes. */
const SPARE = 64;

/** Opens connections until a service that may open `limit` files accepts no more, and then closes them. */
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
  await sleep(500);
  for (const conn of held) conn.close();
  const answersAgain = await answersWithin(service.port, scaleToLoad(20_000));
  const exitCode = await service.stop();
  await Deno.remove(dir, { recursive: true });
  return { held: held.length, answersAgain, exitCode };
}

async function answersWithin(port: number, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(100)) {
    try {
      using connection = await Connection.open(port);
      if ((await connection.get("/healthz")).status === 200) return true;
    } catch {
      continue; // Not yet.
    }
  }
  return false;
}
