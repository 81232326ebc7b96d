import { median } from "@/tests/bench/machine.ts";
import { startService } from "./service.ts";

/** Milliseconds from the start of the process to the first answer. */
export async function measureColdStart(rounds: number): Promise<{ readonly firstAnswerMs: number }> {
  const dir = await Deno.makeTempDir();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const service = await startService({ env: { LOGS_DIR: dir } });
    await (await fetch(`http://127.0.0.1:${service.port}/api/v1/uptime`)).body?.cancel();
    times.push(performance.now() - startedAt);
    await service.stop();
  }
  await Deno.remove(dir, { recursive: true });
  return { firstAnswerMs: Math.round(median(times)) };
}
