import { planAlpaca } from "@/lib/content/animals/alpaca.ts";
import { planBird } from "@/lib/content/animals/bird.ts";
import { planCat } from "@/lib/content/animals/cat.ts";
import { planDog } from "@/lib/content/animals/dog.ts";
import { planFish } from "@/lib/content/animals/fish.ts";
import { planFox } from "@/lib/content/animals/fox.ts";
import type { AnimalPlan } from "@/lib/content/animals/plan.ts";
import type { Animal, PickOptions } from "@/lib/content/item.ts";
import { pick, type Random, seedRandom } from "@/lib/content/random.ts";
import { DEFAULT_VARIANT, type PictureVariant } from "@/lib/content/variant.ts";

/** Plans a drawing of each kind of animal. */
const PLANNERS = {
  cat: planCat,
  dog: planDog,
  fox: planFox,
  fish: planFish,
  alpaca: planAlpaca,
  bird: planBird,
};

/** A kind of animal. */
export type AnimalKind = keyof typeof PLANNERS;

/** The kinds of animals. */
export const ANIMALS = Object.keys(PLANNERS) as readonly AnimalKind[];

/** The id of a drawing, one of 2.8 trillion (36⁸). An id means the same drawing forever. */
const ID = /^[0-9a-z]{8}$/;

/** Plans the animal with this id, perhaps without its background; returns `undefined` if the id is invalid. */
export function planAnimal(kind: AnimalKind, id: string, isBare = false): AnimalPlan | undefined {
  if (!ID.test(id)) return undefined;
  const plan = PLANNERS[kind](seedRandom(kind, id));
  return isBare ? plan.withoutBackground() : plan;
}

/** Returns the URL of a picture of this service. */
export function toPictureUrl(origin: string, kind: AnimalKind, file: string): string {
  return `${origin}/images/animals/${kind}/${file}`;
}

/** Picks different drawings of a kind. */
export function pickDrawings(kind: AnimalKind, random: Random, options: PickOptions): Animal[] {
  const { origin, count = 1, variant = DEFAULT_VARIANT } = options;
  const ids = new Set<string>();
  while (ids.size < count) ids.add(pickId(random));
  return Array.from(ids, (id) => describeDrawing(kind, id, origin, variant));
}

function describeDrawing(kind: AnimalKind, id: string, origin: string, variant: PictureVariant): Animal {
  const { size, isBare, suffix, mediaType } = variant;
  const url = toPictureUrl(origin, kind, `${id}${suffix}`);
  const { alt } = planAnimal(kind, id, isBare)!;
  return { id, url, alt, width: size, height: size, mediaType };
}

/** All pairs of characters that an id consists of. */
const PAIRS = Array.from({ length: 36 ** 2 }, (_, i) => i.toString(36).padStart(2, "0"));

function pickId(random: Random): string {
  return pick(random, PAIRS) + pick(random, PAIRS) + pick(random, PAIRS) + pick(random, PAIRS);
}
