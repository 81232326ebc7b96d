// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Runs the tests in the given files and folders, or all. Options are passed on to `deno test`:
 * `deno task test tests/routes --filter=HEAD`.
 *
 * - `deno task test` runs the tests that need nothing but Deno. Their PATH is empty, so that none finds another program,
 *   and a skipped test is an error: the same tests run on every machine.
 * - With `--programs`, the files `…_program_test.ts` run instead. The programs that are missing are listed first, and the
 *   tests that were skipped for that at the end.
 *
 * Types are checked only if files or folders are given: `deno task check` checks those of the whole project.
 */
import { existsSync } from "node:fs";
import manifest from "@/deno.json" with { type: "json" };
import { readAvailableMemory } from "@/lib/process/machine_memory.ts";
import { listMissing } from "./programs.ts";

/** The longest line of a failure that is printed: a page in an assertion would hide the rest. */
const MAX_CHARACTERS = 300;

/** The most lines of one failure that are printed. */
const MAX_LINES = 60;

const ROOT = new URL("../", import.meta.url);

/** The folders with tests: those of the packages are beside their code. */
const FOLDERS = ["tests", ...manifest.workspace.map((folder) => `${folder}/tests`)];

const hasPrograms = Deno.args.includes("--programs");
const options = Deno.args.filter((argument) => argument.startsWith("-") && argument !== "--programs");
const paths = Deno.args.filter((argument) => !argument.startsWith("-"));
const unknown = paths.find((path) => !existsSync(path));
if (unknown !== undefined) {
  console.error(`Cannot run tests: must be files or folders, got "${unknown}"`);
  Deno.exit(1);
}
const files = (paths.length > 0 ? paths : FOLDERS).flatMap((path) => [...listFiles(path)])
  .filter((file) => /_program_test\.tsx?$/.test(file) === hasPrograms);
if (files.length === 0) {
  const [task, ending] = hasPrograms ? ["test", "another name"] : ["test:programs", "_program_test.ts"];
  console.error(`Cannot run tests: found no file, use "deno task ${task}" for files with ${ending}`);
  Deno.exit(1);
}
const missing = hasPrograms ? listMissing() : [];
if (missing.length > 0) console.log(`Missing programs:\n${toList(missing)}`);

clearEnvironment();
const hasReporter = options.some((option) => option.startsWith("--reporter"));

const report = await Deno.makeTempFile({ suffix: ".xml" });
const progress = await Deno.makeTempFile();
const command = new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "--lock=tests/deno.lock",
    "--allow-all",
    "--parallel",
    "--sanitize-resources",
    // Short tests create much garbage, and most of what they compile runs only a few times: with this size of new space
    // they take 6 % less processor time, and 4 % less with fewer of the compilers.
    "--v8-flags=--min-semi-space-size=16,--no-sparkplug,--liftoff-only",
    "--preload=tests/time_limit.ts",
    `--junit-path=${report}`,
    ...hasReporter ? [] : ["--reporter=dot"],
    ...paths.length > 0 || options.includes("--no-check") ? [] : ["--no-check"],
    ...options,
    ...files,
  ],
  env: {
    DENO_JOBS: Deno.env.get("DENO_JOBS") ?? `${countJobs()}`,
    TEST_PROGRESS: progress,
    ...hasPrograms ? {} : { PATH: "" },
  },
  cwd: ROOT,
  stdout: hasReporter ? "inherit" : "piped",
});
const child = command.spawn();
const summary = hasReporter ? "" : await printShortened(child.stdout);
const { code, signal } = await child.status;
if (signal !== null) {
  const unfinished = readUnfinished(await Deno.readTextFile(progress));
  console.error(`Deno itself ended by ${signal}. These files had not finished:\n${toList(unfinished)}`);
}
// A filter skips on purpose all tests that it does not match.
const isFiltered = options.some((option) => option.startsWith("--filter"));
const skipped = isFiltered ? [] : readSkipped(await Deno.readTextFile(report));
if (skipped.length > 0) console.log(`Skipped tests:\n${toList(skipped)}`);
for (const file of [report, progress]) await Deno.remove(file);
console.log(summary);
if (skipped.length > 0 && !hasPrograms) {
  console.error("Tests that need nothing but Deno must not be skipped");
  Deno.exit(code || 1);
}
Deno.exit(code);

/**
 * Returns how many files run at the same time: one more than processors, because many tests wait for other processes, but
 * no more than the memory allows. The largest file takes 600 MB.
 */
function countJobs(): number {
  const most = Math.floor(readAvailableMemory() / 600e6);
  return Math.max(1, Math.min(navigator.hardwareConcurrency + 1, most));
}

/**
 * Removes the settings of the service and of Deno's telemetry from the environment: the service that a test starts would
 * have the PORT of this user, or its tests the GITHUB_TOKEN. Also keeps requests to this machine away from a proxy.
 */
function clearEnvironment(): void {
  const example = Deno.readTextFileSync(new URL(".env.example", ROOT));
  const settings = Array.from(example.matchAll(/^(?:# )?([A-Z_]+)=/gm), ([, name = ""]) => name);
  const others = Object.keys(Deno.env.toObject()).filter((name) => /^(OTEL_|DENO_DEPLOY)/.test(name));
  for (const name of [...settings, ...others]) Deno.env.delete(name);
  // It has priority over NO_COLOR, with which tests start programs whose output they read.
  Deno.env.delete("FORCE_COLOR");
  const direct = Deno.env.get("NO_PROXY") ?? Deno.env.get("no_proxy") ?? "";
  Deno.env.set("NO_PROXY", [...direct.split(",").filter(Boolean), "127.0.0.1", "localhost"].join());
}

/**
 * Prints the output of `deno test`: dots in rows, because Deno prints each on its own line, and short failures. Returns
 * the last line, with the numbers of tests.
 */
async function printShortened(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let dots = 0;
  let lines = 0;
  let summary = "";
  const print = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));
  for await (const line of readLines(output)) {
    // deno-lint-ignore no-control-regex -- colours
    const plain = line.replaceAll(/\x1b\[[0-9;]*m/g, "");
    if (/^[.,!]+$/.test(plain)) {
      dots += plain.length;
      print(dots % 100 === 0 ? `${plain}\n` : plain);
      continue;
    }
    if (/^(ok|FAILED) \|/.test(plain)) {
      summary = line;
      continue;
    }
    if (dots > 0) print("\n");
    dots = 0;
    // Each failure begins with the place of its test.
    lines = / => .+:\d+:\d+$/.test(plain) ? 0 : lines + 1;
    if (lines === MAX_LINES) print("… (the rest of this failure is left out)\n");
    const isCut = plain.length > MAX_CHARACTERS;
    if (lines < MAX_LINES) {
      print(`${isCut ? `${plain.slice(0, MAX_CHARACTERS)}… (${plain.length} characters)` : line}\n`);
    }
  }
  return summary;
}

async function* readLines(output: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function toList(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join("");
}

/** Returns a file, or the files with tests in a folder. */
function* listFiles(path: string): Generator<string> {
  if (Deno.statSync(path).isFile) return yield path;
  for (const { name, isDirectory } of Deno.readDirSync(path)) {
    if (isDirectory || /_test\.tsx?$/.test(name)) yield* listFiles(`${path}/${name}`);
  }
}

/** Returns the files that time_limit.ts reported as started but not as finished. */
function readUnfinished(text: string): string[] {
  const lines = text.split("\n");
  const files = lines.filter((line) => line.startsWith("start ")).map((line) => line.slice("start ".length));
  return files.filter((file) => !lines.includes(`end ${file}`)).map((file) => file.replace(ROOT.href, ""));
}

/** Returns file and name of each skipped test in a JUnit report. */
function readSkipped(xml: string): string[] {
  const cases = xml.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<skipped/g);
  return [...cases].map(([, name = "", file = ""]) => unescapeXml(`${file}: ${name}`)).sort();
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };
  return text.replace(/&(\w+);/g, (entity, name) => characters[name] ?? entity);
}
