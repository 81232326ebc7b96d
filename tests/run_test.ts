import { assertEquals, assertMatch, assertNotEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";

/** Options of {@linkcode runTests}. */
interface RunOptions {
  /** The name of the file. */
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Runs `tests/run.ts` on a folder with a file that has this text, and returns what it printed. */
async function runTests(
  text: string,
  { name = "fixture_test.ts", env = {}, args = [] }: RunOptions = {},
): Promise<{ code: number; output: string; errors: string }> {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(join(folder, name), text);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", join(import.meta.dirname!, "run.ts"), "--no-check", ...args, folder],
    env: { NO_COLOR: "1", ...env },
  }).output();
  await Deno.remove(folder, { recursive: true });
  const [output = "", errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, output, errors };
}

const SKIPPING = `
import { ifInstalled } from "${import.meta.resolve("./programs.ts")}";
Deno.test(ifInstalled("deno-on-mars", 'lands "softly" & <safely>'), () => {});
Deno.test("runs", () => {});
`;

const SKIPPED = /Skipped tests:\n {2}.+_test\.ts: lands "softly" & <safely> \(deno-on-mars is not installed\)\n/;

Deno.test("tests/run.ts fails if a test is skipped, lists it, and ends with the numbers of tests", async () => {
  const { code, output, errors } = await runTests(SKIPPING);
  assertEquals(code, 1);
  assertMatch(output, SKIPPED);
  assertMatch(output, /\nok \| 1 passed \| 0 failed \| 1 ignored [^\n]*\n$/);
  assertStringIncludes(errors, "must not be skipped");
});

Deno.test("tests/run.ts --programs lists missing programs and skipped tests, and passes", async () => {
  const options = { name: "a_program_test.ts", args: ["--programs"], env: { PATH: "/none" } };
  const { code, output } = await runTests(SKIPPING, options);
  assertEquals(code, 0);
  assertMatch(output, /^Missing programs:\n( {2}\S+\n)* {2}redis-server\n/);
  assertMatch(output, SKIPPED);
});

Deno.test("tests/run.ts runs files of its own kind only", async () => {
  const failing = `Deno.test("must not run", () => { throw new Error("it ran"); });`;
  for (const [name, args] of [["a_program_test.ts", []], ["a_test.ts", ["--programs"]]] as const) {
    const { code, output, errors } = await runTests(failing, { name, args });
    assertEquals(code, 1);
    assertEquals(output.includes("it ran"), false);
    assertMatch(errors, /^Cannot run tests: found no file, use "deno task test/);
  }
});

Deno.test("tests/run.ts finds no program but Deno", async () => {
  const text = `Deno.test("starts one", () => { new Deno.Command("sh").spawn(); });`;
  const { code, output } = await runTests(text);
  assertEquals(code, 1);
  assertMatch(output, /Failed to spawn 'sh'/);
});

Deno.test("tests/run.ts names the files that had not finished when Deno crashed", async () => {
  const { code, errors } = await runTests(`Deno.test("crashes", () => Deno.kill(Deno.pid, "SIGKILL"));`);
  assertNotEquals(code, 0);
  assertMatch(errors, /Deno itself ended by SIGKILL\. These files had not finished:\n\s+.+fixture_test\.ts\n/);
});

Deno.test("tests/run.ts prints no list when nothing is skipped", async () => {
  const { code, output } = await runTests(`Deno.test("runs", () => {});`);
  assertEquals(code, 0);
  assertNotMatch(output, /Skipped/);
});

Deno.test("tests/run.ts hides the settings of the user's environment, and sends nothing to a proxy", async () => {
  const text = `Deno.test("calls this machine", async () => {
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response("direct"));
    const called = await (await fetch("http://127.0.0.1:" + server.addr.port)).text();
    const seen = ["PORT", "GITHUB_TOKEN", "OTEL_DENO", "OTEL_SDK_DISABLED", "DENO_DEPLOY", "FORCE_COLOR"].filter((name) => Deno.env.has(name));
    if (called !== "direct" || seen.length > 0) throw new Error(called + seen);
  });`;
  // Nothing listens on port 9.
  const proxies = { HTTP_PROXY: "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9", NO_PROXY: "paw.example" };
  const telemetry = { OTEL_DENO: "false", OTEL_SDK_DISABLED: "true" };
  const settings = { PORT: "http", GITHUB_TOKEN: "secret", DENO_DEPLOY: "1", FORCE_COLOR: "1", ...telemetry };
  const { output } = await runTests(text, { env: { ...settings, ...proxies } });
  assertStringIncludes(output, "ok | 1 passed | 0 failed");
});
