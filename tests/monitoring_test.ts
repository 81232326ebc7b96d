import { assertEquals } from "@std/assert";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import { readMetrics } from "@/lib/operator/metrics.ts";
import { startApp } from "@/tests/app.ts";
import { listQueries } from "@/tests/dashboard_queries.ts";

const FOLDER = "docs/monitoring";

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

Deno.test("every error code in the rules and their test exists", async () => {
  for (const file of ["rules.yml", "rules_test.yml"]) {
    const codes = (await Deno.readTextFile(`${FOLDER}/${file}`)).matchAll(/\bcode=~?"([^"]+)"/g)
      .flatMap(([, list = ""]) => list.split("|")).toArray();
    assertEquals([codes.length > 0, codes.filter((code) => !(code in ERROR_CODES))], [true, []], file);
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
