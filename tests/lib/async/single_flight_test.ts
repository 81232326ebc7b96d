import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { SingleFlight } from "@/lib/async/single_flight.ts";

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
  const [flights, work] = [new SingleFlight<string>(), createWork()];
  const both = [flights.run("a", NEVER, work.start), flights.run("a", NEVER, work.start)];
  work.resolve("done");
  assertEquals([await Promise.all(both), work.signals.length], [["done", "done"], 1]);
});

Deno.test("join() starts other work apart, and the same again after it ended", async () => {
  const [flights, work] = [new SingleFlight<string>(), createWork()];
  work.resolve("done");
  await Promise.all([flights.run("a", NEVER, work.start), flights.run("b", NEVER, work.start)]);
  await flights.run("a", NEVER, work.start);
  assertEquals(work.signals.length, 3);
});

Deno.test("join() lets one caller leave and the others stay", async () => {
  const [flights, work, caller] = [new SingleFlight<string>(), createWork(), new AbortController()];
  const leaving = flights.run("a", caller.signal, work.start);
  const staying = flights.run("a", NEVER, work.start);
  caller.abort(new RangeError("gone"));
  await assertRejects(() => leaving, RangeError);
  assertEquals(work.signals[0]?.aborted, false);
  work.resolve("done");
  assertEquals(await staying, "done");
});

Deno.test("join() aborts the work when all have left, and starts anew for who comes then", async () => {
  const [flights, work, caller] = [new SingleFlight<string>(), createWork(), new AbortController()];
  const leaving = flights.run("a", caller.signal, work.start);
  caller.abort();
  await assertRejects(() => leaving, DOMException);
  assertEquals(work.signals[0]?.aborted, true);
  work.resolve("done");
  assertEquals([await flights.run("a", NEVER, work.start), work.signals.length], ["done", 2]);
});

Deno.test("join() throws the same error to all, and keeps it for nobody else", async () => {
  const [flights, work, error] = [new SingleFlight<string>(), createWork(), new Error("broken")];
  const both = [flights.run("a", NEVER, work.start), flights.run("a", NEVER, work.start)];
  work.reject(error);
  for (const result of both) assertStrictEquals(await assertRejects(() => result), error);
  assertEquals(await flights.run("a", NEVER, () => Promise.resolve("well")), "well");
});

Deno.test("join() starts nothing for a caller who has gone", async () => {
  const [flights, work] = [new SingleFlight<string>(), createWork()];
  await assertRejects(() => flights.run("a", AbortSignal.abort(), work.start), DOMException);
  assertEquals(work.signals.length, 0);
});
