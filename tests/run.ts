// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Runs the tests and then lists those that were skipped, which Deno's own summary only counts. Arguments are passed on
 * to `deno test`: `deno task test tests/routes --filter=HEAD`. Without a path, all tests run, and beside them the check
 * of all types, which takes no time if `deno task check` has passed before.
 */
const ROOT = new URL("../", import.meta.url);
const report = await Deno.makeTempFile({ suffix: ".xml" });
const hasPath = Deno.args.some((argument) => !argument.startsWith("-"));
const checksAll = !hasPath && !Deno.args.includes("--no-check");
const typeErrors = checksAll ? findTypeErrors() : "";
const command = new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "--lock=tests/deno.lock",
    "--allow-all",
    "--parallel",
    "--sanitize-resources",
    "--preload=tests/time_limit.ts",
    `--junit-path=${report}`,
    ...checksAll ? ["--no-check"] : [],
    ...Deno.args,
    ...hasPath ? [] : ["tests/"],
  ],
  // One more file than processors at the same time, because many tests wait for other processes.
  env: { DENO_JOBS: Deno.env.get("DENO_JOBS") ?? `${navigator.hardwareConcurrency + 1}` },
  cwd: ROOT,
});
const { code } = await command.spawn().status;
const skipped = readSkipped(await Deno.readTextFile(report));
await Deno.remove(report);
if (skipped.length > 0) console.log(`Skipped tests:\n${skipped.map((each) => `  ${each}\n`).join("")}`);
const errors = await typeErrors;
if (errors !== "") console.error(errors);
Deno.exit(code || (errors === "" ? 0 : 1));

/** Checks the types of the whole project, with the command of `deno task check`, and returns what it reports. */
async function findTypeErrors(): Promise<string> {
  const args = ["check", "--quiet", "--lock=tests/deno.lock", "."];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
  return success ? "" : new TextDecoder().decode(stderr);
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
