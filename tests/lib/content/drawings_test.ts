import { assertEquals } from "@std/assert";
import { ANIMALS, planAnimal, seedRandom, toAnimalId } from "@pawkit/animals";
import { pickDrawings } from "@/lib/content/drawings.ts";

Deno.test("pickDrawings() picks different animals, each with the URL of its picture", () => {
  const items = pickDrawings("bird", seedRandom("flock"), { origin: "https://x.example", count: 50 });
  assertEquals(new Set(items.map(({ url }) => url)).size, 50);
  for (const item of items) {
    assertEquals(item, {
      id: item.id,
      url: `https://x.example/images/animals/bird/${item.id}.png`,
      alt: planAnimal("bird", item.id)!.alt,
      width: 512,
      height: 512,
      mediaType: "image/png",
    });
  }
});

Deno.test("toAnimalId() returns the id that the picker picks with the seed", () => {
  for (const kind of ANIMALS) {
    const [item] = pickDrawings(kind, seedRandom("animals", kind, "ada"), { origin: "" });
    assertEquals(item!.url, `/images/animals/${kind}/${toAnimalId(kind, "ada")}.png`);
  }
});
