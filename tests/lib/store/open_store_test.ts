import { fromFileUrl } from "@std/path";
import { assertEquals } from "@std/assert";
import { openKv, openKvStore } from "@/lib/store/kv_store.ts";
import { countOf, type Database, testStore } from "./store_tests.ts";

async function startKv(): Promise<Database> {
  const dir = await Deno.makeTempDir();
  return { url: `kv:${dir}/state.db`, [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }) };
}

testStore({ name: "Deno KV", start: startKv, named: (name) => ({ name }) });

const TEN_MINUTES_MS = 600_000;

/** Opens a database with a clock of the test, and once more to look into it. */
async function openAt(url: string, now: number) {
  const kv = await openKv(url);
  const time = { now };
  const store = await openKvStore(url, () => time.now);
  const close = () => {
    store.close();
    kv.close();
  };
  return { kv, time, store, [Symbol.dispose]: close };
}

Deno.test("openStore() counts points of Deno KV in windows of ten minutes, and deletes those before the previous one", async () => {
  await using database = await startKv();
  using opened = await openAt(database.url, 100 * TEN_MINUTES_MS);
  const { kv, time, store } = opened;
  const windows = async () => {
    return (await Array.fromAsync(kv.list({ prefix: ["pawkit", "points"] }))).map(({ key }) => key[2]);
  };
  const add = () => store.add("points", [countOf("a", 2)]);
  assertEquals([await add(), await add(), await windows()], [[2], [4], [100]]);
  time.now += TEN_MINUTES_MS;
  assertEquals([await add(), await windows()], [[2], [100, 101]]);
  time.now += TEN_MINUTES_MS;
  assertEquals([await add(), await windows()], [[2], [101, 102]]);
});

Deno.test("openStore() deletes old counters of version 3 from Deno KV, and not those that it may still use", async () => {
  await using database = await startKv();
  using opened = await openAt(database.url, 100 * TEN_MINUTES_MS);
  const { kv, store } = opened;
  for (const window of [997, 998, 999, 1000]) await kv.set(["pawkit", "limit", window, "a"], new Deno.KvU64(1n));
  for (const window of [97, 98, 99, 100]) await kv.set(["pawkit", "failures", window, "a"], new Deno.KvU64(1n));
  await store.writeBan({ client: "a", leftMs: 1000 });
  await store.add("failures", [countOf("a", 1)]);
  await store.add("points", [countOf("a", 1)]);
  const keys = (await Array.fromAsync(kv.list({ prefix: ["pawkit"] }))).map(({ key }) => key.slice(1).join(" "));
  const ours = ["bans a", "failures a", "points 100 a"];
  assertEquals(keys.sort(), [...ours, "failures 100 a", "failures 99 a", "limit 1000 a", "limit 999 a"].sort());
});

Deno.test("openStore() deletes old points of Deno KV also after the clock was set back", async () => {
  await using database = await startKv();
  using opened = await openAt(database.url, 400 * TEN_MINUTES_MS);
  const { kv, time, store } = opened;
  const windows: unknown[] = [];
  for (const window of [400, 100, 101, 102]) {
    time.now = window * TEN_MINUTES_MS;
    await store.add("points", [countOf("a", 2)]);
  }
  for await (const { key } of kv.list({ prefix: ["pawkit", "points"] })) windows.push(key[2]);
  assertEquals(windows, [101, 102, 400]);
});

Deno.test({
  name: "openStore() opens the file of Deno KV again that was deleted, and shares it with others",
  // There, a file in use cannot be deleted.
  ignore: Deno.build.os === "windows",
  async fn() {
    await using database = await startKv();
    using opened = await openAt(database.url, 1_000);
    const { store } = opened;
    await store.writeBan({ client: "a", leftMs: 5_000 });
    await Deno.remove(database.url.slice("kv:".length));
    assertEquals(await store.readBans(), []);
    await store.writeBan({ client: "b", leftMs: 5_000 });
    using other = await openAt(database.url, 1_000);
    assertEquals(await other.store.readBans(), [{ client: "b", leftMs: 5_000 }]);
    assertEquals(await store.add("points", [countOf("a", 2)]), [2]);
  },
});

Deno.test("openStore() forgets wrong tokens in Deno KV ten minutes after the first", async () => {
  await using database = await startKv();
  using opened = await openAt(database.url, 1_000);
  const { time, store } = opened;
  const add = () => store.add("failures", [countOf("a", 1)]);
  assertEquals(await add(), [1]);
  time.now += TEN_MINUTES_MS - 1;
  assertEquals(await add(), [2]);
  time.now += 1;
  assertEquals(await add(), [1]);
});

Deno.test("openStore() adds up what two processes count in one file of Deno KV", async () => {
  await using database = await startKv();
  const { href } = new URL("../../../lib/store/kv_store.ts", import.meta.url);
  const program = `
    const { openKvStore } = await import(${JSON.stringify(href)});
    const store = await openKvStore(Deno.args[0], () => 60_000_000);
    for (let i = 0; i < 20; i++) {
      for (const counter of ["points", "failures"]) await store.add(counter, [{ client: "a", points: 1 }]);
    }
    store.close();`;
  const run = async () => {
    const config = fromFileUrl(new URL("../../../deno.json", import.meta.url));
    const options = ["--quiet", "--unstable-kv", "--no-lock", "--config", config, "--ext=ts"];
    const args = ["run", "--allow-all", "--no-check", ...options, "-", database.url];
    const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped" }).spawn();
    await new Blob([program]).stream().pipeTo(child.stdin);
    return (await child.status).code;
  };
  assertEquals(await Promise.all([run(), run()]), [0, 0]);
  using opened = await openAt(database.url, 60_000_000);
  const { store } = opened;
  const sums = [await store.add("points", [countOf("a", 1)]), await store.add("failures", [countOf("a", 1)])];
  assertEquals(sums, [[41], [41]]);
});
