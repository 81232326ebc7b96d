import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { toAnimalId } from "@pawkit/animals";
import { createContent } from "@/lib/content/mod.ts";
import { createPool, createWork } from "../workers/working.ts";

Deno.test("Content.warmUp() loads the rasterizer without a warning", async () => {
  const warnings: string[] = [];
  const content = await createContent({
    folder: undefined,
    warn: (message) => warnings.push(message),
    pool: createPool(),
  });
  await content.warmUp();
  assertEquals(content.pictures.counts.miss, 3);
  assertEquals(warnings, []);
  const ada = await content.pictures.find("cat", `${toAnimalId("cat", "ada")}.png`);
  assert(ada !== undefined && "response" in ada);
});

Deno.test("Content.isLasting() is false until the operator's folder is read, and for the operator's pictures", async () => {
  const options = { warn() {}, pool: createPool() };
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

Deno.test("Content.render() draws a picture once for clients that want it at the same time, each in its turn", async () => {
  const pool = createPool();
  const content = await createContent({ folder: undefined, warn() {}, pool });
  const found = await content.pictures.find("cat", "00000000.png", { size: 32 });
  assert(found !== undefined && "draw" in found);
  const draw = async (client: string) => {
    using work = createWork(pool.memory, { client });
    return await content.render(found, work);
  };
  const pictures = await Promise.all(["a", "b", "c"].map(draw));
  assertEquals(content.pictures.counts, { hit: 2, miss: 1 });
  for (const picture of pictures) assertStrictEquals(picture, pictures[0]);
  assertEquals(pool.memory.used, 0);
});
