// The command behind `deno task blocklist`: the one file of this folder that knows the settings and the terminal.
import { parseArgs } from "node:util";
import { join } from "@std/path";
import { loadConfig as loadSettings } from "@/fresh.config.ts";
import { build } from "@/lib/blocklist/build.ts";
import { loadConfig } from "@/lib/blocklist/config.ts";
import { renderReport } from "@/lib/blocklist/report.ts";

const USAGE = `Makes the block lists below GENERATED_DIR and a report below LOGS_DIR.

  deno task blocklist [--config <file>] [--force]

  --config <file>  what to make and from which sources (default: the shipped one)
  --force          write also when a list shrinks by more than a fifth
`;

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
  const { generatedDir, logsDir } = loadSettings();
  const now = new Date();
  try {
    const config = await loadConfig(values.config ?? join(import.meta.dirname!, "sources/blocklist.json"));
    const report = await build({
      config,
      folder: generatedDir,
      force: values.force ?? false,
      onProgress: showProgress,
    });
    await tell(logsDir, now, renderReport(report, now));
    return report.refusal === undefined ? 0 : 1;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await tell(logsDir, now, `${now.toISOString()} blocklist stopped, nothing was written: ${reason}\n`);
    return 1;
  }
}

async function tell(folder: string, now: Date, text: string): Promise<void> {
  showProgress("");
  print(Deno.stdout, text);
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(join(folder, `blocklist-${now.toISOString().slice(0, 10)}.log`), text, { append: true });
}

// One line that replaces itself, for a person; a pipe or a log gets none of it.
function showProgress(text: string): void {
  if (Deno.stderr.isTerminal()) print(Deno.stderr, `\r\x1b[2K${text}`);
}

function print(stream: typeof Deno.stdout, text: string): void {
  stream.writeSync(new TextEncoder().encode(text));
}
