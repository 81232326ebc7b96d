import { assert, assertEquals } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { createContent } from "@/lib/content/mod.ts";
import { render } from "./render.ts";

Deno.test("Content.warmUp() loads the rasterizer without a warning", async () => {
  const warnings: string[] = [];
  const content = await createContent({
    folder: undefined,
    warn: (message) => warnings.push(message),
    render,
  });
  await content.warmUp();
  assertEquals(content.pictures.counts.miss, 3);
  assertEquals(warnings, []);
  assert(await content.loadPicture("cat", "00000000.png"));
});

Deno.test("Content.isLasting() is false until the operator's folder is read, and for the operator's pictures", async () => {
  const options = { warn() {}, render };
  assert((await createContent({ ...options, folder: undefined })).isLasting("cat"));
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/animals`);
  await Deno.writeTextFile(`${folder}/animals/fox.json`, '["https://pictures.example/fox.png"]');
  const reading = Promise.withResolvers<void>();
  const { realPath } = Deno;
  // A slow disk: the start does not wait for it.
  Deno.realPath = async (path) => {
    await reading.promise;
    return await realPath(path);
  };
  const content = await createContent({ ...options, folder });
  Deno.realPath = realPath;
  assertEquals([content.isLasting("cat"), content.isLasting("fox")], [false, false]);
  reading.resolve();
  while (content.version === 0) await sleep(1);
  assertEquals([content.isLasting("cat"), content.isLasting("fox")], [true, false]);
  content.close();
  await Deno.remove(folder, { recursive: true });
});
