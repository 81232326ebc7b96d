import { ALL_MOODS } from "./face.ts";
import { chooseSurroundings, type Habitat } from "./habitat.ts";
import type { Look, Pose, Surroundings } from "./look.ts";
import type { CommonTraits } from "./traits.ts";
import { type CoatColours, findAccessory } from "./wardrobe.ts";
import { findNamed } from "./words.ts";

/** What the words of a kind mean. */
export interface Meanings<Coat extends CoatColours, Background extends Surroundings, P extends Pose> {
  readonly poses: readonly P[];
  readonly habitat: Habitat<Background>;
  /** The colours of its eyes. */
  readonly irises: readonly { readonly name: string; readonly hex: string }[];
  readonly coat: Coat;
  /** The colour behind the animal, if the caller has chosen one. */
  readonly fill: string | undefined;
}

/** What the words of every kind mean for a drawing. */
interface ResolvedLook<Coat, Background, P extends Pose> extends Look<Background, P> {
  readonly coat: Coat;
  readonly iris: string;
}

/** Returns the traits of an animal, with those that every kind has as its drawing needs them. */
export function resolveLook<
  Traits extends CommonTraits,
  Coat extends CoatColours,
  Background extends Surroundings,
  P extends Pose,
>(
  traits: Traits,
  { poses, habitat, irises, coat, fill }: Meanings<Coat, Background, P>,
): Omit<Traits, keyof ResolvedLook<Coat, Background, P>> & ResolvedLook<Coat, Background, P> {
  const accessory = findAccessory(traits.wears, traits.fabric);
  const background = fill === undefined
    ? chooseSurroundings(habitat, { traits, base: coat.base, hex: accessory.hex, isFixed: true })
    : habitat.fill(fill);
  return {
    ...traits,
    coat,
    iris: findNamed(irises, traits.eyes).hex,
    pose: findNamed(poses, traits.pose),
    mood: findNamed(ALL_MOODS, traits.mood),
    accessory,
    background,
    isMirrored: traits.facing === "right",
  };
}
