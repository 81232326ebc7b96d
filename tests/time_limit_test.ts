import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";

/** Registers tests by `register`, with the limits of time_limit.ts, and returns what Deno would get. */
async function record(register: () => void): Promise<Deno.TestDefinition[]> {
  const tests: Deno.TestDefinition[] = [];
  const test = Deno.test;
  try {
    Object.assign(Deno, { test: (definition: Deno.TestDefinition) => tests.push(definition) });
    await import("./time_limit.ts?recorded");
    register();
  } finally {
    Object.assign(Deno, { test });
  }
  return tests;
}

Deno.test("every form of a test gets a limit of five minutes, and the place where it was written", async () => {
  function named() {}
  const tests = await record(() => {
    Deno.test("1", () => {});
    Deno.test("2", { sanitizeOps: false }, () => {});
    Deno.test({ name: "3", fn() {} });
    Deno.test({ name: "4" }, () => {});
    Deno.test({ sanitizeOps: false }, named);
    Deno.test(named);
    Deno.test("7", { timeout: 1 }, () => {});
  });
  assertEquals(tests.map(({ name }) => name), ["1", "2", "3", "4", "named", "named", "7"]);
  for (const { timeout, fn } of tests) {
    assertEquals(timeout, 300_000);
    assertMatch(String(Reflect.get(fn, Symbol.for("Deno.test.location"))), /time_limit_test\.ts:\d+:10$/);
  }
});

Deno.test("Deno ends a test at its limit, even a loop that never awaits, and runs the next one", async () => {
  const folder = await Deno.makeTempDir();
  const [preload, file] = [join(folder, "short_limit.ts"), join(folder, "endless_test.ts")];
  // The limit that the endless tests get is shortened, so that this one need not wait for it.
  const code = `const { test } = Deno;
const shorten = ({ name, timeout }) => name === "ends" ? timeout : Math.min(timeout, 1);
Object.assign(Deno, { test: (definition) => test({ ...definition, timeout: shorten(definition) }) });
await import(${JSON.stringify(import.meta.resolve("./time_limit.ts"))});`;
  await Deno.writeTextFile(preload, code);
  const tests = `Deno.test("loops", () => { while (true); });
Deno.test("waits", () => new Promise(() => setInterval(() => {}, 1000)));
Deno.test("ends", () => {});`;
  await Deno.writeTextFile(file, tests);
  const { code: exitCode, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--no-config", "--no-lock", "--no-check", "--allow-all", `--preload=${preload}`, file],
    env: { NO_COLOR: "1" },
  }).output();
  await Deno.remove(folder, { recursive: true });
  const output = new TextDecoder().decode(stdout);
  assertEquals(exitCode, 1, output);
  assertEquals(output.match(/^(loops|waits|ends) \.\.\. (ok|FAILED)/gm), [
    "loops ... FAILED",
    "waits ... FAILED",
    "ends ... ok",
  ], output);
  assertStringIncludes(output, "Test timed out after 1ms");
});
