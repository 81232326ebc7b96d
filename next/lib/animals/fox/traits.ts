import { FOX_EARS, FOX_HEADS } from "./shapes.ts";
import { FACING, MOOD_RULE, pickLook, toCommonValues, toWardrobeRule, wakeUp, withChoices } from "../look.ts";
import { IRISES } from "../palette.ts";
import { POSES } from "../quadruped.ts";
import { pick, pickBelow, type Random, toWeightedChoices } from "../random.ts";
import { resolveLook } from "../resolve.ts";
import { LAND, prepareBackgrounds } from "../scene.ts";
import type { TraitsOf } from "../species.ts";
import { findNamed, namesOf } from "../words.ts";

const WARDROBE = {
  day: ["scarf", "bow tie", "bandana", "party hat", "woolly hat", "flower", "bow", "crown", "glasses"],
  night: ["nightcap", "woolly hat", "flower", "bow"],
  more: ["collar"],
} as const;

const COATS = withChoices(WARDROBE, prepareBackgrounds, [
  { name: "red", base: "#e8743b", dark: "#4a2f35", light: "#fff5ea" },
  { name: "arctic", base: "#eef1f6", dark: "#8c97ab", light: "#ffffff" },
  { name: "silver", base: "#7d8194", dark: "#3a3946", light: "#e8e6ee" },
  { name: "sandy", base: "#ecc48c", dark: "#9a6a43", light: "#fff8ec" },
  { name: "amber", base: "#f2a541", dark: "#6b3d2a", light: "#fff6e6" },
  { name: "russet", base: "#c4552d", dark: "#3d2630", light: "#fdeadb" },
]);

const PATTERNS = ["plain", "cross-marked", "speckled", "white-striped", "dark-masked"] as const;

/** How far the head turns, in degrees. */
const TILTS = [-6, 0, 6] as const;
const HEADS = Object.keys(FOX_HEADS) as (keyof typeof FOX_HEADS)[];
const EARS = Object.keys(FOX_EARS) as (keyof typeof FOX_EARS)[];

/** The shapes that go together, the usual ones as often as all others. */
const SHAPES = toWeightedChoices(
  HEADS.flatMap((head) => [false, true].map((isRoundEared) => ({ head, isRoundEared }))),
);

/** The traits of one of them. */
export type FoxTraits = ReturnType<typeof pickTraits>;

/** The traits of foxes. */
export const FOX_TRAITS: TraitsOf<FoxTraits> = {
  kind: "fox",
  values: {
    coat: namesOf(COATS),
    pattern: PATTERNS,
    eyes: namesOf(IRISES),
    head: HEADS,
    ears: EARS,
    ...toCommonValues(WARDROBE, POSES),
  },
  rules: [MOOD_RULE, toWardrobeRule("neck"), { traits: ["pattern", "coat"], allows: isVisible }],
  poses: POSES,
  habitat: LAND,
  pick: pickTraits,
  coatOf,
  describe: ({ coat, ears, head, mood, pattern }) => [
    mood,
    FOX_HEADS[head].words,
    FOX_EARS[ears].words,
    coat,
    pattern,
  ],
};

function pickTraits(random: Random) {
  const coat = pick(random, COATS);
  const pattern = pick(random, PATTERNS);
  const pose = pick(random, POSES);
  const isBigEared = pickBelow(random, 4) === 0;
  const eyes = pick(random, IRISES).name;
  const look = pickLook(random, coat.choices, pose.name);
  const tilt = pick(random, TILTS);
  const facing = pick(random, FACING);
  const { head, isRoundEared } = pick(random, SHAPES);
  const ears: typeof EARS[number] = isRoundEared ? "rounded" : isBigEared ? "big" : "upright";
  const visible = isVisible(pattern, coat.name) ? pattern : "plain";
  const traits = { ...look, coat: coat.name, pattern: visible, eyes, head, ears, tilt, facing };
  return wakeUp(random, traits, { choices: coat.choices, poses: POSES });
}

function coatOf({ coat }: Pick<FoxTraits, "coat">) {
  return findNamed(COATS, coat);
}

/** One of them as its drawing needs it. */
export type FoxLook = ReturnType<typeof toLook>;

/** Returns what its traits mean for its drawing. */
export function toLook(traits: FoxTraits, fill: string | undefined) {
  return resolveLook(traits, { poses: POSES, habitat: LAND, irises: IRISES, coat: coatOf(traits), fill });
}

// White markings would be invisible on an arctic fox.
function isVisible(pattern: string, coat: string): boolean {
  return coat !== "arctic" || (pattern !== "white-striped" && pattern !== "speckled");
}
