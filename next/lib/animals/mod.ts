/**
 * Animals that belong to names: kinds, names, ids, drawings and their descriptions. See README.md.
 *
 * @module
 */
export {
  type AnimalKind,
  ANIMALS,
  findTraitClash,
  parseBackdropOf,
  pickAnimalId,
  planAnimal,
  sceneWordsOf,
  toAnimalId,
  toChildId,
  TRAITS,
} from "./animal.ts";
export { isFill, SCENE_WORDS, toBackdropText } from "./backdrop.ts";
export { MAX_NAME_CHARACTERS, normalizeName, tidyName } from "./name.ts";
export { FACE_OF } from "./describe.ts";
export { OPTIONS } from "./options.ts";
export type { AnimalPlan, View, ViewOptions } from "./plan.ts";
export { pick, pickBelow, type Random, seedRandom } from "./random.ts";
export type { GivenTraits } from "./traits.ts";
export { toKey, withArticle } from "./words.ts";
