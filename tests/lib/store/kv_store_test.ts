import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { openKv } from "@/lib/store/kv_store.ts";

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
