import { ALL_MOODS } from "./face.ts";
import { chooseSurroundings, type Habitat } from "./habitat.ts";
import type { Look, Pose, Surroundings } from "./look.ts";
import type { CommonTraits } from "./traits.ts";
import { findAccessory } from "./wardrobe.ts";
import { findNamed } from "./words.ts";

/** Options of {@linkcode resolveLook}. */
export interface ResolveOptions<Background extends Surroundings, P extends Pose> {
  readonly poses: readonly P[];
  readonly habitat: Habitat<Background>;
  /** The colour of the coat. */
  readonly base: string;
  /** The colour behind the animal, if the caller has chosen one. */
  readonly fill: string | undefined;
}

/** Returns what the words for the traits of every animal mean for its drawing. */
export function resolveLook<Background extends Surroundings, P extends Pose>(
  traits: CommonTraits,
  { poses, habitat, base, fill }: ResolveOptions<Background, P>,
): Look<Background, P> {
  const accessory = findAccessory(traits.wears, traits.fabric);
  const background = fill === undefined
    ? chooseSurroundings(habitat, { traits, base, hex: accessory.hex, isFixed: true })
    : habitat.fill(fill);
  return {
    pose: findNamed(poses, traits.pose),
    mood: findNamed(ALL_MOODS, traits.mood),
    accessory,
    background,
    isMirrored: traits.facing === "right",
  };
}
