import { ALPACAS } from "@/lib/content/animals/alpaca.ts";
import { BIRDS } from "@/lib/content/animals/bird.ts";
import { CATS } from "@/lib/content/animals/cat.ts";
import { DOGS } from "@/lib/content/animals/dog.ts";
import { FISH } from "@/lib/content/animals/fish.ts";
import { FOXES } from "@/lib/content/animals/fox.ts";
import type { Face } from "@/lib/content/animals/document.ts";
import type { AnimalPlan, ViewOptions } from "@/lib/content/animals/plan.ts";
import type { Animal, PickOptions } from "@/lib/content/item.ts";
import { pick, type Random, seedRandom } from "@/lib/content/random.ts";
import { DEFAULT_VARIANT, type PictureVariant } from "@/lib/content/variant.ts";

/** Plans the drawings of each kind of animal. */
const PLANNERS = {
  cat: CATS,
  dog: DOGS,
  fox: FOXES,
  fish: FISH,
  alpaca: ALPACAS,
  bird: BIRDS,
};

/** A kind of animal. */
export type AnimalKind = keyof typeof PLANNERS;

/** The kinds of animals. */
export const ANIMALS = Object.keys(PLANNERS) as readonly AnimalKind[];

/**
 * The id of a drawing, one of 2.8 trillion (36⁸), or the ids of two parents. An id means the same drawing as long as
 * the major version of this service is the same.
 */
const ID = /^([0-9a-z]{8})(?:-([0-9a-z]{8}))?$/;

/**
 * Plans the animal with this id, or the child of two animals, whose id {@linkcode toChildId} returns. The result is
 * `undefined` if the id is invalid.
 */
export function planAnimal(kind: AnimalKind, id: string, options?: ViewOptions): AnimalPlan | undefined {
  const [, parent, other] = ID.exec(id) ?? [];
  if (parent === undefined) return undefined;
  if (other === undefined || other === parent) return PLANNERS[kind].plan(seedRandom(kind, parent), options);
  const [first, second] = parent < other ? [parent, other] : [other, parent];
  const parents = [seedRandom(kind, first), seedRandom(kind, second)] as const;
  return PLANNERS[kind].planChild(parents, seedRandom(kind, toChildId(first, second)), options);
}

/** Draws the face of the animal with this id. */
export function drawAnimalFace(kind: AnimalKind, id: string): Face {
  return PLANNERS[kind].drawFace(seedRandom(kind, id));
}

/**
 * Returns the id of the child of two animals, whatever their order. An animal and itself have no child: the id is that
 * of the animal.
 */
export function toChildId(id: string, otherId: string): string {
  return id === otherId ? id : [id, otherId].sort().join("-");
}

/**
 * Returns the id of the drawing that belongs to a name, written as `normalizeName` returns it: the one that
 * {@linkcode pickDrawings} picks with `seedRandom("animals", kind, seed)`.
 */
export function toAnimalId(kind: AnimalKind, seed: string): string {
  return pickId(seedRandom("animals", kind, seed));
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

/** Returns a drawing as an item of a response; `origin` is that of this service. */
export function describeDrawing(kind: AnimalKind, id: string, origin: string, variant: PictureVariant): Animal {
  const { size, view, isBare, suffix, mediaType } = variant;
  const url = toPictureUrl(origin, kind, `${id}${suffix}`);
  const { alt } = planAnimal(kind, id, { view, isBare })!;
  return { id, url, alt, width: size, height: size, mediaType };
}

/** All pairs of characters that an id consists of. */
const PAIRS = Array.from({ length: 36 ** 2 }, (_, i) => i.toString(36).padStart(2, "0"));

function pickId(random: Random): string {
  return pick(random, PAIRS) + pick(random, PAIRS) + pick(random, PAIRS) + pick(random, PAIRS);
}
