import { assertEquals } from "@std/assert";
import { RequestTurns } from "@/lib/access/request_turns.ts";

/** Turns with a clock that the test sets, and a loop that it lets go on. */
function createTurns() {
  let now = 0;
  const later: (() => void)[] = [];
  const answered: string[] = [];
  const turns = new RequestTurns({ clock: () => now, callLater: (call) => later.push(call) });
  /** Lets requests arrive, each of which takes `ms`. */
  const arrive = async (names: string, ms = 0) => {
    for (const name of names.split(" ")) {
      const turn = turns.enter(name[0]!);
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
    await Promise.resolve();
  };
  return { arrive, goOn, answered, later };
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
