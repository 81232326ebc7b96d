import { assertEquals } from "@std/assert";
import { Bans } from "@/lib/access/bans.ts";
import { PointsExchange } from "@/lib/access/exchange.ts";
import { Points } from "@/lib/access/points.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { openStore, SharedStore } from "@/lib/store/shared_store.ts";
import type { Count, Store } from "@/lib/store/store.ts";

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
  Deno.test(named(`openStore() adds to counters in ${name} and returns their sums`), async () => {
    await using database = await start();
    using store = await open(database.url);
    assertEquals(await store.add("points", [countOf("a", 3)]), [3]);
    assertEquals(await store.add("points", [countOf("b", 1), countOf("a", 4)]), [1, 7]);
    assertEquals(await store.add("failures", [countOf("a", 1)]), [1]);
    assertEquals(await store.add("failures", [countOf("a", 1), countOf("b", 2)]), [2, 2]);
    assertEquals(await store.add("points", [countOf("a", 1)]), [8]);
  });

  Deno.test(named(`openStore() adds to 500 counters in ${name} at once`), async () => {
    await using database = await start();
    using store = await open(database.url);
    const counts = Array.from({ length: 500 }, (_, i) => countOf(`2001:db8:0:${i.toString(16)}::/64`, 1 + i));
    await store.add("points", counts);
    assertEquals(await store.add("points", counts), counts.map(({ points }) => 2 * points));
  });

  Deno.test(named(`openStore() loses nothing in ${name} when two instances add at once`), async () => {
    await using database = await start();
    using first = await open(database.url);
    using second = await open(database.url);
    for (const counter of ["points", "failures"] as const) {
      const add = (store: Store, client: number) => store.add(counter, [countOf(`client${client}`, 1)]);
      await Promise.all(Array.from({ length: 40 }, (_, i) => add(i % 2 === 0 ? first : second, i % 8)));
      const sums = await Promise.all(Array.from({ length: 8 }, (_, i) => add(first, i)));
      assertEquals(sums.flat(), Array(8).fill(6), counter);
    }
  });

  Deno.test(named(`openStore() stores bans in ${name} and omits those that ended`), async () => {
    await using database = await start();
    using store = await open(database.url);
    await store.writeBan({ client: "2001:db8:0:1::/64", leftMs: DAY_MS });
    await store.writeBan({ client: "192.0.2.1", leftMs: 1 });
    using reopened = await open(database.url);
    while ((await reopened.readBans()).length > 1) await sleep(1);
    const bans = await reopened.readBans();
    assertEquals(bans.map(({ client, leftMs }) => [client, Math.ceil(leftMs / DAY_MS)]), [["2001:db8:0:1::/64", 1]]);
  });

  Deno.test(named(`openStore() deletes a ban in ${name} and the wrong tokens of its client`), async () => {
    await using database = await start();
    using store = await open(database.url);
    for (const client of ["a", "b"]) await store.writeBan({ client, leftMs: DAY_MS });
    const wrongTokens = [countOf("a", 3), countOf("b", 3)];
    await store.add("failures", wrongTokens);
    await store.writeBan({ client: "a", leftMs: 0 });
    assertEquals((await store.readBans()).map(({ client }) => client), ["b"]);
    assertEquals(await store.add("failures", wrongTokens), [3, 6]);
  });

  Deno.test(named(`Points and Bans share one limit and one ban over two instances on ${name}`), async () => {
    await using database = await start();
    const [first, second] = [createInstance(database.url), createInstance(database.url)];
    const instances = [first, second];
    for (const { points, exchange } of [...instances, ...instances]) {
      points.charge("a", 100);
      await exchange.run();
    }
    // Each has spent 200; the sums that each got first are its starting points.
    assertEquals(instances.map(({ points }) => points.headerOf("a")), ['"default";r=100;t=45', '"default";r=100;t=45']);
    for (const { bans } of instances) for (let i = 0; i < 5; i++) bans.countWrongToken("a");
    while (!instances.some(({ bans }) => bans.isBanned("a"))) await sleep(1);
    while (!instances.every(({ bans }) => bans.isBanned("a"))) {
      for (const { bans } of instances) await bans.synchronize();
    }
    first.bans.lift("a");
    await first.bans.synchronize();
    await second.bans.synchronize();
    assertEquals(second.bans.list(), []);
    for (const { shared } of instances) await shared.close();
  });
}

/** Opens a store that is closed when it is disposed of. */
export async function open(url: string): Promise<Store & Disposable> {
  const store = await openStore(url);
  return Object.assign(store, { [Symbol.dispose]: () => store.close() });
}

/** Counts points, or wrong tokens, of a client. */
export function countOf(client: string, points: number): Count {
  return { client, points };
}

/** Creates what an instance of the service has, without its timers. Its clock stands still. */
export function createInstance(url: string) {
  const shared = new SharedStore({ url });
  const clock = () => 0;
  const bans = new Bans({ store: shared, clock });
  const points = new Points({ limit: 400, clock, isShared: true });
  const exchange = new PointsExchange({ store: shared, points });
  return { shared, bans, points, exchange };
}
