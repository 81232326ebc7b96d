// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Runs the tests and then lists those that were skipped, which Deno's own summary only counts. Arguments are passed on
 * to `deno test`: `deno task test tests/routes --filter=HEAD`. Without a path, all tests run.
 */
const report = await Deno.makeTempFile({ suffix: ".xml" });
const hasPath = Deno.args.some((argument) => !argument.startsWith("-"));
const command = new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "--lock=tests/deno.lock",
    "--allow-all",
    "--parallel",
    "--sanitize-resources",
    "--preload=tests/time_limit.ts",
    `--junit-path=${report}`,
    ...Deno.args,
    ...hasPath ? [] : ["tests/"],
  ],
  cwd: new URL("../", import.meta.url),
});
const { code } = await command.spawn().status;
const skipped = readSkipped(await Deno.readTextFile(report));
await Deno.remove(report);
if (skipped.length > 0) console.log(`Skipped tests:\n${skipped.map((each) => `  ${each}\n`).join("")}`);
Deno.exit(code);

/** Returns file and name of each skipped test in a JUnit report. */
function readSkipped(xml: string): string[] {
  const cases = xml.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<skipped/g);
  return [...cases].map(([, name = "", file = ""]) => unescapeXml(`${file}: ${name}`)).sort();
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };
  return text.replace(/&(\w+);/g, (entity, name) => characters[name] ?? entity);
}
