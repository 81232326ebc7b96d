import type { ChosenScene } from "./backdrop.ts";
import { chooseSurroundings, isApart } from "./habitat.ts";
import type { Species } from "./kind.ts";
import { type CommonTraits, type GivenTraits, type Ruled, settle } from "./traits.ts";
import { findAccessory, isVisibleOn, listFabrics } from "./wardrobe.ts";

/**
 * Returns an animal with what a caller has chosen. What does not go together with that changes: first other traits,
 * then the colour of what it wears, then the colour of the background.
 *
 * @throws {RangeError} if two chosen traits exclude each other.
 */
export function dress<Traits extends CommonTraits>(
  species: Species<Traits>,
  animal: Traits,
  given: GivenTraits = {},
  chosen: ChosenScene = {},
): Traits {
  const settled = settle(animal, given, species);
  if (settled === undefined) throw new RangeError(`these traits exclude each other: ${Object.keys(given).join(", ")}`);
  const { shows = () => true } = species;
  // A pattern that was chosen must not be hidden by what the name wears.
  const isHidden = given.pattern !== undefined && given.wears === undefined && !shows(settled);
  const traits = { ...settled, ...chosen, ...(isHidden && { wears: "nothing" }) };
  const coat = species.coatOf(traits);
  const accessories = listFabrics(traits.wears, traits.fabric);
  const { fabric, hex } = accessories.find((each) => isVisibleOn(coat, each.hex)) ?? accessories[0]!;
  const isFixed = chosen.scene !== undefined;
  const surroundings = chooseSurroundings(species.habitat, { traits, base: coat.base, hex, isFixed });
  // An animal that wears nothing keeps the colour from its name, in case it wears something later.
  return { ...traits, ...(traits.wears !== "nothing" && { fabric }), ...surroundings.traits };
}

/** Reports whether the traits of a child go together, and whether it stands out from everything around it. */
export function suits<Traits extends CommonTraits>(species: Species<Traits>, traits: Traits): boolean {
  const { habitat, coatOf, shows = () => true } = species;
  if (!obeys(species, traits)) return false;
  const { hex } = findAccessory(traits.wears, traits.fabric);
  const coat = coatOf(traits);
  if (!isVisibleOn(coat, hex) || !shows(traits)) return false;
  return habitat.list(traits).some((surroundings) => isApart(surroundings, { base: coat.base, hex }));
}

/** Reports whether traits go together. */
export function obeys({ rules }: Ruled, traits: CommonTraits): boolean {
  const words = traits as unknown as GivenTraits;
  return rules.every(({ traits: [name, other], allows }) => allows(words[name]!, words[other]!));
}
