import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { isDraft, replaceFile } from "@/lib/fs/replace_file.ts";

Deno.test("replaceFile() creates the folder, replaces the file and leaves no draft", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "deep", "x.json");
  await replaceFile(path, "first");
  await replaceFile(path, new Uint8Array([104, 105]));
  assertEquals(await Deno.readTextFile(path), "hi");
  assertEquals((await Array.fromAsync(Deno.readDir(join(folder, "deep")))).map(({ name }) => name), ["x.json"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("replaceFile() leaves no draft if the file cannot be replaced", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "x.json");
  await Deno.mkdir(join(path, "full"), { recursive: true });
  await assertRejects(() => replaceFile(path, "new"));
  assertEquals((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), ["x.json"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("isDraft() recognizes the file that replaceFile() writes, and nothing else", async () => {
  const folder = await Deno.makeTempDir();
  const draft = `.ads.txt.tmp-${Deno.pid}`;
  await Deno.mkdir(join(folder, draft));
  await assertRejects(() => replaceFile(join(folder, "ads.txt"), "new"));
  await Deno.remove(folder, { recursive: true });
  assert(isDraft(draft));
  assertEquals(["ads.txt", ".ads.txt", "ads.tmp-1", ".ads.txt.tmp-"].filter(isDraft), []);
});
