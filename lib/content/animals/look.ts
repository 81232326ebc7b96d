import { type Mood, MOODS, SLEEPING_MOODS } from "@/lib/content/animals/face.ts";
import { type GarmentName, GARMENTS, type Place } from "@/lib/content/animals/garments.ts";
import { FABRICS, GOLD, isDistinct, MIN_GARMENT_DISTANCE } from "@/lib/content/animals/palette.ts";
import { withArticle } from "@/lib/content/animals/plan.ts";
import { group } from "@/lib/content/animals/shapes.ts";
import { pick, pickBelow, type Random } from "@/lib/content/random.ts";

/** What an animal does. In every pose but `sleeping` it is awake. */
export interface Pose {
  readonly name: string;
  /** Part of the alternative text: `, waving a paw`. */
  readonly words: string;
}

/** The garment of one animal. */
export interface Accessory {
  readonly name: GarmentName | "";
  readonly place: Place;
  readonly hex: string;
  /** Part of the alternative text: ` with a blue scarf`. */
  readonly words: string;
}

/** The features that every animal has. */
export interface Look<Backdrop, P extends Pose = Pose> {
  readonly pose: P;
  readonly mood: Mood;
  readonly accessory: Accessory;
  readonly backdrop: Backdrop;
}

/**
 * The garments of a kind when it is awake (day) and asleep (night). Glasses are for open eyes. An animal on four paws
 * sleeps curled up with its head on the ground: at its neck, a garment would hang out of the picture.
 */
export type Wardrobe = Readonly<Record<"day" | "night", readonly GarmentName[]>>;

/** The garments and backgrounds that contrast with one coat. */
interface Choices<Backdrop> extends Readonly<Record<keyof Wardrobe, GarmentChoices>> {
  /** By the colour of the garment, the backgrounds that contrast with it, grouped by their colour. */
  readonly backdrops: ReadonlyMap<string, readonly (readonly Backdrop[])[]>;
}

/** Garments, each in the colours that contrast with a coat. */
type GarmentChoices = readonly (readonly Accessory[])[];

/**
 * Adds to each coat the garments and backgrounds that contrast with it. The lists are prepared once and share their
 * entries, because planning an animal must stay cheap: with entries of its own for each coat, picking one took 18 % longer.
 */
export function withChoices<
  Coat extends { readonly base: string; readonly mark?: string; readonly fin?: string },
  Backdrop extends { readonly halo: string },
>(
  { day, night }: Wardrobe,
  prepareBackdrops: (base: string) => readonly (readonly Backdrop[])[],
  coats: readonly Coat[],
): readonly (Coat & { readonly choices: Choices<Backdrop> })[] {
  return coats.map((coat) => {
    const colours = [coat.base, coat.mark, coat.fin].filter((colour) => colour !== undefined);
    const all = prepareBackdrops(coat.base);
    const backdrops = new Map([[NO_ACCESSORY.hex, all]]);
    for (const hex of [...FABRICS.map((fabric) => fabric.hex), GOLD]) {
      backdrops.set(hex, all.filter(([backdrop]) => isDistinct(backdrop!.halo, hex)));
    }
    const choices = { day: prepareGarments(day, colours), night: prepareGarments(night, colours), backdrops };
    return { ...coat, choices };
  });
}

/** Picks the features out of those that suit the animal. One in seven wears nothing. */
export function pickLook<Backdrop, P extends Pose>(
  random: Random,
  choices: Choices<Backdrop>,
  pose: P,
): Look<Backdrop, P> {
  const isAsleep = pose.name === "sleeping";
  const mood = pick(random, isAsleep ? SLEEPING_MOODS : MOODS);
  const garment = pick(random, pick(random, isAsleep ? choices.night : choices.day));
  const accessory = pickBelow(random, 7) === 0 ? NO_ACCESSORY : garment;
  return { pose, mood, accessory, backdrop: pick(random, pick(random, choices.backdrops.get(accessory.hex)!)) };
}

/** The x, y, size and, if any, the turn in degrees of each place on one animal. */
type Anchors = Partial<Record<Place, readonly [number, number, number, number?]>>;

/** Draws the garment if it goes to one of these places. */
export function wear({ name, place, hex }: Accessory, anchors: Anchors): string {
  const anchor = anchors[place];
  if (name === "" || anchor === undefined) return "";
  const [x, y, size, turn = 0] = anchor;
  const rotation = turn === 0 ? "" : ` rotate(${turn})`;
  return group(`translate(${x} ${y}) scale(${size})${rotation}`, GARMENTS[name].draw(hex));
}

const NO_ACCESSORY: Accessory = { name: "", place: "neck", hex: "", words: "" };

/** Every garment in every colour. Created once, because planning reads them for every animal. */
const ACCESSORIES = new Map((Object.keys(GARMENTS) as GarmentName[]).map((name) => [name, toAccessories(name)]));

function toAccessories(name: GarmentName): readonly Accessory[] {
  const { place, words, hex } = GARMENTS[name];
  const fabrics = hex === undefined ? FABRICS : [{ name: "", hex }];
  return fabrics.map((fabric) => {
    const phrase = typeof words === "string" ? withArticle(`${fabric.name} ${words}`) : words(fabric.name);
    return { name, place, hex: fabric.hex, words: ` with ${phrase}` };
  });
}

/** Returns the garments that suit an animal, in the colours that are distinct from all colours of its coat. */
function prepareGarments(names: readonly GarmentName[], coat: readonly string[]): GarmentChoices {
  const isVisible = (hex: string) => coat.every((colour) => isDistinct(hex, colour, MIN_GARMENT_DISTANCE));
  return names.map((name) => ACCESSORIES.get(name)!.filter(({ hex }) => isVisible(hex)))
    .filter((colours) => colours.length > 0);
}
