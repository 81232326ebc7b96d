import type { AnimalPlan } from "@/lib/content/animals/plan.ts";
import type { Item, Pool } from "@/lib/content/pool.ts";
import { type AnimalKind, PLANNERS } from "@/lib/content/pools.ts";
import { drawBelow, type Random, seedRandom } from "@/lib/content/random.ts";
import { DEFAULT_VARIANT } from "@/lib/content/variant.ts";

/** The id of a drawing, one of 2.8 trillion (36⁸). An id means the same drawing forever. */
const ID = /^[0-9a-z]{8}$/;

/** Plans the animal with this id; returns `undefined` if the id is invalid. */
export function planAnimal(kind: AnimalKind, id: string): AnimalPlan | undefined {
  return ID.test(id) ? PLANNERS[kind](seedRandom(`${kind}/${id}`)) : undefined;
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

// Concatenated: serializing an object took 1 of the 22 µs of a request. Only the URL needs escaping, and all is ASCII.
function describeAnimal(kind: AnimalKind, id: string, origin: string, variant = DEFAULT_VARIANT): Item {
  const url = `${origin}/images/animals/${kind}/${id}${variant.suffix}`;
  const { alt } = PLANNERS[kind](seedRandom(`${kind}/${id}`));
  const quoted = JSON.stringify(url);
  const json = `{"id":"${id}","url":${quoted},"alt":"${alt}",${variant.fields}}`;
  const fields = `"message":${quoted},"item":${json}`;
  return { message: url, json, fields, bytes: fields.length };
}

/** All pairs of characters that an id consists of. */
const PAIRS = Array.from({ length: 36 ** 2 }, (_, i) => i.toString(36).padStart(2, "0"));

function drawId(random: Random): string {
  return drawPair(random) + drawPair(random) + drawPair(random) + drawPair(random);
}

function drawPair(random: Random): string {
  return PAIRS[drawBelow(random, PAIRS.length)]!;
}
