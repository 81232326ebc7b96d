import { ALPACAS } from "./alpaca.ts";
import { type Backdrop, isFill, parseBackdrop, SCENE_WORDS } from "./backdrop.ts";
import { BIRDS } from "./bird.ts";
import { CATS } from "./cat.ts";
import { DOGS } from "./dog.ts";
import { FISH } from "./fish.ts";
import { FOXES } from "./fox.ts";
import type { Face } from "./document.ts";
import type { AnimalPlan, PlanOptions, ViewOptions } from "./plan.ts";
import { pick, seedRandom } from "./random.ts";
import { findClash, type GivenTraits, type TraitValues } from "./traits.ts";

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

/** The values of the traits of each kind, by the names of their parameters. The plain or first one is the first. */
export const TRAITS = Object.fromEntries(
  Object.entries(PLANNERS).map(([kind, { values }]) => [kind, values]),
) as Readonly<Record<AnimalKind, TraitValues>>;

/** Returns the names of two traits that exclude each other for this kind, whatever the name of the animal. */
export function findTraitClash(kind: AnimalKind, given: GivenTraits): readonly [string, string] | undefined {
  return findClash(given, PLANNERS[kind]);
}

/**
 * The id of a drawing, one of 2.8 trillion (36⁸), or the ids of two parents. An id means the same drawing as long as
 * the major version is the same.
 */
const ID = /^([0-9a-z]{8})(?:-([0-9a-z]{8}))?$/;

/**
 * Plans the animal with this id, or the child of two animals, whose id {@linkcode toChildId} returns. The result is
 * `undefined` if the id is invalid.
 *
 * @throws {RangeError} if the background is unknown, or if two given traits exclude each other.
 */
export function planAnimal(kind: AnimalKind, id: string, options?: ViewOptions): AnimalPlan | undefined {
  const [, parent, other] = ID.exec(id) ?? [];
  if (parent === undefined) return undefined;
  if (other === undefined || other === parent) {
    return PLANNERS[kind].plan(seedRandom(kind, parent), toPlanOptions(options, kind, parent));
  }
  const [first, second] = parent < other ? [parent, other] : [other, parent];
  const parents = [seedRandom(kind, first), seedRandom(kind, second)] as const;
  const child = toChildId(first, second);
  return PLANNERS[kind].planChild(parents, seedRandom(kind, child), toPlanOptions(options, kind, child));
}

function toPlanOptions(options: ViewOptions | undefined, kind: AnimalKind, id: string): PlanOptions | undefined {
  if (options === undefined) return undefined;
  const { background, motion, ...others } = options;
  const backdrop = background === undefined ? undefined : parseBackdropOf(kind, background);
  if (background !== undefined && backdrop === undefined) {
    throw new RangeError(`unknown background of a ${kind}: ${background}`);
  }
  // A stream of its own, so that an animal looks the same with and without motion.
  return { ...others, backdrop, seedMotion: motion ? () => seedRandom("motion", kind, id) : undefined };
}

/** The words of scenes that each kind can have. A fish is in water, which no scene replaces. */
export function sceneWordsOf(kind: AnimalKind): readonly string[] {
  return kind === "fish" ? [] : SCENE_WORDS;
}

/** Parses a background as a URL has it, such as `mint-hearts`; `undefined` if this kind has no such one. */
export function parseBackdropOf(kind: AnimalKind, text: string): Backdrop | undefined {
  const backdrop = parseBackdrop(text);
  const isScene = backdrop !== undefined && backdrop !== "none" && !isFill(backdrop);
  return isScene && sceneWordsOf(kind).length === 0 ? undefined : backdrop;
}

/** Draws the face of the animal with this id, with some traits that were chosen for it. */
export function drawAnimalFace(kind: AnimalKind, id: string, given?: GivenTraits): Face {
  return PLANNERS[kind].drawFace(seedRandom(kind, id), given);
}

/**
 * Returns the id of the child of two animals, whatever their order. An animal and itself have no child: the id is that
 * of the animal.
 */
export function toChildId(id: string, otherId: string): string {
  return id === otherId ? id : [id, otherId].sort().join("-");
}

/** Returns the id of the drawing that belongs to a name, written as `normalizeName` returns it. */
export function toAnimalId(kind: AnimalKind, seed: string): string {
  const random = seedRandom("animals", kind, seed);
  return pick(random, PAIRS) + pick(random, PAIRS) + pick(random, PAIRS) + pick(random, PAIRS);
}

/** All pairs of characters that an id consists of. */
const PAIRS = Array.from({ length: 36 * 36 }, (_, i) => i.toString(36).padStart(2, "0"));
