import { assertEquals } from "@std/assert";
import { openKv, openKvStore } from "@/lib/store/kv_store.ts";
import { WINDOWS_MS } from "@/lib/store/store.ts";
import { countOf, type Database, testStore } from "./store_tests.ts";

async function startKv(): Promise<Database> {
  const dir = await Deno.makeTempDir();
  return { url: `kv:${dir}/state.db`, [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }) };
}

testStore({ name: "Deno KV", start: startKv, named: (name) => ({ name }) });

Deno.test("openStore() deletes counters of Deno KV that are older than two windows, once a minute", async () => {
  await using database = await startKv();
  const kv = await openKv(database.url);
  const time = { now: 100 * WINDOWS_MS.limit };
  const store = await openKvStore(database.url, () => time.now);
  const read = async () => (await Array.fromAsync(kv.list({ prefix: ["pawkit", "limit"] }))).map(({ key }) => key[2]);
  for (const window of [98, 99, 100, 101]) await store.add([{ ...countOf("a", 1), window }]);
  assertEquals(await read(), [98, 99, 100, 101]);
  time.now += WINDOWS_MS.limit;
  await store.add([{ ...countOf("a", 1), window: 101 }]);
  assertEquals(await read(), [99, 100, 101]);
  store.close();
  kv.close();
});
