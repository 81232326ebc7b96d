import { assertEquals } from "@std/assert";
import dashboard from "@/docs/monitoring/dashboard.json" with { type: "json" };
import { readMetrics } from "@/lib/operator/metrics.ts";
import { startApp } from "@/tests/app.ts";
import { ifInstalled } from "@/tests/programs.ts";

const FOLDER = "docs/monitoring";

/** Returns every query of the dashboard, with values for Grafana's variables. */
function listQueries(): string[] {
  const queries = dashboard.panels.flatMap(({ targets }) => targets?.map(({ expr }) => expr) ?? []);
  return queries.map((query) => query.replaceAll("$__rate_interval", "5m"));
}

async function promtool(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("promtool", { args }).output();
  return code === 0 ? "" : new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test("every metric in the rules, their test and the dashboard exists", async () => {
  await using app = await startApp();
  const known = Object.keys(readMetrics(app.services));
  const files = ["rules.yml", "rules_test.yml", "dashboard.json"];
  for (const file of files) {
    const text = await Deno.readTextFile(`${FOLDER}/${file}`);
    const named = text.match(/\b(pawkit|process)_\w+/g)?.map((name) => name.replace(/_(bucket|sum|count)$/, "")) ?? [];
    assertEquals([...new Set(named)].filter((name) => !known.includes(name)), [], file);
  }
});

Deno.test("every alert is tested, and the dashboard shows every metric but the number of cached results", async () => {
  const rules = (await Deno.readTextFile(`${FOLDER}/rules.yml`)).matchAll(/alert: (\w+)/g).map(([, name]) => name);
  const tested = await Deno.readTextFile(`${FOLDER}/rules_test.yml`);
  assertEquals([...rules].filter((name) => !tested.includes(`alertname="${name}"`)), []);
  await using app = await startApp();
  const shown = listQueries().join();
  const missing = Object.keys(readMetrics(app.services)).filter((name) => !shown.includes(name));
  assertEquals(missing, ["pawkit_filter_cache_entries"]);
});

Deno.test(ifInstalled("promtool", "promtool accepts the alerts, and each fires when it should"), async () => {
  assertEquals(await promtool("check", "rules", `${FOLDER}/rules.yml`), "");
  assertEquals(await promtool("test", "rules", `${FOLDER}/rules_test.yml`), "");
});

Deno.test(ifInstalled("promtool", "promtool accepts every query of the dashboard"), async () => {
  const rules = listQueries().map((expr, at) => ({ record: `query_${at}`, expr }));
  const file = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  assertEquals(await promtool("check", "rules", file), "");
  await Deno.remove(file);
});
