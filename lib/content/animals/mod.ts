import { planAlpaca } from "@/lib/content/animals/alpaca.ts";
import { planBird } from "@/lib/content/animals/bird.ts";
import { planCat } from "@/lib/content/animals/cat.ts";
import { planDog } from "@/lib/content/animals/dog.ts";
import type { Drawing } from "@/lib/content/animals/drawing.ts";
import { planFish } from "@/lib/content/animals/fish.ts";
import { planFox } from "@/lib/content/animals/fox.ts";
import { type AnimalKind, type Item, type Pool, toItem } from "@/lib/content/pools.ts";
import { type Random, seedRandom } from "@/lib/content/random.ts";
import { SIDE } from "@/lib/content/animals/shapes.ts";

const PLANS: Readonly<Record<AnimalKind, (random: Random) => Drawing>> = {
  cat: planCat,
  dog: planDog,
  fox: planFox,
  fish: planFish,
  alpaca: planAlpaca,
  bird: planBird,
};

/** The name of a drawing: 2.8 million million of them. Whoever knows the name gets the same drawing for ever. */
const ID = /^[0-9a-z]{8}$/;

/** Plans the animal of that name, or `undefined` if there can be none of that name. */
export function planAnimal(kind: AnimalKind, id: string): Drawing | undefined {
  return ID.test(id) ? PLANS[kind](seedRandom(`${kind}/${id}`)) : undefined;
}

/** Makes a pool without end: each draw is a new animal. */
export function toDrawnPool(kind: AnimalKind): Pool {
  const drawOne = (random: Random, base: string) => describeAnimal(kind, drawId(random), base);
  return {
    drawOne,
    drawMany(random, base, count) {
      const ids = new Set<string>();
      while (ids.size < count) ids.add(drawId(random));
      return Array.from(ids, (id) => describeAnimal(kind, id, base));
    },
  };
}

function describeAnimal(kind: AnimalKind, id: string, base: string): Item {
  const url = `${base}/images/animals/${kind}/${id}.png`;
  const alt = planAnimal(kind, id)?.alt;
  return toItem(url, { id, url, alt, width: SIDE, height: SIDE, mediaType: "image/png" });
}

// 36⁴ is far below 2³², so each half is as good as uniform: the most frequent is a 2556th likelier than the rarest.
function drawId(random: Random): string {
  return toHalf(random()) + toHalf(random());
}

function toHalf(word: number): string {
  return (word % 1_679_616).toString(36).padStart(4, "0");
}
