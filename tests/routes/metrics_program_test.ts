import { assertEquals } from "@std/assert";
import { findFreePort } from "@/tests/free_port.ts";
import { startService } from "@/tests/load/service.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";
import { readMetrics, TOKEN } from "./scraped_metrics.ts";

Deno.test(ifInstalled("promtool", "GET /metrics passes the checks of promtool"), async () => {
  const promtool = new Deno.Command("promtool", { args: ["check", "metrics"], stdin: "piped", stderr: "piped" })
    .spawn();
  const writer = promtool.stdin.getWriter();
  await writer.write(new TextEncoder().encode(await readMetrics()));
  await writer.close();
  const { code, stderr } = await promtool.output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
});

Deno.test(ifInstalled("prometheus", "Prometheus scrapes /metrics with the token of its configuration"), async () => {
  const folder = await Deno.makeTempDir();
  const service = await startService({ env: { OPERATOR_TOKEN: TOKEN, LOGS_DIR: `${folder}/logs` } });
  const scrape = {
    "job_name": "pawkit",
    "scrape_interval": "1s",
    authorization: { credentials: TOKEN },
    "static_configs": [{ targets: [`127.0.0.1:${service.port}`] }],
  };
  // JSON is valid YAML.
  await Deno.writeTextFile(`${folder}/prometheus.yml`, JSON.stringify({ "scrape_configs": [scrape] }));
  const port = findFreePort();
  const child = new Deno.Command(findProgram("prometheus")!, {
    args: [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    const query = encodeURIComponent('up{job="pawkit"} + on(instance) pawkit_build_info');
    const value = await poll(async () => {
      const answer = await (await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${query}`)).json();
      return answer.data?.result?.[0]?.value?.[1];
    });
    assertEquals(value, "2");
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await service.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

/** Waits for a value. The time limit of the test ends it. */
async function poll<T>(read: () => Promise<T | undefined>): Promise<T> {
  while (true) {
    const value = await read().catch(() => undefined);
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
