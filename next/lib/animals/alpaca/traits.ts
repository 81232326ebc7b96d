import { ALPACA_WOOL } from "./wool.ts";
import {
  FACING,
  MOOD_RULE,
  pickLook,
  type Pose,
  toCommonValues,
  toWardrobeRule,
  wakeUp,
  withChoices,
} from "../look.ts";
import { IRISES } from "../palette.ts";
import { pick, type Random, toWeightedChoices } from "../random.ts";
import { resolveLook } from "../resolve.ts";
import { LAND, prepareBackgrounds } from "../scene.ts";
import type { TraitsOf } from "../species.ts";
import type { CommonTraits } from "../traits.ts";
import { isHat } from "../wardrobe.ts";
import { findNamed, namesOf } from "../words.ts";

const WARDROBE = {
  day: ["scarf", "bow tie", "collar", "party hat", "woolly hat", "flower", "bow", "blanket", "glasses"],
  night: ["scarf", "nightcap", "woolly hat", "flower", "blanket"],
  more: ["bandana", "crown"],
} as const;

/** The mark is the colour of the face, unless that would be too dark for it. */
const FLEECES = withChoices(WARDROBE, prepareBackgrounds, [
  { name: "cream", base: "#f5e0bc", mark: "#edd0a2" },
  { name: "white", base: "#fdfbf7", mark: "#f2e6da" },
  { name: "caramel", base: "#d9a066", mark: "#f0cfa2" },
  { name: "chocolate", base: "#80573f", mark: "#b58a6a" },
  { name: "grey", base: "#b4b3be", mark: "#d8d6de" },
  { name: "rose-grey", base: "#c9a39c", mark: "#ecd3cb" },
  { name: "black", base: "#57505f", mark: "#8d8397", face: "#d3c8d2" },
]);

const PATTERNS = ["plain", "pale-faced", "patchy", "dark-legged", "white-bibbed"] as const;

/** How far the head turns, in degrees. */
const TILTS = [-6, 0, 6] as const;
const FRINGES = ["curly", "mop-haired", "neatly trimmed"] as const;

/** All alpacas have brown eyes, unless a caller chooses others. */
const EYES = [{ name: "brown", hex: "#6d4a35" }, ...IRISES] as const;

const POSES = [
  { name: "standing", words: ", standing" },
  { name: "trotting", words: ", trotting" },
  { name: "lying", words: ", lying down" },
  { name: "sleeping", words: ", lying asleep" },
] as const satisfies readonly Pose[];

const WOOL = Object.keys(ALPACA_WOOL) as (keyof typeof ALPACA_WOOL)[];

/** The usual wool is as frequent as all others. */
const WOOL_CHOICES = toWeightedChoices(WOOL);

/** The traits of one of them. */
export type AlpacaTraits = ReturnType<typeof pickTraits>;

/** The traits of alpacas. */
export const ALPACA_TRAITS: TraitsOf<AlpacaTraits> = {
  kind: "alpaca",
  values: {
    coat: namesOf(FLEECES),
    pattern: PATTERNS,
    eyes: namesOf(EYES),
    wool: WOOL,
    fringe: FRINGES,
    ...toCommonValues(WARDROBE, POSES),
  },
  rules: [
    MOOD_RULE,
    toWardrobeRule(),
    { traits: ["pattern", "coat"], allows: (pattern, coat) => pattern !== "white-bibbed" || coat !== "white" },
    { traits: ["pattern", "pose"], allows: (pattern, pose) => pattern !== "dark-legged" || isUpright(pose) },
  ],
  poses: POSES,
  habitat: LAND,
  pick: pickTraits,
  coatOf,
  shows: (traits) => isVisible(traits.pattern, traits.coat, traits),
  describe: (traits, isFace) => [
    traits.mood,
    // A hat hides the fringe, and what a caller dresses it in may hide its pattern.
    isHat(traits.wears) ? "" : traits.fringe,
    ALPACA_WOOL[traits.wool].words,
    traits.coat,
    (isFace && traits.pattern !== "pale-faced") || !isVisible(traits.pattern, traits.coat, traits)
      ? ""
      : traits.pattern,
  ],
};

function pickTraits(random: Random) {
  const coat = pick(random, FLEECES);
  const pattern = pick(random, PATTERNS);
  const pose = pick(random, POSES);
  const look = pickLook(random, coat.choices, pose.name);
  const fringe = pick(random, FRINGES);
  const tilt = pick(random, TILTS);
  const facing = pick(random, FACING);
  const wool = pick(random, WOOL_CHOICES);
  const visible = isVisible(pattern, coat.name, look) ? pattern : "plain";
  const eyes: string = EYES[0].name;
  const traits = { ...look, coat: coat.name, pattern: visible, eyes, wool, fringe, tilt, facing };
  const alpaca = wakeUp(random, traits, { choices: coat.choices, poses: POSES });
  // What it wears must not hide its pattern.
  return isVisible(alpaca.pattern, alpaca.coat, alpaca) ? alpaca : { ...alpaca, wears: "nothing" };
}

// White markings are invisible on white, a blanket covers the patches, and an alpaca that lies covers its legs.
function isVisible(pattern: string, coat: string, { wears, pose }: Pick<CommonTraits, "wears" | "pose">): boolean {
  if (pattern === "white-bibbed") return coat !== "white";
  if (pattern === "patchy") return wears !== "blanket";
  return pattern !== "dark-legged" || isUpright(pose);
}

/** Reports whether an alpaca stands or trots, so that its legs are visible. */
export function isUpright(pose: string): boolean {
  return pose === "standing" || pose === "trotting";
}

function coatOf({ coat }: Pick<AlpacaTraits, "coat">) {
  return findNamed(FLEECES, coat);
}

/** One of them as its drawing needs it. */
export type AlpacaLook = ReturnType<typeof toLook>;

/** Returns what its traits mean for its drawing. */
export function toLook(traits: AlpacaTraits, fill: string | undefined) {
  return resolveLook(traits, { poses: POSES, habitat: LAND, irises: EYES, coat: coatOf(traits), fill });
}
