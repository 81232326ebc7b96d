import { ACCESSORIES, type AccessoryName, type Place } from "./accessories.ts";
import { ALL_MOODS, type Mood, MOODS, SLEEPING_MOODS } from "./face.ts";
import { isDistinct } from "./palette.ts";
import { pick, pickBelow, type Random } from "./random.ts";
import { group } from "./shapes.ts";
import type { CommonTraits, Rule } from "./traits.ts";
import { type Accessory, ACCESSORY_COLOURS, type CoatColours, findAccessory, prepareAccessories } from "./wardrobe.ts";
import { namesOf } from "./words.ts";

/** What an animal does. In every pose but `sleeping` it is awake. */
export interface Pose {
  readonly name: string;
  /** Part of the alternative text: `, waving a paw`. */
  readonly words: string;
}

/** The traits of every animal as its drawing needs them. */
export interface Look<Background, P extends Pose = Pose> {
  readonly pose: P;
  readonly mood: Mood;
  readonly accessory: Accessory;
  readonly background: Background;
  readonly isMirrored: boolean;
}

/**
 * The accessories of a kind that a name can choose when it is awake (day) and asleep (night). Since 4.0 there are
 * others (more), which only those names choose that were asleep before.
 */
export type Wardrobe = Readonly<Record<"day" | "night" | "more", readonly AccessoryName[]>>;

/** What surrounds an animal. */
export interface Surroundings {
  /** The colour of the disc behind the animal. */
  readonly halo: string;
  /** The words from which it follows. */
  readonly traits: { readonly scene: string; readonly decor?: string };
}

/** The accessories and backgrounds that contrast with one coat. */
export interface Choices<Background>
  extends Readonly<Record<"day" | "night" | "all", readonly (readonly Accessory[])[]>> {
  /** By the colour of the accessory, the backgrounds that contrast with it, grouped by their colour. */
  readonly backgrounds: ReadonlyMap<string, readonly (readonly Background[])[]>;
}

/**
 * Adds to each coat the accessories and backgrounds that contrast with it. The lists are prepared once and share their
 * entries, because planning an animal must stay cheap: with separate entries for each coat, it took 18 % longer.
 */
export function withChoices<Coat extends CoatColours, Background extends Surroundings>(
  { day, night, more }: Wardrobe,
  prepareBackgrounds: (base: string) => readonly (readonly Background[])[],
  coats: readonly Coat[],
): readonly (Coat & { readonly choices: Choices<Background> })[] {
  return coats.map((coat) => {
    const all = prepareBackgrounds(coat.base);
    const backgrounds = new Map([["", all]]);
    for (const hex of ACCESSORY_COLOURS) {
      backgrounds.set(hex, all.filter(([background]) => isDistinct(background!.halo, hex)));
    }
    const choices = {
      day: prepareAccessories(day, coat),
      night: prepareAccessories(night, coat),
      all: prepareAccessories([...day, ...more], coat),
      backgrounds,
    };
    return { ...coat, choices };
  });
}

/** Picks the traits of every kind that suit a coat and a pose. One in seven wears nothing. */
export function pickLook<Background extends Surroundings>(
  random: Random,
  choices: Choices<Background>,
  pose: string,
) {
  const isAsleep = pose === SLEEPING;
  const mood = pick(random, isAsleep ? SLEEPING_MOODS : MOODS);
  const picked = pick(random, pick(random, isAsleep ? choices.night : choices.day));
  const isBare = pickBelow(random, 7) === 0;
  const background = pick(random, pick(random, choices.backgrounds.get(isBare ? "" : picked.hex)!));
  const wears = isBare ? "nothing" : picked.name;
  const { scene, decor } = background.traits;
  return { mood: mood.name, pose, wears, fabric: picked.fabric, scene, decor };
}

/** What {@linkcode wakeUp} chooses from. */
interface Awake<Background> {
  readonly choices: Choices<Background>;
  readonly poses: readonly Pose[];
}

/**
 * Wakes up most animals that were asleep before 4.0, so that one in ten of all still is. It stays where it was, unless
 * nobody would see there what it wears.
 */
export function wakeUp<Traits extends CommonTraits, Background extends Surroundings>(
  random: Random,
  traits: Traits,
  { choices, poses }: Awake<Background>,
): Traits {
  if (traits.pose !== SLEEPING || pickBelow(random, 10) < poses.length) return traits;
  const pose = pick(random, poses.filter(({ name }) => name !== SLEEPING));
  const look = pickLook(random, { ...choices, day: choices.all }, pose.name);
  const hex = findAccessory(look.wears, look.fabric).hex;
  const canStay = choices.backgrounds.get(hex)!.some(([background]) => background!.traits.scene === traits.scene);
  const { scene, decor } = canStay ? traits : look;
  return { ...traits, ...look, scene, decor };
}

/** Returns the values of the traits that every kind has in the same words. */
export function toCommonValues({ day, night, more }: Wardrobe, poses: readonly Pose[]) {
  return {
    mood: namesOf(ALL_MOODS),
    pose: namesOf(poses),
    wears: ["nothing", ...new Set([...day, ...more, ...night])],
    facing: FACING,
  };
}

/** Where an animal looks, as the viewer sees it. The drawing of an animal that looks to the right is mirrored. */
export const FACING = ["right", "left"] as const;

/** The pose of an animal that sleeps. */
export const SLEEPING = "sleeping";

/** A sleeping animal has one of the sleeping moods, and no other animal has one. */
export const MOOD_RULE: Rule = {
  traits: ["mood", "pose"],
  allows: (mood, pose) => SLEEPING_MOODS.some(({ name }) => name === mood) === (pose === SLEEPING),
};

/** Returns the rule that a sleeping animal wears nothing at these places, and that no sleeping animal wears glasses. */
export function toWardrobeRule(...places: readonly Place[]): Rule {
  const hidden: readonly Place[] = ["eyes", ...places];
  return {
    traits: ["wears", "pose"],
    allows: (wears, pose) =>
      wears === "nothing" || pose !== SLEEPING || !hidden.includes(findAccessory(wears, "").place),
  };
}

/** The x, y, size and, if any, the turn in degrees of each place on one animal. */
type Anchors = Partial<Record<Place, readonly [number, number, number, number?]>>;

/** Draws the accessory if it goes to one of these places. */
export function wear({ name, place, hex }: Accessory, anchors: Anchors): string {
  const anchor = anchors[place];
  if (name === "nothing" || anchor === undefined) return "";
  const [x, y, size, turn = 0] = anchor;
  const rotation = turn === 0 ? "" : ` rotate(${turn})`;
  return group(`translate(${x} ${y}) scale(${size})${rotation}`, ACCESSORIES[name].draw(hex));
}
