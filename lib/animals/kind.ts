import type { Described } from "./describe.ts";
import type { Face, Layers } from "./document.ts";
import { ALL_MOODS } from "./face.ts";
import { chooseSurroundings, type Habitat } from "./habitat.ts";
import {
  type Choices,
  type Look,
  MOOD_RULE,
  type Pose,
  type Surroundings,
  toCommonValues,
  toWardrobeRule,
  wakeUp,
  type Wardrobe,
} from "./look.ts";
import type { Place } from "./accessories.ts";
import type { Random } from "./random.ts";
import type { CommonTraits, Rule, Ruled } from "./traits.ts";
import { type CoatColours, findAccessory } from "./wardrobe.ts";
import { findNamed, namesOf } from "./words.ts";

/** A name and its colour. */
interface Iris {
  readonly name: string;
  readonly hex: string;
}

/** A coat that {@linkcode withChoices} has prepared. */
type Coat<Background> = CoatColours & { readonly name: string; readonly choices: Choices<Background> };

/** What makes a kind of animal. */
interface Parts<Traits extends CommonTraits, C extends Coat<B>, B extends Surroundings, P extends Pose> {
  readonly kind: string;
  readonly coats: readonly C[];
  /** The colours of its coat, if they depend on more than its name: those from which all that it wears must differ. */
  readonly coatOf?: (traits: NoInfer<Traits>) => C;
  readonly patterns: readonly string[];
  /** The colours of its eyes, which may depend on its coat. */
  readonly irises: (coat: C) => readonly Iris[];
  /** The values of the traits that only this kind has. */
  readonly own: Readonly<Record<string, readonly string[]>>;
  readonly poses: readonly P[];
  readonly wardrobe: Wardrobe;
  readonly habitat: Habitat<B>;
  /** Where it wears nothing while it sleeps, besides glasses. */
  readonly hidden?: readonly Place[];
  readonly rules: readonly Rule[];
  /** Reports whether its traits are visible together: a blanket covers patches. */
  readonly shows: (traits: NoInfer<Traits>) => boolean;
  /** Returns the words before the kind, for a face only what it shows. Empty ones and `plain` are left out. */
  readonly describe: (traits: NoInfer<Traits>, isFace: boolean) => readonly string[];
  /** Picks the traits of one animal. The order of its picks may not change, because a seed means an animal. */
  readonly pick: (random: Random) => Traits;
}

/** The traits of an animal as its drawing needs them. */
export type LookOf<K> = K extends Kind<infer Traits, infer C, infer B, infer P>
  ? Omit<Traits, "coat" | "pose" | "mood"> & Look<B, P> & { readonly coat: C; readonly iris: string }
  : never;

/** A kind of animal: which traits it has, and what they mean. */
export interface Kind<Traits extends CommonTraits, C extends Coat<B>, B extends Surroundings, P extends Pose>
  extends Described<Traits>, Ruled {
  readonly habitat: Habitat<B>;
  readonly poses: readonly P[];
  readonly pick: (random: Random) => Traits;
  readonly shows: (traits: Traits) => boolean;
  readonly coatOf: (traits: Traits) => C;
  /** Returns what traits mean for a drawing; `fill` is the colour behind the animal, if the caller has chosen one. */
  readonly toLook: (
    traits: Traits,
    fill?: string,
  ) => Omit<Traits, "coat" | "pose" | "mood"> & Look<B, P> & { readonly coat: C; readonly iris: string };
}

/** A kind, and how it is drawn. */
export interface Species<Traits extends CommonTraits>
  extends Omit<Kind<Traits, Coat<Surroundings>, Surroundings, Pose>, "toLook" | "coatOf"> {
  readonly coatOf: (traits: Traits) => CoatColours;
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

/** Defines a kind of animal. */
export function defineKind<
  Traits extends CommonTraits,
  C extends Coat<B>,
  B extends Surroundings,
  const P extends Pose,
>(
  { coats, patterns, irises, own, wardrobe, hidden = [], rules, pick, ...parts }: Parts<Traits, C, B, P>,
): Kind<Traits, C, B, P> {
  const { poses, habitat, shows, coatOf = ({ coat }) => findNamed(coats, coat) } = parts;
  const eyes = namesOf(irises(coats[0]!));
  return {
    ...parts,
    values: { coat: namesOf(coats), pattern: patterns, eyes, ...own, ...toCommonValues(wardrobe, poses) },
    rules: [MOOD_RULE, toWardrobeRule(...hidden), ...rules],
    coatOf,
    pick(random) {
      const picked = pick(random);
      const shown = shows(picked) ? picked : { ...picked, pattern: "plain" };
      const awake = wakeUp(random, shown, { choices: coatOf(shown).choices, poses });
      // What it wears must not hide its pattern.
      return shows(awake) ? awake : { ...awake, wears: "nothing" };
    },
    toLook(traits, fill) {
      const coat = coatOf(traits), accessory = findAccessory(traits.wears, traits.fabric);
      const around = { traits, base: coat.base, hex: accessory.hex, isFixed: true };
      return {
        ...traits,
        coat,
        iris: findNamed(irises(coat), traits.eyes).hex,
        pose: findNamed(poses, traits.pose),
        mood: findNamed(ALL_MOODS, traits.mood),
        accessory,
        background: fill === undefined ? chooseSurroundings(habitat, around) : habitat.fill(fill),
        isMirrored: traits.facing === "right",
      };
    },
  };
}
