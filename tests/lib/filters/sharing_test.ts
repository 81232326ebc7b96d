import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { Sharing } from "@/lib/filters/sharing.ts";

// Off by default: finds connections and timers left behind.
Deno.test.sanitizer({ ops: true, resources: true });

/** Work that ends when the test says so. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  return { start, resolve, reject, signals };
}

const NEVER = new AbortController().signal;

Deno.test("join() starts the same work once and gives all the same", async () => {
  const [sharing, work] = [new Sharing<string>(), createWork()];
  const both = [sharing.join("a", NEVER, work.start), sharing.join("a", NEVER, work.start)];
  work.resolve("done");
  assertEquals([await Promise.all(both), work.signals.length], [["done", "done"], 1]);
});

Deno.test("join() starts other work apart, and the same again after it ended", async () => {
  const [sharing, work] = [new Sharing<string>(), createWork()];
  work.resolve("done");
  await Promise.all([sharing.join("a", NEVER, work.start), sharing.join("b", NEVER, work.start)]);
  await sharing.join("a", NEVER, work.start);
  assertEquals(work.signals.length, 3);
});

Deno.test("join() lets one caller leave and the others stay", async () => {
  const [sharing, work, caller] = [new Sharing<string>(), createWork(), new AbortController()];
  const leaving = sharing.join("a", caller.signal, work.start);
  const staying = sharing.join("a", NEVER, work.start);
  caller.abort(new RangeError("gone"));
  await assertRejects(() => leaving, RangeError);
  assertEquals(work.signals[0]?.aborted, false);
  work.resolve("done");
  assertEquals(await staying, "done");
});

Deno.test("join() aborts the work when all have left, and starts anew for who comes then", async () => {
  const [sharing, work, caller] = [new Sharing<string>(), createWork(), new AbortController()];
  const leaving = sharing.join("a", caller.signal, work.start);
  caller.abort();
  await assertRejects(() => leaving, DOMException);
  assertEquals(work.signals[0]?.aborted, true);
  work.resolve("done");
  assertEquals([await sharing.join("a", NEVER, work.start), work.signals.length], ["done", 2]);
});

Deno.test("join() throws the same error to all, and keeps it for nobody else", async () => {
  const [sharing, work, error] = [new Sharing<string>(), createWork(), new Error("broken")];
  const both = [sharing.join("a", NEVER, work.start), sharing.join("a", NEVER, work.start)];
  work.reject(error);
  for (const result of both) assertStrictEquals(await assertRejects(() => result), error);
  assertEquals(await sharing.join("a", NEVER, () => Promise.resolve("well")), "well");
});

Deno.test("join() starts nothing for a caller who has gone", async () => {
  const [sharing, work] = [new Sharing<string>(), createWork()];
  await assertRejects(() => sharing.join("a", AbortSignal.abort(), work.start), DOMException);
  assertEquals(work.signals.length, 0);
});
