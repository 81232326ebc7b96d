// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Runs the tests in the given files and folders, or all: `deno task test tests/log --filter=redact`. Options are passed
 * on to `deno test`. The last line has the numbers of tests.
 *
 * The tests need nothing but Deno. Their PATH is empty, so that none finds another program, and they do not see the
 * settings of the person who runs them. With `--programs`, the files `…_program_test.ts` run instead.
 */
import { join } from "@std/path";

const ROOT = new URL("../", import.meta.url);

/** Folders without tests, some of which are large. */
const OTHER_FOLDERS = ["node_modules", "data", "coverage", "static", ".git"];

/** The memory for each file that runs at the same time. The largest ones filter large pictures. */
const BYTES_PER_JOB = 2 ** 30;

/** The last line of `deno test`: `ok | 12 passed (1 step) | 0 failed | 1 ignored (2s)`. */
const SUMMARY = /^(?:ok|FAILED) \| (\d+) passed[^|]*\| (\d+) failed(?:[^|]*\| (\d+) ignored)?/;

const hasPrograms = Deno.args.includes("--programs");
const options = Deno.args.filter((argument) => argument.startsWith("-") && argument !== "--programs");
const paths = Deno.args.filter((argument) => !argument.startsWith("-"));
const files = (paths.length > 0 ? paths : ["."]).flatMap((path) => listTests(path))
  .filter((file) => /_program_test\.tsx?$/.test(file) === hasPrograms);
if (files.length === 0) {
  console.error(`Cannot run tests: found no file${hasPrograms ? "" : ', and "_program_test.ts" needs --programs'}`);
  Deno.exit(1);
}
clearEnvironment();
const jobs = Math.min(navigator.hardwareConcurrency, Math.floor(Deno.systemMemoryInfo().total / BYTES_PER_JOB));
const child = new Deno.Command(Deno.execPath(), {
  // Types are the business of `deno task check`.
  args: [
    "test",
    "--allow-all",
    "--frozen",
    "--lock=tests/deno.lock",
    "--no-check",
    "--parallel",
    "--reporter=dot",
    ...options,
    ...files,
  ],
  cwd: ROOT,
  env: { DENO_JOBS: `${Math.max(1, jobs)}`, ...hasPrograms ? {} : { PATH: "" } },
  stdin: "null",
  stdout: "piped",
}).spawn();
const summary = await printOutput(child.stdout);
const { code } = await child.status;
console.log(summary ?? "The tests did not end");
Deno.exit(summary === undefined ? code || 1 : code);

/** Returns a file, or the files with tests in a folder and below. */
function listTests(path: string): string[] {
  if (Deno.statSync(path).isFile) return [path];
  return Array.from(Deno.readDirSync(path)).flatMap(({ name, isDirectory }) => {
    if (isDirectory) return OTHER_FOLDERS.includes(name) ? [] : listTests(join(path, name));
    return /_test\.tsx?$/.test(name) ? [join(path, name)] : [];
  });
}

/** Removes what would change the service that a test starts: its settings, and what is known of the platform. */
function clearEnvironment(): void {
  const example = Deno.readTextFileSync(new URL(".env.example", ROOT));
  const settings = Array.from(example.matchAll(/^(?:# )?([A-Z_]+)=/gm), ([, name = ""]) => name);
  const others = Object.keys(Deno.env.toObject()).filter((name) =>
    /^(OTEL_|DENO_DEPLOY|GITHUB_|FORCE_COLOR)/.test(name)
  );
  for (const name of [...settings, ...others]) Deno.env.delete(name);
  // Requests to this machine must not go through a proxy.
  const direct = Deno.env.get("NO_PROXY") ?? Deno.env.get("no_proxy");
  Deno.env.set("NO_PROXY", [direct, "127.0.0.1", "localhost"].filter(Boolean).join());
}

/** Prints what `deno test` prints, with the dots side by side. Returns the numbers of tests from its last line. */
async function printOutput(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | undefined> {
  const print = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));
  let summary: string | undefined;
  let rest = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      // deno-lint-ignore no-control-regex -- colours
      const plain = line.replaceAll(/\x1b\[[0-9;]*m/g, "");
      const [, passed, failed, skipped] = SUMMARY.exec(plain) ?? [];
      if (passed === undefined) print(/^[.,!]+$/.test(plain) ? line : `${line}\n`);
      else summary = `${passed} passed, ${failed} failed${skipped === undefined ? "" : `, ${skipped} skipped`}`;
    }
  }
  return summary;
}
