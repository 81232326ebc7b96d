import { type Mood, MOODS, SLEEPING_MOODS } from "./face.ts";
import { ACCESSORIES, type AccessoryName, type Place } from "./accessories.ts";
import { FABRICS, GOLD, isDistinct, MIN_ACCESSORY_DISTANCE } from "./palette.ts";
import { withArticle } from "./words.ts";
import { group } from "./shapes.ts";
import { pick, pickBelow, type Random } from "./random.ts";

/** What an animal does. In every pose but `sleeping` it is awake. */
export interface Pose {
  readonly name: string;
  /** Part of the alternative text: `, waving a paw`. */
  readonly words: string;
}

/** The accessory of one animal. */
export interface Accessory {
  readonly name: AccessoryName | "";
  readonly place: Place;
  readonly hex: string;
  /** Part of the alternative text: ` with a blue scarf`. */
  readonly words: string;
}

/** The features that every animal has. */
export interface Look<Background, P extends Pose = Pose> {
  readonly pose: P;
  readonly mood: Mood;
  readonly accessory: Accessory;
  readonly background: Background;
}

/**
 * The accessories of a kind when it is awake (day) and asleep (night). Glasses are for open eyes. An animal on four
 * paws sleeps curled up with its head on the ground: at its neck, an accessory would hang out of the picture.
 */
export type Wardrobe = Readonly<Record<"day" | "night", readonly AccessoryName[]>>;

/** The accessories and backgrounds that contrast with one coat. */
interface Choices<Background> extends Readonly<Record<keyof Wardrobe, AccessoryChoices>> {
  /** By the colour of the accessory, the backgrounds that contrast with it, grouped by their colour. */
  readonly backgrounds: ReadonlyMap<string, readonly (readonly Background[])[]>;
}

/** Accessories, each in the colours that contrast with a coat. */
type AccessoryChoices = readonly (readonly Accessory[])[];

/**
 * Adds to each coat the accessories and backgrounds that contrast with it. The lists are prepared once and share their
 * entries, because planning an animal must stay cheap: with separate entries for each coat, it took 18 % longer.
 */
export function withChoices<
  Coat extends { readonly base: string; readonly mark?: string; readonly fin?: string },
  Background extends { readonly halo: string },
>(
  { day, night }: Wardrobe,
  prepareBackgrounds: (base: string) => readonly (readonly Background[])[],
  coats: readonly Coat[],
): readonly (Coat & { readonly choices: Choices<Background> })[] {
  return coats.map((coat) => {
    const colours = [coat.base, coat.mark, coat.fin].filter((colour) => colour !== undefined);
    const all = prepareBackgrounds(coat.base);
    const backgrounds = new Map([[NO_ACCESSORY.hex, all]]);
    for (const hex of [...FABRICS.map((fabric) => fabric.hex), GOLD]) {
      backgrounds.set(hex, all.filter(([background]) => isDistinct(background!.halo, hex)));
    }
    const choices = { day: prepareAccessories(day, colours), night: prepareAccessories(night, colours), backgrounds };
    return { ...coat, choices };
  });
}

/** Picks the features out of those that suit the animal. One in seven wears nothing. */
export function pickLook<Background, P extends Pose>(
  random: Random,
  choices: Choices<Background>,
  pose: P,
): Look<Background, P> {
  const isAsleep = pose.name === "sleeping";
  const mood = pick(random, isAsleep ? SLEEPING_MOODS : MOODS);
  const picked = pick(random, pick(random, isAsleep ? choices.night : choices.day));
  const accessory = pickBelow(random, 7) === 0 ? NO_ACCESSORY : picked;
  return { pose, mood, accessory, background: pick(random, pick(random, choices.backgrounds.get(accessory.hex)!)) };
}

/** What an animal wears its accessory on. */
interface DressedCoat<Background> {
  readonly base: string;
  readonly choices: Choices<Background>;
}

/** Reports whether features of two parents suit a coat and each other. */
export function suitsLook<Background extends { readonly halo: string }>(
  { base, choices }: DressedCoat<Background>,
  { pose, mood, accessory, background: { halo } }: Look<Background>,
): boolean {
  const isAsleep = pose.name === "sleeping";
  if (!(isAsleep ? SLEEPING_MOODS : MOODS).includes(mood) || !isDistinct(halo, base)) return false;
  if (accessory === NO_ACCESSORY) return true;
  const accessories = isAsleep ? choices.night : choices.day;
  return accessories.some((colours) => colours.includes(accessory)) && isDistinct(halo, accessory.hex);
}

/** The x, y, size and, if any, the turn in degrees of each place on one animal. */
type Anchors = Partial<Record<Place, readonly [number, number, number, number?]>>;

/** Draws the accessory if it goes to one of these places. */
export function wear({ name, place, hex }: Accessory, anchors: Anchors): string {
  const anchor = anchors[place];
  if (name === "" || anchor === undefined) return "";
  const [x, y, size, turn = 0] = anchor;
  const rotation = turn === 0 ? "" : ` rotate(${turn})`;
  return group(`translate(${x} ${y}) scale(${size})${rotation}`, ACCESSORIES[name].draw(hex));
}

const NO_ACCESSORY: Accessory = { name: "", place: "neck", hex: "", words: "" };

/** Every accessory in every colour. Created once, because planning reads them for every animal. */
const VARIANTS = new Map((Object.keys(ACCESSORIES) as AccessoryName[]).map((name) => [name, toVariants(name)]));

function toVariants(name: AccessoryName): readonly Accessory[] {
  const { place, words, hex } = ACCESSORIES[name];
  const fabrics = hex === undefined ? FABRICS : [{ name: "", hex }];
  return fabrics.map((fabric) => {
    const phrase = typeof words === "string" ? withArticle(`${fabric.name} ${words}`) : words(fabric.name);
    return { name, place, hex: fabric.hex, words: ` with ${phrase}` };
  });
}

/** Returns the accessories that suit an animal, in the colours that are distinct from all colours of its coat. */
function prepareAccessories(names: readonly AccessoryName[], coat: readonly string[]): AccessoryChoices {
  const isVisible = (hex: string) => coat.every((colour) => isDistinct(hex, colour, MIN_ACCESSORY_DISTANCE));
  return names.map((name) => VARIANTS.get(name)!.filter(({ hex }) => isVisible(hex)))
    .filter((colours) => colours.length > 0);
}
