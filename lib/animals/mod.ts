/**
 * Animals that belong to names: kinds, names, ids, drawings and their descriptions. See README.md.
 *
 * @module
 */
export { type AnimalKind, ANIMALS, pickAnimalId, planAnimal, toAnimalId, toChildId } from "./animal.ts";
export { normalizeName, tidyName } from "./name.ts";
export { type AnimalPlan, FACE_OF, type View, type ViewOptions } from "./plan.ts";
export { pick, pickBelow, type Random, seedRandom } from "./random.ts";
export { withArticle } from "./words.ts";
