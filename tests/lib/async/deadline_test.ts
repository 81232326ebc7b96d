import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { waitAtMost, withDeadline } from "@/lib/async/deadline.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const onTimeout = () => new RangeError("time is up");

Deno.test("withDeadline() returns the result of the work", async () => {
  const { signal } = new AbortController();
  assertEquals(await withDeadline({ ms: 60_000, signal, onTimeout }, () => Promise.resolve(7)), 7);
});

Deno.test("withDeadline() throws the error of the work", async () => {
  const { signal } = new AbortController();
  await assertRejects(
    () => withDeadline({ ms: 60_000, signal, onTimeout }, () => Promise.reject(new SyntaxError())),
    SyntaxError,
  );
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

Deno.test("withDeadline() throws the reason of the caller's signal when it aborts", async () => {
  const caller = new AbortController();
  const gone = new Error("gone");
  const running = withDeadline({ ms: 60_000, signal: caller.signal, onTimeout }, () => new Promise(() => {}));
  caller.abort(gone);
  assertStrictEquals(await assertRejects(() => running), gone);
});

Deno.test("withDeadline() starts nothing for a caller that has already left", async () => {
  let started = false;
  const work = () => Promise.resolve(started = true);
  await assertRejects(() => withDeadline({ ms: 60_000, signal: AbortSignal.abort(), onTimeout }, work), DOMException);
  assertEquals(started, false);
});

Deno.test("waitAtMost() returns the result of work that ends in time, and undefined otherwise", async () => {
  const never = Promise.withResolvers<string>();
  assertEquals(await waitAtMost(1000, Promise.resolve("done")), "done");
  assertEquals(await waitAtMost(1, never.promise), undefined);
  await assertRejects(() => waitAtMost(1000, Promise.reject(new TypeError("broken"))), TypeError, "broken");
});
