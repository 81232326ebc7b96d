import { planAlpaca } from "@/lib/content/animals/alpaca.ts";
import { planBird } from "@/lib/content/animals/bird.ts";
import { planCat } from "@/lib/content/animals/cat.ts";
import { planDog } from "@/lib/content/animals/dog.ts";
import type { Drawing } from "@/lib/content/animals/drawing.ts";
import { planFish } from "@/lib/content/animals/fish.ts";
import { planFox } from "@/lib/content/animals/fox.ts";
import { type AnimalKind, type Item, type Pool } from "@/lib/content/pools.ts";
import { drawBelow, type Random, seedRandom } from "@/lib/content/random.ts";
import { DEFAULT_VARIANT } from "@/lib/content/variant.ts";

const PLANS: Readonly<Record<AnimalKind, (random: Random) => Drawing>> = {
  cat: planCat,
  dog: planDog,
  fox: planFox,
  fish: planFish,
  alpaca: planAlpaca,
  bird: planBird,
};

/** The id of a drawing, one of 2.8 trillion (36⁸). An id means the same drawing for ever. */
const ID = /^[0-9a-z]{8}$/;

/** Plans the animal with this id; returns `undefined` if the id is invalid. */
export function planAnimal(kind: AnimalKind, id: string): Drawing | undefined {
  return ID.test(id) ? PLANS[kind](seedRandom(`${kind}/${id}`)) : undefined;
}

/** Creates the pool of all drawings of a kind. */
export function createDrawingPool(kind: AnimalKind): Pool {
  return {
    drawOne: (random, origin, variant) => describeAnimal(kind, drawId(random), origin, variant),
    drawMany(random, origin, count, variant) {
      const ids = new Set<string>();
      while (ids.size < count) ids.add(drawId(random));
      return Array.from(ids, (id) => describeAnimal(kind, id, origin, variant));
    },
  };
}

// Concatenated, because serialising an object would take as long as planning the animal. Only the URL needs escaping.
function describeAnimal(kind: AnimalKind, id: string, origin: string, variant = DEFAULT_VARIANT): Item {
  const message = `${origin}/images/animals/${kind}/${id}${variant.suffix}`;
  const quoted = JSON.stringify(message);
  const { alt } = PLANS[kind](seedRandom(`${kind}/${id}`));
  const json = `{"id":"${id}","url":${quoted},"alt":"${alt}",${variant.fields}}`;
  const fields = `"message":${quoted},"item":${json}`;
  // Every character is ASCII.
  return { message, json, fields, bytes: fields.length };
}

/** All pairs of characters that an id consists of. */
const PAIRS = Array.from({ length: 36 ** 2 }, (_, i) => i.toString(36).padStart(2, "0"));

function drawId(random: Random): string {
  return drawPair(random) + drawPair(random) + drawPair(random) + drawPair(random);
}

function drawPair(random: Random): string {
  return PAIRS[drawBelow(random, PAIRS.length)]!;
}
