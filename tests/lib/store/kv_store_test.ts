import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { openKv, retry } from "@/lib/store/kv_store.ts";

Deno.test("openKv() creates the folder of its file, and preserves the contents of the file", async () => {
  const folder = await Deno.makeTempDir();
  const url = `kv:${join(folder, "a", "b", "state.db")}`;
  const first = await openKv(url);
  await first.set(["key"], "value");
  first.close();
  const second = await openKv(url);
  assertEquals((await second.get(["key"])).value, "value");
  second.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openKv() throws if the folder cannot be created", async () => {
  const file = await Deno.makeTempFile();
  await assertRejects(() => openKv(`kv:${join(file, "state.db")}`), Deno.errors.AlreadyExists);
  await Deno.remove(file);
});

Deno.test({
  name: "openKv() throws the error of the database if it may not create the folder",
  permissions: { read: true, write: false },
  async fn() {
    await assertRejects(() => openKv("kv:/proc/pawkit/state.db"), Deno.errors.NotCapable, "/proc/pawkit/state.db");
  },
});

Deno.test("retry() repeats an operation while the database is locked, for two seconds at most", async () => {
  const { now } = performance;
  let ms = 0;
  performance.now = () => ms;
  const lock = (times: number) => () => {
    ms += 900;
    return times-- > 0 ? Promise.reject(new TypeError("database is locked")) : Promise.resolve("done");
  };
  try {
    assertEquals(await retry(lock(2)), "done");
    await assertRejects(() => retry(lock(3)), TypeError, "database is locked");
  } finally {
    performance.now = now;
  }
});
