import { assertEquals, assertMatch } from "@std/assert";

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
