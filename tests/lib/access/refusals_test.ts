import { assertEquals } from "@std/assert";
import { Refusals } from "@/lib/access/refusals.ts";

/** Records how long each refusal waits. They all wait until the test ends them. */
function createRefusals(isBehindProxy: boolean) {
  const time = { now: 1_000 };
  const waits: number[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const sleep = (ms: number) => {
    waits.push(ms);
    return end;
  };
  return { time, waits, refusals: new Refusals({ isBehindProxy, clock: () => time.now, sleep }), endAll: resolve };
}

Deno.test("Refusals.wait() lets the refusals of one client follow one another, 5 ms apart", () => {
  const { refusals, time, waits } = createRefusals(false);
  for (const client of ["a", "a", "b", "a"]) void refusals.wait(client);
  time.now += 12;
  void refusals.wait("a");
  void refusals.wait("b");
  assertEquals(waits, [5, 10, 5, 15, 8, 5]);
});

Deno.test("Refusals.wait() waits for at most a second", () => {
  const { refusals, waits } = createRefusals(false);
  for (let i = 0; i < 300; i++) void refusals.wait("a");
  assertEquals([waits[198], waits[199], waits[299]], [995, 1_000, 1_000]);
});

Deno.test("Refusals.wait() starts again with a client that was not refused for a while", async () => {
  const { refusals, waits, endAll } = createRefusals(false);
  const waiting = [refusals.wait("a"), refusals.wait("a")];
  endAll();
  await Promise.all(waiting);
  void refusals.wait("a");
  assertEquals(waits, [5, 10, 5]);
});

Deno.test("Refusals.wait() waits 5 ms each behind a proxy, whose cache may let others wait for the same response", () => {
  const { refusals, waits } = createRefusals(true);
  for (let i = 0; i < 3; i++) void refusals.wait("a");
  assertEquals(waits, [5, 5, 5]);
});
