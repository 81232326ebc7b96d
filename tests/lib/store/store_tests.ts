import { assertAlmostEquals, assertEquals } from "@std/assert";
import { Bans } from "@/lib/access/bans.ts";
import { CountExchange } from "@/lib/access/exchange.ts";
import { Limiter } from "@/lib/access/limiter.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { openStore, SharedStore } from "@/lib/store/shared_store.ts";
import { type Count, type Store, WINDOWS_MS } from "@/lib/store/store.ts";

/** Longer than any test. */
const DAY_MS = 24 * 3_600_000;

/** A database that a test starts and stops. */
export interface Database extends AsyncDisposable {
  readonly url: string;
}

/** Options of {@linkcode testStore}. */
export interface StoreTests {
  /** The name of the database in those of the tests. */
  readonly name: string;
  start(): Promise<Database>;
  /** Returns the options of a test. */
  named(title: string): { name: string; ignore?: boolean };
}

/** Registers the tests that every database of `openStore()` passes. */
export function testStore({ name, start, named }: StoreTests): void {
  Deno.test(named(`openStore() adds to counters in ${name} and returns their sums and the time`), async () => {
    await using database = await start();
    using store = await open(database.url);
    assertEquals((await store.add([countOf("a", 3)])).points, [3]);
    const { points, now } = await store.add([countOf("b", 1), countOf("a", 4), {
      ...countOf("a", 2),
      window: WINDOW + 1,
    }]);
    assertEquals(points, [1, 7, 2]);
    assertAlmostEquals(now, Date.now(), DAY_MS);
  });

  Deno.test(named(`openStore() adds to 500 counters in ${name} at once`), async () => {
    await using database = await start();
    using store = await open(database.url);
    const counts = Array.from({ length: 500 }, (_, i) => countOf(`2001:db8:0:${i.toString(16)}::/64`, 1 + i));
    await store.add(counts);
    assertEquals((await store.add(counts)).points, counts.map(({ points }) => 2 * points));
  });

  Deno.test(named(`openStore() loses no point in ${name} when two instances add at once`), async () => {
    await using database = await start();
    using first = await open(database.url);
    using second = await open(database.url);
    const add = (store: Store, client: number) => store.add([countOf(`client${client}`, 1)]);
    await Promise.all(Array.from({ length: 40 }, (_, i) => add(i % 2 === 0 ? first : second, i % 8)));
    const sums = await Promise.all(Array.from({ length: 8 }, (_, i) => add(first, i)));
    assertEquals(sums.flatMap(({ points }) => points), Array(8).fill(6));
  });

  Deno.test(named(`openStore() stores bans in ${name} and omits those that ended`), async () => {
    await using database = await start();
    using store = await open(database.url);
    await store.writeBan({ client: "2001:db8:0:1::/64", leftMs: DAY_MS });
    await store.writeBan({ client: "192.0.2.1", leftMs: 1 });
    using reopened = await open(database.url);
    while ((await reopened.readBans()).bans.length > 1) await sleep(1);
    const { bans, now } = await reopened.readBans();
    assertAlmostEquals(now, Date.now(), DAY_MS);
    assertEquals(bans.map(({ client, leftMs }) => [client, Math.ceil(leftMs / DAY_MS)]), [["2001:db8:0:1::/64", 1]]);
  });

  Deno.test(named(`openStore() deletes a ban in ${name} and the wrong tokens of its client`), async () => {
    await using database = await start();
    using store = await open(database.url);
    for (const client of ["a", "b"]) await store.writeBan({ client, leftMs: DAY_MS });
    // The end of the window may be between the two, so that there are attempts in both.
    const window = Math.floor(Date.now() / WINDOWS_MS.failures);
    const attempts = ["a", "b"].map((client) => ({ name: "failures" as const, window, client, points: 3 }));
    await store.add(attempts);
    await store.writeBan({ client: "a", leftMs: 0 });
    assertEquals((await store.readBans()).bans.map(({ client }) => client), ["b"]);
    if (Math.floor(Date.now() / WINDOWS_MS.failures) === window) {
      assertEquals((await store.add(attempts)).points, [3, 6]);
    }
  });

  Deno.test(named(`Limiter and Bans share one limit and one ban over two instances on ${name}`), async () => {
    await using database = await start();
    const instances = [createInstance(database.url), createInstance(database.url)];
    for (const { limiter, exchange } of instances) {
      limiter.take("a", 200);
      await exchange.run();
    }
    assertEquals(instances.map(({ limiter }) => limiter.take("a", 0).remaining), [200, 0]);
    for (const { bans, exchange } of instances) {
      for (let i = 0; i < 5; i++) bans.countWrongToken("a");
      await exchange.run();
    }
    for (const { bans } of instances.toReversed()) await bans.refresh();
    assertEquals(instances.map(({ bans }) => bans.isBanned("a")), [true, true]);
    const [first, second] = instances;
    first!.bans.lift("a");
    await first!.bans.refresh();
    await second!.bans.refresh();
    assertEquals(second!.bans.list(), []);
    for (const { shared } of instances) await shared.close();
  });
}

/** Opens a store that is closed when it is disposed of. */
export async function open(url: string): Promise<Store & Disposable> {
  const store = await openStore(url);
  return Object.assign(store, { [Symbol.dispose]: () => store.close() });
}

/** A minute in the future, so that it neither ends during a test nor is old enough to be deleted. */
export const WINDOW = 100_000_000;

/** Counts points of a client in {@linkcode WINDOW}. */
export function countOf(client: string, points: number): Count {
  return { name: "limit", window: WINDOW, client, points };
}

/** Creates what an instance of the service has, without its timers. */
export function createInstance(url: string) {
  const shared = new SharedStore({ url });
  const clock = () => WINDOW * WINDOWS_MS.limit;
  const bans = new Bans({ store: shared, windowClock: clock });
  const limiter = new Limiter({ limit: 400, name: "limit", clock });
  const exchange = new CountExchange({ store: shared, limiters: [limiter, bans.wrongTokens], onStoreTime: () => {} });
  return { shared, bans, limiter, exchange };
}
