import type { Surroundings } from "./look.ts";
import { isDistinct } from "./palette.ts";
import type { CommonTraits } from "./traits.ts";

/** Where the animals of a kind live: on land or in water. */
export interface Habitat<Background extends Surroundings> {
  /** The names of all colours. */
  readonly scenes: readonly string[];
  /** Returns the end of the alternative text for a colour: `, on a mint background`. */
  readonly describe: (scene: string) => string;
  /** Returns the surroundings with these traits, with a pale and with a deep disc behind the animal. */
  readonly list: (traits: CommonTraits) => readonly Background[];
  /** Returns surroundings that are all of one colour. */
  readonly fill: (hex: string) => Background;
}

/** What surroundings have to be distinct from. */
export interface Foreground {
  /** The colour of the coat. */
  readonly base: string;
  /** The colour of what the animal wears, or empty. */
  readonly hex: string;
}

/** Returns surroundings from which the animal stands out. Other scenes than its own are tried unless `isFixed`. */
export function chooseSurroundings<Background extends Surroundings>(
  { scenes, list }: Habitat<Background>,
  { traits, base, hex, isFixed }: Foreground & { readonly traits: CommonTraits; readonly isFixed: boolean },
): Background {
  for (const scene of [traits.scene, ...(isFixed ? [] : scenes)]) {
    const found = list({ ...traits, scene }).find((each) => isApart(each, { base, hex }));
    if (found !== undefined) return found;
  }
  const tones = list(traits);
  return tones.find(({ halo }) => isDistinct(halo, base)) ?? tones[0]!;
}

/** Reports whether an animal and what it wears stand out from surroundings. */
export function isApart({ halo }: Surroundings, { base, hex }: Foreground): boolean {
  return isDistinct(halo, base) && (hex === "" || isDistinct(halo, hex));
}
