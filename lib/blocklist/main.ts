// The command behind `deno task blocklist`. No other file of this folder reads the settings, and only progress.ts also
// writes to the terminal.
import { parseArgs } from "node:util";
import { dirname, join, resolve } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { build } from "@/lib/blocklist/build.ts";
import { loadListConfig } from "@/lib/blocklist/config.ts";
import { createTerminalProgress, print } from "@/lib/blocklist/progress.ts";
import { renderReport } from "@/lib/blocklist/report.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { listPrivatePaths, listSecrets } from "@/lib/process/private_settings.ts";
import { exitOnStartupError, StartupError } from "@/lib/process/startup_error.ts";
import { createRedactor } from "@/lib/text/redact.ts";

const USAGE = `Generates the block lists in GENERATED_DIR and a report in LOGS_DIR.

  deno task blocklist [--config <file>] [--force]

  --config <file>  the lists to generate and their sources (default: the shipped ones)
  --force          write even if a list shrinks by more than a fifth
`;

await exitOnStartupError(run);

async function run(): Promise<void> {
  const { config: path = join(import.meta.dirname!, "sources/blocklist.json"), force = false, help } = readOptions();
  if (help) return print(Deno.stdout, USAGE);
  const settings = loadConfig();
  const { generatedDir: folder, logsDir, baseUrl, contact } = settings;
  const now = new Date();
  const progress = createTerminalProgress();
  let text: string;
  try {
    const config = await loadListConfig(path);
    const { homepage = baseUrl ?? contact } = config;
    const report = await build({ config: { ...config, homepage }, folder, force, progress, fetch, now: Date.now });
    text = renderReport(report, now);
    if (report.stopReason !== undefined) Deno.exitCode = 1;
  } catch (error) {
    text = `${now.toISOString()} blocklist stopped: ${messageOf(error)}\n`;
    Deno.exitCode = 1;
  }
  progress.clear();
  print(Deno.stdout, text);
  await Deno.mkdir(logsDir, { recursive: true });
  // Anyone may read it.
  const redact = createRedactor({
    secrets: listSecrets(settings),
    paths: [...listPrivatePaths(settings), [dirname(resolve(path)), "CONFIG"]],
  });
  const log = join(logsDir, `blocklist-${now.toISOString().slice(0, 10)}.log`);
  await Deno.writeTextFile(log, redact(text), { append: true });
}

function readOptions(): { config?: string; force?: boolean; help?: boolean } {
  try {
    return parseArgs({
      options: { config: { type: "string" }, force: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    }).values;
  } catch (error) {
    throw new StartupError(`Cannot generate the block lists: ${messageOf(error)}`);
  }
}
