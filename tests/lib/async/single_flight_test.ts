import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { SingleFlight } from "@/lib/async/single_flight.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

/** Work that ends when the test settles it. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  return { start, resolve, reject, signals };
}

Deno.test("SingleFlight.run() starts equal work once at a time, and returns its result to all callers", async () => {
  const flights = new SingleFlight<string>();
  const work = createWork();
  const { signal } = new AbortController();
  const callers = [flights.run("a", work.start), flights.run("a", work.start, signal), flights.run("b", work.start)];
  work.resolve("done");
  assertEquals([await Promise.all(callers), work.signals.length], [["done", "done", "done"], 2]);
  await flights.run("a", work.start);
  assertEquals(work.signals.length, 3);
});

Deno.test("SingleFlight.run() goes on for the other callers when one leaves", async () => {
  const flights = new SingleFlight<string>();
  const work = createWork();
  const caller = new AbortController();
  const leaving = flights.run("a", work.start, caller.signal);
  const staying = flights.run("a", work.start);
  caller.abort(new RangeError("gone"));
  await assertRejects(() => leaving, RangeError);
  assertEquals(work.signals[0]?.aborted, false);
  work.resolve("done");
  assertEquals(await staying, "done");
});

Deno.test("SingleFlight.run() aborts the work when all callers have left, and the next caller starts it again", async () => {
  const flights = new SingleFlight<string>();
  const work = createWork();
  const caller = new AbortController();
  const leaving = flights.run("a", work.start, caller.signal);
  caller.abort();
  await assertRejects(() => leaving, DOMException);
  assertEquals(work.signals[0]?.aborted, true);
  // This one has already left, so nothing is started for it.
  await assertRejects(() => flights.run("a", work.start, caller.signal), DOMException);
  work.resolve("done");
  assertEquals([await flights.run("a", work.start), work.signals.length], ["done", 2]);
});

Deno.test("SingleFlight.run() throws one error to all callers and does not cache it", async () => {
  const flights = new SingleFlight<string>();
  const work = createWork();
  const error = new Error("broken");
  const both = [flights.run("a", work.start), flights.run("a", work.start)];
  work.reject(error);
  for (const result of both) assertStrictEquals(await assertRejects(() => result), error);
  assertEquals(await flights.run("a", () => Promise.resolve("fine")), "fine");
});

Deno.test("SingleFlight.run() starts again for the others, once, if an error concerns only the caller that started", async () => {
  const flights = new SingleFlight<string>((error) => error instanceof RangeError);
  const [refused, accepted] = [createWork(), createWork()];
  const starter = flights.run("a", refused.start);
  const others = [1, 2, 3].map(() => flights.run("a", accepted.start));
  refused.reject(new RangeError("over its share"));
  accepted.resolve("done");
  await assertRejects(() => starter, RangeError);
  assertEquals([await Promise.all(others), accepted.signals.length], [["done", "done", "done"], 1]);
});

Deno.test("SingleFlight.run() throws such an error to the caller that started, even after it had joined another", async () => {
  const flights = new SingleFlight<string>((error) => error instanceof RangeError);
  const fail = () => Promise.reject(new RangeError("over its share"));
  for (const result of [flights.run("a", fail), flights.run("a", fail)]) await assertRejects(() => result, RangeError);
});

Deno.test("SingleFlight.end() lets no further caller join, and returns how many there are", async () => {
  const flights = new SingleFlight<string>();
  const first = createWork();
  const second = createWork();
  const both = [flights.run("a", first.start), flights.run("a", first.start)];
  assertEquals([flights.end("a"), flights.end("a")], [2, 0]);
  const later = flights.run("a", second.start);
  first.resolve("first");
  second.resolve("second");
  assertEquals(await Promise.all([...both, later]), ["first", "first", "second"]);
});
