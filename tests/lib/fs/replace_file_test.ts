import { assert, assertEquals, assertRejects } from "@std/assert";
import { basename, join } from "@std/path";
import { draftPath, isDraft, replaceFile } from "@/lib/fs/replace_file.ts";

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

Deno.test("isDraft() recognizes the names of draftPath() and nothing else", () => {
  assert(isDraft(basename(draftPath("/lists/ads.txt"))));
  assertEquals(["ads.txt", ".ads.txt", "ads.tmp-1", ".ads.txt.tmp-"].filter(isDraft), []);
});
