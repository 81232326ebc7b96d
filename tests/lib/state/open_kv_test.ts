import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { openKv } from "@/lib/state/open_kv.ts";

Deno.test("openKv() makes the folder of its file, and keeps what is in the file", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "a", "b", "state.db");
  const first = await openKv(path);
  await first.set(["key"], "value");
  first.close();
  const second = await openKv(path);
  assertEquals((await second.get(["key"])).value, "value");
  second.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openKv() tells when the folder cannot be made", async () => {
  const file = await Deno.makeTempFile();
  await assertRejects(() => openKv(join(file, "state.db")), Deno.errors.AlreadyExists);
  await Deno.remove(file);
});
