import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { createFileState } from "@/lib/launcher/state.ts";

Deno.test("createFileState() gives back what it saved last, from a folder that it makes itself", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "state", "launcher.json");
  assertEquals(await createFileState(path).load(), undefined);
  await createFileState(path).save("first");
  await createFileState(path).save("second");
  assertEquals(await createFileState(path).load(), "second");
  assertEquals((await Array.fromAsync(Deno.readDir(join(folder, "state")))).length, 1);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createFileState() rejects where nothing can be written", async () => {
  const file = await Deno.makeTempFile();
  await assertRejects(() => createFileState(join(file, "launcher.json")).save("x"));
  await Deno.remove(file);
});
