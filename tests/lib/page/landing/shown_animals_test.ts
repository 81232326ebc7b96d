import { assert, assertEquals } from "@std/assert";
import { Content } from "@/lib/content/mod.ts";
import { ANIMALS } from "@pawkit/animals";
import { pickShownAnimals } from "@/lib/page/landing/shown_animals.ts";
import { startApp } from "@/tests/app.ts";
import { createPool } from "@/tests/lib/workers/working.ts";

const ORIGIN = "http://paw.example";

Deno.test("pickShownAnimals() returns animals of every kind in turn, those that the endpoint returns for the same name", async () => {
  await using call = await startApp();
  const options = { folder: undefined, warn: () => {}, pool: createPool() };
  const animals = await pickShownAnimals(await Content.open(options));
  assertEquals(animals.map(({ kind }) => kind), animals.map((_, index) => ANIMALS[index % ANIMALS.length]!));
  const counts = `${animals.length} animals of ${ANIMALS.length} kinds`;
  assert(animals.length >= ANIMALS.length, `add a name to NAMES in lib/page/landing/shown_animals.ts: ${counts}`);
  for (const [index, { name, kind, path, thumbnail, svg, alt }] of animals.entries()) {
    const { item } = await (await call(`/api/v2/random/animal/${kind}?seed=${name}`)).json();
    assertEquals([item.url, item.alt], [ORIGIN + path, alt]);
    // The large one is whole, and the others are faces.
    const response = await call(index === 0 ? thumbnail : `${thumbnail}?view=face`);
    assertEquals([response.status, response.headers.get("content-type")], [200, "image/svg+xml"]);
    assertEquals(svg, await response.text());
    assert(path.endsWith(".png"));
  }
});
