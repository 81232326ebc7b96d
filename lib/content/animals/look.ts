import {
  type Accessory,
  type GarmentName,
  pickAccessory,
  prepareWardrobe,
  type Wardrobe,
} from "@/lib/content/animals/accessories.ts";
import { type Mood, MOODS, SLEEPING_MOODS } from "@/lib/content/animals/face.ts";
import { GOLD } from "@/lib/content/animals/garments.ts";
import { FABRICS, isDistinct } from "@/lib/content/animals/palette.ts";
import { drawBelow, pick, type Random } from "@/lib/content/random.ts";

/** What an animal does. */
export interface Pose {
  readonly name: string;
  /** Part of the alternative text: `, waving a paw`. */
  readonly words: string;
  readonly isAsleep?: boolean;
}

/** A background; the halo is the colour of the disc behind the animal. */
interface Halo {
  readonly halo: string;
}

/** The features that every animal has. */
export interface Look<Backdrop extends Halo> {
  readonly mood: Mood;
  readonly accessory: Accessory;
  readonly backdrop: Backdrop;
}

/** The garments and backgrounds that contrast with one coat. */
export interface Choices<Backdrop extends Halo> {
  readonly day: Wardrobe;
  readonly night: Wardrobe;
  /** The backgrounds by the colour of the garment, with which they contrast as well. */
  readonly backdrops: ReadonlyMap<string, readonly Backdrop[]>;
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
}

/**
 * Adds to each coat the garments and backgrounds that contrast with it. Done once for each coat, because planning an
 * animal must stay cheap.
 */
export function withChoices<Coat extends CoatColours, Backdrop extends Halo>(
  coats: readonly Coat[],
  garments: Garments,
  prepareBackdrops: (base: string) => readonly Backdrop[],
): readonly [Coat & Choices<Backdrop>, ...(Coat & Choices<Backdrop>)[]] {
  const prepare = (coat: Coat): Coat & Choices<Backdrop> => {
    const colours = coat.mark === undefined ? [coat.base] : [coat.base, coat.mark];
    const [day, night] = [garments.day, garments.night].map((names) => prepareWardrobe(names, colours));
    const all = prepareBackdrops(coat.base);
    const garmentColours = ["", GOLD, ...FABRICS.map(({ hex }) => hex)];
    const backdrops = new Map(
      garmentColours.map((hex) => [hex, hex === "" ? all : all.filter(({ halo }) => isDistinct(halo, hex))]),
    );
    return { ...coat, day: day!, night: night!, backdrops };
  };
  return coats.map(prepare) as [Coat & Choices<Backdrop>, ...(Coat & Choices<Backdrop>)[]];
}

/** Picks the features out of those that suit the animal. */
export function pickLook<Backdrop extends Halo>(
  random: Random,
  { day, night, backdrops }: Choices<Backdrop>,
  { isAsleep = false }: Pose,
): Look<Backdrop> {
  const mood = pick(random, isAsleep ? SLEEPING_MOODS : MOODS);
  const accessory = pickAccessory(random, isAsleep ? night : day);
  const suitable = backdrops.get(accessory.hex)!;
  return { mood, accessory, backdrop: suitable[drawBelow(random, suitable.length)]! };
}
