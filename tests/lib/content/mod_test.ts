import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { sleep } from "@/lib/async/deadline.ts";
import { type AnimalKind, ANIMALS, seedRandom, toAnimalId } from "@pawkit/animals";
import { Content } from "@/lib/content/mod.ts";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import { createPool } from "../workers/working.ts";

Deno.test("Content.warmUp() loads the rasterizer without a warning", async () => {
  const warnings: string[] = [];
  const content = await Content.open({
    folder: undefined,
    warn: (message) => warnings.push(message),
    pool: createPool(),
  });
  await content.warmUp();
  assertEquals(content.pictures.counts.miss, 3);
  assertEquals(warnings, []);
  const ada = await content.pictures.findFile("cat", `${toAnimalId("cat", "ada")}.png`);
  assert(ada !== undefined && "response" in ada);
});

Deno.test("Content.pickAnimals() picks different drawings, and with a seed the one of that name", async () => {
  const content = await Content.open({ folder: undefined, warn() {}, pool: createPool() });
  const picked = content.pickAnimals("bird", { random: seedRandom("flock"), count: 50 });
  assertEquals(new Set(picked.map((animal) => "id" in animal && animal.id)).size, 50);
  for (const kind of ANIMALS) {
    const expected = { kind, id: toAnimalId(kind, "ada") };
    assertEquals(content.pickAnimals(kind, { random: seedRandom("animals", kind, "ada") }), [expected]);
    assertEquals(content.pickNamed({ kind, name: "Ada" }), expected);
  }
});

Deno.test("Content.pickNamed() chooses one of the operator's pictures for two parents, in either order", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/animals`);
  const urls = Array.from({ length: 50 }, (_, index) => `https://pictures.example/${index}.png`);
  await Deno.writeTextFile(`${folder}/animals/fox.json`, JSON.stringify(urls));
  const content = await Content.open({ folder, warn() {}, pool: createPool() });
  while (content.version === 0) await sleep(1);
  const pick = (...parents: [string, string]) => content.pickNamed({ kind: "fox", name: parents.join("+"), parents });
  const picked = ["Grace", "Zoe", "Tom"].map((name) => pick("Ada", name));
  assertEquals(picked, ["Grace", "Zoe", "Tom"].map((name) => pick(name, "Ada")));
  assertEquals(picked.map((animal) => "picture" in animal), [true, true, true]);
  content.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("Content.limitCaching() shortens caching until the operator's folder is read, and for the operator's pictures", async () => {
  const options = { warn() {}, pool: createPool() };
  const drawn = await Content.open({ ...options, folder: undefined });
  assertStrictEquals(drawn.limitCaching(ONE_DAY, ["cat"]), ONE_DAY);
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
  const content = await Content.open({ ...options, folder });
  Deno.realPath = realPath;
  const limit = (kinds: readonly AnimalKind[]) => content.limitCaching(ONE_DAY, kinds).text;
  const short = "public, max-age=5";
  assertEquals([limit(["cat"]), limit(["fox"])], [short, short]);
  reading.resolve();
  while (content.version === 0) await sleep(1);
  assertEquals([limit(["cat"]), limit(["fox"]), limit(["cat", "fox"])], [ONE_DAY.text, short, short]);
  content.close();
  await Deno.remove(folder, { recursive: true });
});
