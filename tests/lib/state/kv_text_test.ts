import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { createKvTextStore } from "@/lib/state/kv_text.ts";

Deno.test("createKvTextStore() returns the last saved text, larger than one value may be, and stores one edition only", async () => {
  const directory = await Deno.makeTempDir();
  const path = join(directory, "kv");
  const store = createKvTextStore(path);
  assertEquals(await store.load(), undefined);
  await store.save("first");
  // Random bytes, so that compression does not make them fit into one value.
  const large = Array.from({ length: 4 }, () => crypto.getRandomValues(new Uint8Array(60_000)).toHex()).join("ä");
  await store.save(large);
  assertEquals(await createKvTextStore(path).load(), large);
  const kv = await Deno.openKv(path);
  const keys = await Array.fromAsync(kv.list({ prefix: ["pawkit", "launcher"] }), ({ key }) => key.length);
  assertEquals(keys, [4, 4, 4, 4, 4]);
  kv.close();
  await Deno.remove(directory, { recursive: true });
});
