import { assertEquals, assertRejects } from "@std/assert";
import { Shares, toClientShares } from "@/lib/access/shares.ts";
import { ApiError } from "@/lib/http/errors.ts";

const NEVER = new AbortController().signal;

function createShares() {
  const share = { running: 2, waiting: 2 };
  return new Shares({ lookup: share, download: share, upload: { running: 1, waiting: 0 } });
}

/** Lets the reactions of settled promises run. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

Deno.test("toClientShares() multiplies all shares by CLIENT_SHARES", () => {
  const once = toClientShares({ clientShares: 1 });
  assertEquals([once.lookup.running, once.download.running, once.upload.running], [2, 4, 2]);
  const thrice = toClientShares({ clientShares: 3 });
  for (const name of ["lookup", "download", "upload"] as const) {
    assertEquals(thrice[name], { running: 3 * once[name].running, waiting: 3 * once[name].waiting });
  }
});

Deno.test("Shares.acquire() lets a client wait for its own holders in order, and other clients in at once", async () => {
  const shares = createShares();
  const entered: string[] = [];
  const acquire = async (name: string, client = "a") => {
    const held = await shares.acquire(client, "download", NEVER);
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

Deno.test("Shares.acquire() throws rate_limited with retry-after when too many of a client are waiting", async () => {
  const shares = createShares();
  await shares.acquire("a", "upload", NEVER);
  const error = await assertRejects(() => shares.acquire("a", "upload", NEVER), ApiError);
  assertEquals([error.status, error.code, error.headers], [429, "rate_limited", { "retry-after": "2" }]);
  assertEquals([error.details, error.concernsOnlyCaller], [{ share: "upload", limit: 0 }, true]);
  assertEquals(shares.refused, { lookup: 0, download: 0, upload: 1 });
});

Deno.test("Shares.acquire() stops waiting when the signal aborts, and passes the place on", async () => {
  const shares = createShares();
  const held = await Promise.all([1, 2].map(() => shares.acquire("a", "download", NEVER)));
  const caller = new AbortController();
  const leaving = shares.acquire("a", "download", caller.signal);
  const staying = shares.acquire("a", "download", NEVER);
  caller.abort(new RangeError("gone"));
  await assertRejects(() => leaving, RangeError);
  held[0]![Symbol.dispose]();
  (await staying)[Symbol.dispose]();
  await assertRejects(() => shares.acquire("a", "download", caller.signal), RangeError);
});

Deno.test("Shares holds nothing in memory for clients that hold nothing", async () => {
  const shares = createShares();
  const held = await Promise.all(
    Array.from({ length: 1000 }, (_, i) => shares.acquire(`10.0.${i >> 8}.${i & 255}`, "download", NEVER)),
  );
  assertEquals(shares.size, 1000);
  held.forEach((each) => each[Symbol.dispose]());
  assertEquals(shares.size, 0);
});
