import { assertEquals, assertRejects } from "@std/assert";
import { Shares } from "@/lib/access/shares.ts";
import { ApiError } from "@/lib/http/errors.ts";

const NEVER = new AbortController().signal;

/** Lets the reactions of settled promises run. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

Deno.test("Shares lets 2 lookups, 4 downloads and 2 uploads run and 8 of each wait, multiplied by CLIENT_SHARES", async () => {
  for (const factor of [1, 3]) {
    for (const [share, running] of [["lookup", 2], ["download", 4], ["upload", 2]] as const) {
      const shares = new Shares(factor);
      let entered = 0;
      const acquire = () => shares.acquire("a", share, NEVER).then(() => entered++);
      for (let i = 0; i < (running + 8) * factor; i++) void acquire();
      await settle();
      assertEquals([entered, shares.refused[share]], [running * factor, 0]);
      await assertRejects(acquire, ApiError);
    }
  }
});

Deno.test("Shares.acquire() lets a client wait for its own requests in order, and other clients in at once", async () => {
  const shares = new Shares(1);
  const entered: string[] = [];
  const acquire = async (name: string, client = "a") => {
    const held = await shares.acquire(client, "upload", NEVER);
    entered.push(name);
    return held;
  };
  const [first] = await Promise.all([acquire("1"), acquire("2")]);
  const waiting = [acquire("3"), acquire("4")];
  await acquire("b", "b");
  await shares.acquire("a", "lookup", NEVER);
  assertEquals(entered, ["1", "2", "b"]);
  first[Symbol.dispose]();
  // A second time: it must not let another one in.
  first[Symbol.dispose]();
  await waiting[0];
  await settle();
  assertEquals(entered, ["1", "2", "b", "3"]);
});

Deno.test("Shares.acquire() counts what was handed over to a waiting caller", async () => {
  const shares = new Shares(1);
  const first = await shares.acquire("a", "upload", NEVER);
  await shares.acquire("a", "upload", NEVER);
  const third = shares.acquire("a", "upload", NEVER);
  first[Symbol.dispose]();
  await third;
  let hasFourth = false;
  void shares.acquire("a", "upload", NEVER).then(() => hasFourth = true);
  await settle();
  assertEquals(hasFourth, false);
});

Deno.test("Shares.acquire() throws rate_limited with retry-after when too many of a client are waiting", async () => {
  const shares = new Shares(1);
  for (let i = 0; i < 10; i++) void shares.acquire("a", "upload", NEVER);
  const error = await assertRejects(() => shares.acquire("a", "upload", NEVER), ApiError);
  assertEquals([error.status, error.code, error.headers], [429, "rate_limited", { "retry-after": "2" }]);
  assertEquals(error.details, { share: "upload", limit: 8 });
  assertEquals(shares.refused, { lookup: 0, download: 0, upload: 1 });
});

Deno.test("Shares.acquire() stops waiting when the signal aborts, and passes the place on", async () => {
  const shares = new Shares(1);
  const held = await Promise.all([1, 2].map(() => shares.acquire("a", "upload", NEVER)));
  const caller = new AbortController();
  const leaving = shares.acquire("a", "upload", caller.signal);
  const staying = shares.acquire("a", "upload", NEVER);
  caller.abort(new RangeError("gone"));
  await assertRejects(() => leaving, RangeError);
  held[0]![Symbol.dispose]();
  (await staying)[Symbol.dispose]();
  await assertRejects(() => shares.acquire("a", "upload", caller.signal), RangeError);
});

Deno.test("Shares holds nothing in memory for clients that hold nothing", async () => {
  const shares = new Shares(1);
  const held = await Promise.all(
    Array.from({ length: 1000 }, (_, i) => shares.acquire(`10.0.${i >> 8}.${i & 255}`, "download", NEVER)),
  );
  assertEquals(shares.size, 1000);
  held.forEach((each) => each[Symbol.dispose]());
  assertEquals(shares.size, 0);
});
