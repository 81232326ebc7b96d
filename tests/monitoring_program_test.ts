import { assertEquals } from "@std/assert";
import { listQueries } from "@/tests/dashboard_queries.ts";
import { ifInstalled } from "@/tests/programs.ts";

const FOLDER = "docs/monitoring";

async function promtool(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("promtool", { args }).output();
  return code === 0 ? "" : new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

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
