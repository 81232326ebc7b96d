/**
 * Gives every test the same time limit: `deno test --preload=tests/time_limit.ts`. Without one, a test that waits for
 * something that never happens blocks the whole run. No test reaches it because other programs are running.
 *
 * Deno enforces the limit, even on a loop that never awaits: the test fails with "Test timed out after 300000ms", and
 * the next test runs. Code outside of tests has no limit, such as a top-level `await` or a hook: if it hangs, the limit
 * of the CI job ends the run. Tests of `Deno.test.each` have none either; use a loop instead.
 */
const TIME_LIMIT_MS = 5 * 60_000;

// For tests/run.ts, which names the files that had not finished when Deno crashed.
const progress = Deno.env.get("TEST_PROGRESS");
if (progress !== undefined) {
  const write = (event: string) => Deno.writeTextFileSync(progress, `${event} ${Deno.mainModule}\n`, { append: true });
  write("start");
  addEventListener("unload", () => write("end"));
}

/** Deno reports a test at this `file:line:column`, which is otherwise where `Deno.test` was called: in this file. */
const LOCATION = Symbol.for("Deno.test.location");

type TestFunction = Deno.TestDefinition["fn"];
type Options = Partial<Deno.TestDefinition>;

/** The forms of a call: `(definition)`, `(name, fn)`, `(fn)`, `(name, options, fn)` and `(options, fn)`. */
type Arguments = readonly (string | Options | TestFunction)[];

const register = Deno.test;

function registerWithLimit(...args: Arguments): void {
  const options = args.find((each): each is Options => typeof each === "object");
  const fn = args.find((each): each is TestFunction => typeof each === "function") ?? options?.fn;
  const name = typeof args[0] === "string" ? args[0] : options?.name ?? fn?.name;
  if (fn === undefined || name === undefined) {
    throw new TypeError("Cannot register a test: must have a name and a function");
  }
  // A bound copy, because several tests may share a function.
  const located = Object.assign(fn.bind(undefined), { [LOCATION]: callSite() });
  register({ ...options, name, fn: located, timeout: TIME_LIMIT_MS });
}

/** Returns the place that called `Deno.test`, as `file:line:column`. */
function callSite(): string | undefined {
  const frames = new Error().stack?.split("\n").slice(1) ?? [];
  const frame = frames.find((each) => !each.includes(`${new URL(import.meta.url).pathname}:`));
  return frame?.match(/(\w+:\/\/.+:\d+:\d+)\)?$/)?.[1];
}

Object.assign(Deno, { test: Object.assign(registerWithLimit, register) });
