import { join } from "@std/path";
import { FORMATS } from "@/lib/files/lists/formats.ts";
import { toTable } from "./machine.ts";

/** The generator that ours is compared with. One of its dependencies is pinned: not every mirror has the newest. */
const PEER = { name: "@adguard/hostlist-compiler", version: "2.1.1", overrides: { "@adguard/diff-builder": "1.1.7" } };

const LINES = 1_000_000;
const MAIN = import.meta.resolve("../../lib/blocklist/main.ts");

/** The cost and the output of one run of a program. */
interface Measured {
  readonly name: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly rules: ReadonlySet<string>;
  readonly output: string;
}

/** Generates lists from a million lines with both generators in turn and compares time, memory and output. */
export async function benchBlocklist(): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "source.txt"), makeSource());
    return describe(await measureOurs(folder), await measurePeer(folder));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns a hosts file with duplicates, subdomains, umlauts, addresses, long labels and comments; always the same. */
function makeSource(): string {
  let state = 1;
  const random = (below: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below;
  const words = "ads track pixel cdn stat metric banner click sync tag beacon log media shop news app data web img"
    .split(" ");
  const tops = ["com", "net", "org", "io", "de", "co.uk", "ru", "info", "xyz", "top"];
  const word = () => words[random(words.length)];
  const lines = Array.from({ length: LINES }, (_, index) => {
    const base = `${word()}${word()}${random(90_000)}.${tops[random(tops.length)]}`;
    const kind = random(100);
    if (kind < 50) return `0.0.0.0 ${word()}${random(500)}.${base}`;
    if (kind < 80) return `0.0.0.0 ${base}`;
    if (kind < 95) return `0.0.0.0 ${word()}.${word()}${random(50)}.${base}`;
    if (kind < 97) return `# comment ${index}`;
    if (kind < 98) return `0.0.0.0 ${"x".repeat(70)}.${base}`;
    if (kind < 99) return `0.0.0.0 ${random(256)}.${random(256)}.1.2`;
    return `0.0.0.0 münchen${random(9000)}.${base}`;
  });
  return `${lines.join("\n")}\n`;
}

async function measureOurs(folder: string): Promise<Measured> {
  const config = {
    license: "MIT",
    expires: "4 days",
    allow: [],
    sources: [{ id: "bench", title: "Bench", from: "source.txt", license: "MIT" }],
    lists: [{ name: "bench", title: "Bench", description: "A million lines", sources: ["bench"] }],
  };
  await Deno.writeTextFile(join(folder, "ours.json"), JSON.stringify(config));
  const env = { GENERATED_DIR: join(folder, "ours"), LOGS_DIR: join(folder, "logs") };
  const args = ["run", "--allow-all", MAIN, "--config", join(folder, "ours.json")];
  const times = await run(args, { cwd: folder, env });
  const rules = await readRules(join(folder, "ours/bench/adblock.txt"));
  return {
    name: "Pawkit",
    ...times,
    rules,
    output: `${FORMATS.length} formats, each with a gzip variant; manifest, origins, report`,
  };
}

async function measurePeer(folder: string): Promise<Measured> {
  const { name, version, overrides } = PEER;
  const source = { name: "bench", source: join(folder, "source.txt"), type: "hosts" };
  const transformations = [
    "RemoveComments",
    "Compress",
    "ConvertToAscii",
    "Validate",
    "Deduplicate",
    "InsertFinalNewLine",
  ];
  await Deno.writeTextFile(
    join(folder, "package.json"),
    JSON.stringify({ dependencies: { [name]: version }, overrides }),
  );
  await Deno.writeTextFile(
    join(folder, "peer.json"),
    JSON.stringify({ name: "bench", sources: [source], transformations }),
  );
  await new Deno.Command(Deno.execPath(), { args: ["install", "--node-modules-dir=auto"], cwd: folder }).output();
  const cli = join(folder, "node_modules", name, "src/cli.js");
  const output = join(folder, "peer.txt");
  const times = await run(["run", "--allow-all", cli, "-c", "peer.json", "-o", output], { cwd: folder, env: {} });
  return { name: `${name} ${version}`, ...times, rules: await readRules(output), output: "1 format" };
}

/** Runs a program under GNU time, which measures all of its threads. */
async function run(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<Pick<Measured, "seconds" | "cpuSeconds" | "megabytes">> {
  const command = new Deno.Command("/usr/bin/time", {
    args: ["-f", "\n%e %U %S %M", Deno.execPath(), ...args],
    ...options,
  });
  const { success, stderr } = await command.output();
  const text = new TextDecoder().decode(stderr).trim();
  if (!success) throw new Error(`Cannot run ${args.join(" ")}: must succeed, got ${text}`);
  const [seconds = NaN, user = NaN, system = NaN, kilobytes = NaN] = text.split("\n").at(-1)!.split(" ").map(Number);
  return { seconds, cpuSeconds: user + system, megabytes: kilobytes / 1000 };
}

async function readRules(path: string): Promise<Set<string>> {
  return new Set((await Deno.readTextFile(path)).split("\n").filter((line) => line.startsWith("||")));
}

function describe(ours: Measured, peer: Measured): string {
  const rows = [ours, peer].map(({ name, seconds, cpuSeconds, megabytes, rules, output }) => [
    name,
    `${seconds.toFixed(1)} s`,
    `${cpuSeconds.toFixed(1)} s`,
    `${megabytes.toFixed(0)} MB`,
    rules.size.toLocaleString("en"),
    output,
  ]);
  const table = toTable([
    ["A million lines", "time", "processor time", "peak memory", "adblock rules", "output"],
    ...rows,
  ]);
  return `${table}\n\n${explain(ours.rules, peer.rules)}`;
}

function explain(ours: ReadonlySet<string>, peer: ReadonlySet<string>): string {
  const extra = ours.difference(peer).size;
  const missing = peer.difference(ours).size;
  const rules = extra + missing === 0
    ? "Both generate the same rules (theirs is set to convert umlauts to punycode; otherwise it drops those names)."
    : `Rules in both: ${ours.intersection(peer).size}; only ours: ${extra}; only theirs: ${missing}.`;
  return `${rules} Theirs preserves the order of the source and contains the time of the run, so that every run gives a ` +
    `different file; ours is sorted, the same in every run, and reports what it rejected and why.`;
}
