import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { createFileTextStore } from "@/lib/state/text_store.ts";

Deno.test("createFileTextStore() returns the last saved text, from a directory that it creates", async () => {
  const directory = await Deno.makeTempDir();
  const path = join(directory, "state", "launcher.json");
  assertEquals(await createFileTextStore(path).load(), undefined);
  await createFileTextStore(path).save("first");
  await createFileTextStore(path).save("second");
  assertEquals(await createFileTextStore(path).load(), "second");
  assertEquals((await Array.fromAsync(Deno.readDir(join(directory, "state")))).length, 1);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("createFileTextStore() rejects if the file cannot be written", async () => {
  const file = await Deno.makeTempFile();
  await assertRejects(() => createFileTextStore(join(file, "launcher.json")).save("x"));
  await Deno.remove(file);
});
