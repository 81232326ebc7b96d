import { assertEquals } from "@std/assert";
import manifest from "@/deno.json" with { type: "json" };

Deno.test("the examples in the documentation of the packages, lib/async and lib/sources run", async () => {
  // Their types are checked with all others.
  const args = [
    "test",
    "--doc",
    "--no-check",
    "--allow-all",
    "--lock=tests/deno.lock",
    `--ignore=${manifest.workspace.map((folder) => `${folder}/tests`)}`,
    ...manifest.workspace,
    "lib/async",
    "lib/sources",
  ];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" } }).output();
  const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  const [, passed = "0"] = /\| (\d+) passed/.exec(output) ?? [];
  assertEquals([code, Number(passed) >= 10], [0, true], output.slice(-2000));
});
