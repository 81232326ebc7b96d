import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { Gate, type GateOptions, getWaitedMs } from "@/lib/work/gate.ts";
import { request, settle, TestClock } from "./clock.ts";

function createGate(options: Partial<GateOptions> = {}): Gate {
  return new Gate({ action: "Cannot wait", places: 1, perClient: 1, clock: new TestClock(), ...options });
}

/** A request of a random history, and what the test knows about it. */
interface Visit {
  readonly client: string;
  readonly units: number;
  readonly since: number;
  readonly controller: AbortController;
  state: "waiting" | "inside" | "refused" | "disposed";
  place?: Disposable;
  reason?: unknown;
}

const STEP = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ enter: fc.constantFrom("a", "b", "c", "d"), units: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ dispose: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ abort: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 6000 }) }) },
  { weight: 4, arbitrary: fc.constant("settle" as const) },
);

Deno.test("Gate keeps its promises in random histories", async () => {
  const limits = fc.record({
    places: fc.integer({ min: 1, max: 5 }),
    perClient: fc.integer({ min: 1, max: 5 }),
    queuePlaces: fc.integer({ min: 1, max: 8 }),
  });
  await fc.assert(fc.asyncProperty(limits, fc.array(STEP, { minLength: 30, maxLength: 80 }), runHistory), {
    numRuns: 300,
  });
});

type Limits = Pick<Required<GateOptions>, "places" | "perClient" | "queuePlaces">;
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

async function runHistory(limits: Limits, steps: readonly Step[]): Promise<void> {
  const clock = new TestClock();
  const gate = createGate({ ...limits, clock });
  const visits: Visit[] = [];
  for (const step of steps) {
    if (step === "settle") {
      await settle();
      assertPromises(gate, visits, limits, clock.now());
    } else if ("enter" in step) {
      const units = Math.min(step.units, limits.places);
      visits.push(visit(gate, { client: step.enter, units, since: clock.now() }));
    } else if ("pass" in step) {
      clock.pass(step.pass);
    } else if ("dispose" in step) {
      const inside = visits.filter(({ state }) => state === "inside");
      dispose(inside[step.dispose % inside.length]);
    } else {
      visits[step.abort % visits.length]?.controller.abort("gone");
    }
  }
  for (const { controller } of visits) controller.abort("gone");
  // Whoever had a place when the abort came still has it.
  await settle();
  visits.forEach(dispose);
  assertEquals(gate.status, { places: limits.places, used: 0, waiting: 0 });
  assertEquals(clock.timers, 0);
}

function visit(gate: Gate, request: Pick<Visit, "client" | "units" | "since">): Visit {
  const controller = new AbortController();
  const visit: Visit = { ...request, controller, state: "waiting" };
  gate.enter(visit.client, controller.signal, visit.units).then(
    (place) => Object.assign(visit, { place, state: "inside" }),
    (reason) => Object.assign(visit, { reason, state: "refused" }),
  );
  return visit;
}

function dispose(visit: Visit | undefined): void {
  if (visit?.state !== "inside") return;
  visit.state = "disposed";
  visit.place?.[Symbol.dispose]();
  // A second time changes nothing.
  visit.place?.[Symbol.dispose]();
}

function assertPromises(gate: Gate, visits: readonly Visit[], limits: Limits, now: number): void {
  const waiting = visits.filter(({ state }) => state === "waiting");
  const inside = visits.filter(({ state }) => state === "inside");
  const sum = (some: readonly Visit[]) => some.reduce((total, { units }) => total + units, 0);
  const of = (client: string) => inside.filter((each) => each.client === client);
  assertEquals(gate.status, { places: limits.places, used: sum(inside), waiting: waiting.length });
  assert(sum(inside) <= limits.places && waiting.length <= limits.queuePlaces);
  for (const { client } of inside) assert(sum(of(client)) <= limits.perClient || of(client).length === 1);
  assert(waiting.every(({ since, controller }) => now - since < 10_000 && !controller.signal.aborted));
  for (const { state, reason, controller } of visits) {
    if (state === "refused") assert(reason === "gone" ? controller.signal.aborted : reason instanceof ApiError);
  }
  // The oldest request of each client that may have more: at least one of them does not fit.
  const oldest = [...new Map(waiting.toReversed().map((each) => [each.client, each])).values()];
  const next = oldest.filter(({ client, units }) =>
    of(client).length === 0 || sum(of(client)) + units <= limits.perClient
  );
  assert(next.length === 0 || next.some(({ units }) => sum(inside) + units > limits.places));
}

Deno.test("Gate gives clients turns", async () => {
  const clients = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 30 });
  await fc.assert(fc.asyncProperty(clients, async (names) => {
    const gate = createGate();
    const first = await gate.enter("z", request());
    const entered: string[] = [];
    const all = names.map(async (client, index) => {
      using _place = await gate.enter(client, request());
      entered.push(client + index);
    });
    first[Symbol.dispose]();
    await Promise.all(all);
    // In each round, every client has one turn, in the order of their first requests.
    const arrivals = [...new Set(names)];
    const expected = names.map((client, index) => ({
      name: client + index,
      round: names.slice(0, index).filter((each) => each === client).length,
      turn: arrivals.indexOf(client),
    })).sort((a, b) => a.round - b.round || a.turn - b.turn);
    assertEquals(entered, expected.map(({ name }) => name));
  }));
});

Deno.test("Gate.enter() leaves the queue in the task of the abort, and the next one has its place", async () => {
  const gate = createGate({ places: 4, perClient: 4 });
  using _first = await gate.enter("a", request(), 2);
  const controller = new AbortController();
  const large = gate.enter("b", controller.signal, 4);
  const small = gate.enter("c", request());
  assertEquals(gate.status, { places: 4, used: 2, waiting: 2 });
  controller.abort(new Error("The caller has left"));
  assertEquals(gate.status, { places: 4, used: 3, waiting: 0 });
  await assertRejects(() => large, Error, "The caller has left");
  (await small)[Symbol.dispose]();
  await assertRejects(() => gate.enter("b", controller.signal), Error, "The caller has left");
});

Deno.test("Gate.enter() lets a client that holds nothing have one larger request", async () => {
  const gate = createGate({ places: 4, perClient: 2 });
  const large = await gate.enter("a", request(), 9);
  assertEquals(gate.status.used, 4);
  large[Symbol.dispose]();
  using _small = await gate.enter("a", request());
  const waiting = gate.enter("a", request(), 3);
  using _other = await gate.enter("b", request(), 2);
  assertEquals(gate.status, { places: 4, used: 3, waiting: 1 });
  _small[Symbol.dispose]();
  _other[Symbol.dispose]();
  (await waiting)[Symbol.dispose]();
});

Deno.test("Gate.enter() dismisses the newest request of the client with most when the queue is full", async () => {
  const gate = createGate({ queuePlaces: 3 });
  const first = await gate.enter("z", request());
  const ended: string[] = [];
  const enter = (name: string) =>
    gate.enter(name[0]!, request()).then((place) => {
      ended.push(name);
      place[Symbol.dispose]();
    }, ({ code, headers }) => ended.push(`${name} ${code} ${headers["retry-after"]}`));
  const all = ["a1", "b1", "b2", "a2", "c1", "d1"].map(enter);
  await settle();
  // The queue has a1, b1 and b2. Nobody has more than "a" with a2, then b2 leaves for c1, and nobody has more than "d".
  assertEquals(ended, ["a2 overloaded 2", "b2 overloaded 2", "d1 overloaded 2"]);
  first[Symbol.dispose]();
  await Promise.all(all);
  assertEquals(ended.slice(3), ["a1", "b1", "c1"]);
});

Deno.test("Gate.enter() waits for ten seconds, at all gates together", async () => {
  const clock = new TestClock();
  const [one, two] = [createGate({ clock }), createGate({ clock })];
  const [first, second] = [await one.enter("a", request()), await two.enter("a", request())];
  const signal = request();
  const waiting = one.enter("b", signal);
  clock.pass(7000);
  first[Symbol.dispose]();
  await waiting;
  // Time between the gates does not count.
  clock.pass(60_000);
  const again = two.enter("b", signal);
  clock.pass(2999);
  assertEquals(two.status.waiting, 1);
  clock.pass(1);
  assertEquals(two.status.waiting, 0);
  const { code } = await assertRejects(() => again, ApiError, "Cannot wait: too many requests are waiting");
  assertEquals([code, getWaitedMs(signal)], ["overloaded", 10_000]);
  second[Symbol.dispose]();
});
