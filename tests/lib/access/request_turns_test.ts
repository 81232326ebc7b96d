import { assertEquals, assertRejects } from "@std/assert";
import { RequestTurns } from "@/lib/access/request_turns.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";

/** Turns with a clock that the test sets, and a loop that it lets go on. */
function createTurns() {
  let now = 0;
  const later: (() => void)[] = [];
  const answered: string[] = [];
  const room = new WaitingRoom({ maxWaiting: 10 });
  const turns = new RequestTurns({ room, clock: () => now, callLater: (call) => later.push(call) });
  /** Lets requests arrive, each of which takes `ms`. */
  const arrive = async (names: string, ms = 0) => {
    for (const name of names.split(" ")) {
      const turn = turns.enter(name[0]!, new AbortController());
      if (turn === undefined) {
        answered.push(name);
        now += ms;
      } else turn.then(() => answered.push(name));
    }
    await Promise.resolve();
  };
  /** Lets Deno look for new requests once. */
  const goOn = async () => {
    for (const call of later.splice(0)) call();
    // A request goes on some microtasks after it was called.
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  return { arrive, goOn, answered, later, turns, room };
}

Deno.test("RequestTurns answers requests at once for 10 ms, then one after the other", async () => {
  const { arrive, goOn, answered, later } = createTurns();
  await arrive("a1 a2 a3 a4", 5);
  assertEquals(answered, ["a1", "a2"]);
  await goOn();
  assertEquals(answered, ["a1", "a2", "a3"]);
  await goOn();
  assertEquals(answered, ["a1", "a2", "a3", "a4"]);
  await goOn();
  assertEquals(later.length, 0);
  await arrive("a5");
  assertEquals(answered.at(-1), "a5");
});

Deno.test("RequestTurns.enterLater() lets requests that go on together wait for a turn each", async () => {
  const { goOn, answered, turns } = createTurns();
  for (const name of ["a1", "a2", "b1"]) {
    turns.enterLater(name[0]!, new AbortController()).then(() => answered.push(name));
  }
  const counts = [answered.length];
  for (let i = 0; i < 3; i++) {
    await goOn();
    counts.push(answered.length);
  }
  assertEquals(counts, [0, 1, 2, 3]);
  assertEquals(answered, ["a1", "b1", "a2"]);
});

Deno.test("RequestTurns lets another client go first while a client has many waiting requests", async () => {
  const { arrive, goOn, answered } = createTurns();
  await arrive("a1 a2 a3 a4 a5", 10);
  await goOn();
  await arrive("b1");
  assertEquals(answered, ["a1", "a2", "b1"]);
});

Deno.test("RequestTurns lets clients that wait take turns, each in its order", async () => {
  const { arrive, goOn, answered } = createTurns();
  await arrive("a1 a2 a3 a4 b1 b2 c1", 10);
  for (let i = 0; i < 6; i++) await goOn();
  assertEquals(answered, ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

Deno.test("RequestTurns forgets requests whose callers have left, and lets the next one go on", async () => {
  const { arrive, goOn, answered, turns, room } = createTurns();
  await arrive("a1", 10);
  const caller = new AbortController();
  const left = turns.enter("a", caller)!;
  await arrive("a2");
  caller.abort(new Error("left"));
  await assertRejects(() => left, Error, "left");
  assertEquals(room.size, 1);
  await goOn();
  assertEquals(answered, ["a1", "a2"]);
  await arrive("a3", 10);
  await assertRejects(() => Promise.resolve(turns.enter("a", caller)), Error, "left");
});

Deno.test("RequestTurns refuses the newest request of the client with most, if too many wait", async () => {
  const { arrive, goOn, answered, turns } = createTurns();
  await arrive("a1 a2 a3 a4 a5 a6 a7 a8 a9", 10);
  const refused = turns.enter("a", new AbortController())!;
  await arrive("b1 b2");
  assertEquals((await assertRejects(() => refused, ApiError)).code, "overloaded");
  for (let i = 0; i < 12; i++) await goOn();
  assertEquals(answered, ["a1", "a2", "b1", "a3", "b2", "a4", "a5", "a6", "a7", "a8", "a9"]);
});
