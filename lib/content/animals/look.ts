import {
  type Accessory,
  GARMENT_COLOURS,
  type GarmentName,
  pickAccessory,
  prepareWardrobe,
  type Wardrobe,
} from "@/lib/content/animals/accessories.ts";
import { type Mood, MOODS, SLEEPING_MOODS } from "@/lib/content/animals/face.ts";
import { isDistinct } from "@/lib/content/animals/palette.ts";
import { drawBelow, pick, type Random } from "@/lib/content/random.ts";

/** What an animal does. In every pose but `sleeping` it is awake. */
export interface Pose {
  readonly name: string;
  /** Part of the alternative text: `, waving a paw`. */
  readonly words: string;
}

/** The features that every animal has. */
export interface Look<Backdrop> {
  readonly mood: Mood;
  readonly accessory: Accessory;
  readonly backdrop: Backdrop;
}

/** A background; the halo is the colour of the disc behind the animal. */
interface Halo {
  readonly halo: string;
}

/** The garments and backgrounds that contrast with one coat. */
export interface Choices<Backdrop> {
  readonly day: Wardrobe;
  readonly night: Wardrobe;
  /** For each colour of a garment the backgrounds that contrast with it, by their colour. */
  readonly backdrops: readonly (readonly (readonly Backdrop[])[])[];
}

/** The garments of a kind: when awake, and when asleep. */
export interface Garments {
  readonly day: readonly GarmentName[];
  readonly night: readonly GarmentName[];
}

/** The main colour of a coat, and the colour of its markings. */
export interface CoatColours {
  readonly base: string;
  readonly mark?: string;
  readonly fin?: string;
}

/** A coat with the garments that contrast with it. */
export type Dressed<Coat, Backdrop> = Coat & { readonly choices: Choices<Backdrop> };

/**
 * Adds to each coat the garments and backgrounds that contrast with it. The lists are prepared once and share their
 * entries, because planning an animal must stay cheap: with entries of its own for each coat, a draw took 18 % longer.
 */
export function withChoices<Coat extends CoatColours, Backdrop extends Halo>(
  coats: readonly Coat[],
  garments: Garments,
  prepareBackdrops: (base: string) => readonly (readonly Backdrop[])[],
): readonly [Dressed<Coat, Backdrop>, ...Dressed<Coat, Backdrop>[]] {
  const prepare = (coat: Coat): Dressed<Coat, Backdrop> => {
    const colours = [coat.base, coat.mark, coat.fin].filter((colour) => colour !== undefined);
    const all = prepareBackdrops(coat.base);
    const backdrops = GARMENT_COLOURS.map(({ hex }) =>
      hex === "" ? all : all.filter(([backdrop]) => isDistinct(backdrop!.halo, hex))
    );
    const day = prepareWardrobe(garments.day, colours);
    return { ...coat, choices: { day, night: prepareWardrobe(garments.night, colours), backdrops } };
  };
  return coats.map(prepare) as [Dressed<Coat, Backdrop>, ...Dressed<Coat, Backdrop>[]];
}

/** Picks the features out of those that suit the animal. */
export function pickLook<Backdrop>(random: Random, choices: Choices<Backdrop>, { name }: Pose): Look<Backdrop> {
  const isAsleep = name === "sleeping";
  const mood = pick(random, isAsleep ? SLEEPING_MOODS : MOODS);
  const accessory = pickAccessory(random, isAsleep ? choices.night : choices.day);
  const suitable = choices.backdrops[accessory.colour]!;
  const ofColour = suitable[drawBelow(random, suitable.length)]!;
  return { mood, accessory, backdrop: ofColour[drawBelow(random, ofColour.length)]! };
}
