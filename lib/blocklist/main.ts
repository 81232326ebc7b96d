// The command behind `deno task blocklist`. No other file of this folder reads the settings or writes to the terminal.
import { parseArgs } from "node:util";
import { join } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { build } from "@/lib/blocklist/build.ts";
import { loadListConfig } from "@/lib/blocklist/config.ts";
import { renderReport } from "@/lib/blocklist/report.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { createTerminalProgress, print } from "@/lib/process/progress.ts";

const USAGE = `Generates the block lists in GENERATED_DIR and a report in LOGS_DIR.

  deno task blocklist [--config <file>] [--force]

  --config <file>  the lists to generate and their sources (default: the shipped ones)
  --force          write even if a list shrinks by more than a fifth
`;

const progress = createTerminalProgress();

const { values } = parseArgs({
  args: Deno.args,
  options: { config: { type: "string" }, force: { type: "boolean" }, help: { type: "boolean", short: "h" } },
});

if (values.help) {
  print(Deno.stdout, USAGE);
} else {
  Deno.exitCode = await run();
}

async function run(): Promise<number> {
  const { generatedDir: folder, logsDir, baseUrl, contact } = loadConfig();
  const now = new Date();
  try {
    const config = await loadListConfig(values.config ?? join(import.meta.dirname!, "sources/blocklist.json"));
    const { homepage = baseUrl ?? contact } = config;
    const { force = false } = values;
    const report = await build({ config: { ...config, homepage }, folder, force, progress, fetch, now: Date.now });
    await writeReport(logsDir, now, renderReport(report, now));
    return report.stopReason === undefined ? 0 : 1;
  } catch (error) {
    const text = `${now.toISOString()} blocklist stopped, nothing was written: ${messageOf(error)}\n`;
    await writeReport(logsDir, now, text);
    return 1;
  }
}

async function writeReport(folder: string, now: Date, text: string): Promise<void> {
  progress.clear();
  print(Deno.stdout, text);
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(join(folder, `blocklist-${now.toISOString().slice(0, 10)}.log`), text, { append: true });
}
