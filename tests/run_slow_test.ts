import { assertEquals, assertMatch, assertNotEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";

/** Runs `tests/run.ts` on a file with this text, and returns what it printed. */
async function runTests(
  text: string,
  env: Record<string, string> = {},
): Promise<{ code: number; output: string; errors: string }> {
  const folder = await Deno.makeTempDir();
  const file = join(folder, "fixture_test.ts");
  await Deno.writeTextFile(file, text);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", join(import.meta.dirname!, "run.ts"), "--no-check", file],
    env: { NO_COLOR: "1", ...env },
  }).output();
  await Deno.remove(folder, { recursive: true });
  const [output = "", errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, output, errors };
}

Deno.test("tests/run.ts lists skipped tests and the missing program after the summary", async () => {
  const { code, output } = await runTests(`
import { ifInstalled } from "${import.meta.resolve("./programs.ts")}";
Deno.test(ifInstalled("deno-on-mars", 'lands "softly" & <safely>'), () => {});
Deno.test(ifInstalled("sh", "runs"), () => {});
`);
  assertEquals(code, 0);
  const [, list = ""] = output.split(/^ok \| 1 passed \| 0 failed \| 1 ignored.*$/m);
  assertMatch(
    list,
    /^\s*Skipped tests:\n {2}.+fixture_test\.ts: lands "softly" & <safely> \(deno-on-mars is not installed\)\s*$/,
  );
});

Deno.test("tests/run.ts names the files that had not finished when Deno crashed", async () => {
  const { code, errors } = await runTests(`Deno.test("crashes", () => Deno.kill(Deno.pid, "SIGKILL"));`);
  assertNotEquals(code, 0);
  assertMatch(errors, /Deno itself ended by SIGKILL\. These files had not finished:\n\s+.+fixture_test\.ts\n/);
});

Deno.test("tests/run.ts --changed states that it needs git", async () => {
  const args = ["run", "--no-check", "--allow-all", join(import.meta.dirname!, "run.ts"), "--changed"];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, env: { PATH: "/none" } }).output();
  assertEquals(code, 1);
  assertStringIncludes(new TextDecoder().decode(stderr), "Cannot find what has changed: git must be installed");
});

Deno.test("tests/run.ts prints no list when nothing is skipped", async () => {
  const { output } = await runTests(`Deno.test("runs", () => {});`);
  assertNotMatch(output, /Skipped/);
});

Deno.test("tests/run.ts hides the settings of the user's environment, and sends nothing to a proxy", async () => {
  const text = `Deno.test("calls this machine", async () => {
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response("direct"));
    const called = await (await fetch("http://127.0.0.1:" + server.addr.port)).text();
    const seen = ["PORT", "GITHUB_TOKEN", "OTEL_DENO", "FORCE_COLOR"].filter((name) => Deno.env.has(name));
    if (called !== "direct" || seen.length > 0) throw new Error(called + seen);
  });`;
  // Nothing listens on port 9.
  const proxies = { HTTP_PROXY: "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9", NO_PROXY: "paw.example" };
  const settings = { PORT: "http", GITHUB_TOKEN: "secret", OTEL_DENO: "false", FORCE_COLOR: "1" };
  const { output } = await runTests(text, { ...settings, ...proxies });
  assertStringIncludes(output, "ok | 1 passed | 0 failed");
});
