import type { Described } from "./describe.ts";
import type { Face, Layers } from "./document.ts";
import type { Habitat } from "./habitat.ts";
import type { Surroundings } from "./look.ts";
import type { Random } from "./random.ts";
import type { CommonTraits, Ruled } from "./traits.ts";
import type { CoatColours } from "./wardrobe.ts";

/** The traits of a kind of animal. */
export interface TraitsOf<Traits extends CommonTraits> extends Described<Traits>, Ruled {
  readonly habitat: Habitat<Surroundings>;
  /** Picks the traits of one animal. The order of its picks may not change, because a seed means an animal. */
  readonly pick: (random: Random) => Traits;
  /** Returns the colours from which everything that it wears must differ. */
  readonly coatOf: (traits: Traits) => CoatColours;
  /** Reports whether traits of two parents are visible together: a blanket covers patches. By default they are. */
  readonly shows?: (traits: Traits) => boolean;
}

/** A kind of animal: which traits it has, and what it looks like with them. */
export interface Species<Traits extends CommonTraits> extends TraitsOf<Traits> {
  readonly draw: (traits: Traits, scene: Scene) => Layers;
  /** Draws its face; `fill` is the colour behind it, if the caller has chosen one. */
  readonly drawFace: (traits: Traits, fill?: string) => Face;
}

/** Where an animal is drawn. */
export interface Scene {
  /** Whether there is no background, so that nothing may be cut off at the edges. */
  readonly isBare?: boolean;
  /** The colour behind the animal, if the caller has chosen one. */
  readonly fill?: string | undefined;
}
