import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { waitAtMost, withDeadline } from "@/lib/async/deadline.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const onTimeout = () => new RangeError("time is up");

Deno.test("withDeadline() returns the result or throws the error of the work", async () => {
  const options = { ms: 60_000, signal: new AbortController().signal, onTimeout };
  assertEquals(await withDeadline(options, () => Promise.resolve(7)), 7);
  await assertRejects(() => withDeadline(options, () => Promise.reject(new SyntaxError())), SyntaxError);
});

Deno.test("withDeadline() throws and aborts the work when time is up, even if the work never ends", async () => {
  const { signal } = new AbortController();
  let inner: AbortSignal | undefined;
  const error = await assertRejects(() =>
    withDeadline({ ms: 1, signal, onTimeout }, (signal) => {
      inner = signal;
      return new Promise(() => {});
    }), RangeError);
  assertStrictEquals(inner?.reason, error);
});

Deno.test("withDeadline() throws the reason of the caller's signal, and starts nothing if it has already aborted", async () => {
  const caller = new AbortController();
  const gone = new Error("gone");
  let starts = 0;
  const run = () => withDeadline({ ms: 60_000, signal: caller.signal, onTimeout }, () => new Promise(() => starts++));
  const running = run();
  caller.abort(gone);
  for (const result of [running, run()]) assertStrictEquals(await assertRejects(() => result), gone);
  assertEquals(starts, 1);
});

Deno.test("waitAtMost() returns the result of work that ends in time, and undefined otherwise", async () => {
  const never = Promise.withResolvers<string>();
  assertEquals(await waitAtMost(1000, Promise.resolve("done")), "done");
  assertEquals(await waitAtMost(1, never.promise), undefined);
  await assertRejects(() => waitAtMost(1000, Promise.reject(new TypeError("broken"))), TypeError, "broken");
});
