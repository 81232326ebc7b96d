// deno-lint-ignore-file no-console -- a script talks to the person who started it
/**
 * Benchmarks that compare side by side in one run: `deno task bench` runs all, `deno task bench http` one part, and
 * `--write` keeps the tables in RESULTS.md.
 */
import { describeMachine } from "./machine.ts";
import { benchBlocklist } from "./blocklist.ts";
import { benchFilters } from "./filters.ts";
import { benchHttp } from "./http.ts";
import { benchSaturation } from "./saturation.ts";

const PARTS: Record<string, () => Promise<string>> = {
  blocklist: benchBlocklist,
  filters: benchFilters,
  http: benchHttp,
  saturation: benchSaturation,
};

const wanted = Deno.args.filter((argument) => !argument.startsWith("--"));
const unknown = wanted.find((name) => !(name in PARTS));
if (unknown !== undefined) throw new TypeError(`Cannot find "${unknown}": choose of ${Object.keys(PARTS).join(", ")}`);

for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const table = await PARTS[name]!();
  console.log(`\n${table}\n`);
  if (Deno.args.includes("--write")) await keep(name, table);
}
Deno.exit(0);

// Each part has its own section, so that one can be measured anew without the others.
async function keep(name: string, table: string): Promise<void> {
  const file = new URL("./RESULTS.md", import.meta.url);
  const text = await Deno.readTextFile(file).catch(() => "# Measured with `deno task bench --write`\n");
  const [head = "", ...sections] = text.split(/^(?=## )/m);
  const others = sections.filter((section) => !section.startsWith(`## ${name}\n`));
  const section = `## ${name}\n\n${describeMachine()}\n\n${table}\n`;
  const all = [...others.map((each) => each.trimEnd() + "\n"), section].sort();
  await Deno.writeTextFile(file, [head.trimEnd() + "\n", ...all].join("\n"));
}
