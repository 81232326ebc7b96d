import { CAT_EARS, CAT_HEADS } from "./shapes.ts";
import { FACING, MOOD_RULE, pickLook, toCommonValues, toWardrobeRule, wakeUp, withChoices } from "../look.ts";
import { IRISES } from "../palette.ts";
import { POSES } from "../quadruped.ts";
import { pick, type Random, toWeightedChoices } from "../random.ts";
import { resolveLook } from "../resolve.ts";
import { LAND, prepareBackgrounds } from "../scene.ts";
import type { TraitsOf } from "../species.ts";
import { findNamed, namesOf } from "../words.ts";

const WARDROBE = {
  day: ["scarf", "bow tie", "collar", "bandana", "party hat", "woolly hat", "flower", "bow", "crown", "glasses"],
  night: ["nightcap", "woolly hat", "flower", "bow"],
  more: [],
} as const;

const COATS = withChoices(WARDROBE, prepareBackgrounds, [
  { name: "ginger", base: "#f0994a", mark: "#c9661c" },
  { name: "grey", base: "#a3a8b8", mark: "#6f758a" },
  { name: "cream", base: "#f8dcb0", mark: "#d79f60" },
  { name: "brown", base: "#a9764f", mark: "#6f452a" },
  { name: "black", base: "#4d4759", mark: "#7d7490" },
  { name: "white", base: "#fbf6ef", mark: "#c3b2a4" },
  { name: "blue-grey", base: "#8fa3b8", mark: "#5c728b" },
  { name: "cinnamon", base: "#d08a62", mark: "#a05630" },
]);

const PATTERNS = ["plain", "tabby", "tuxedo", "calico", "pointed", "spotted"] as const;

/** How far the head turns, in degrees. */
const TILTS = [-6, 0, 6] as const;

const HEADS = Object.keys(CAT_HEADS) as (keyof typeof CAT_HEADS)[];
const EARS = Object.keys(CAT_EARS) as (keyof typeof CAT_EARS)[];

/** The shapes that go together, the usual ones as often as all others. */
const SHAPES = toWeightedChoices(HEADS.flatMap((head) => EARS.map((ears) => ({ head, ears }))));

/** The traits of one of them. */
export type CatTraits = ReturnType<typeof pickTraits>;

/** The traits of cats. */
export const CAT_TRAITS: TraitsOf<CatTraits> = {
  kind: "cat",
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
    CAT_HEADS[head].words,
    CAT_EARS[ears].words,
    coat,
    pattern,
  ],
};

function pickTraits(random: Random) {
  const coat = pick(random, COATS);
  const pattern = pick(random, PATTERNS);
  const pose = pick(random, POSES);
  const eyes = pick(random, IRISES).name;
  const look = pickLook(random, coat.choices, pose.name);
  const tilt = pick(random, TILTS);
  const facing = pick(random, FACING);
  const { head, ears } = pick(random, SHAPES);
  const visible = isVisible(pattern, coat.name) ? pattern : "plain";
  const traits = { ...look, coat: coat.name, pattern: visible, eyes, head, ears, tilt, facing };
  return wakeUp(random, traits, { choices: coat.choices, poses: POSES });
}

function coatOf({ coat }: Pick<CatTraits, "coat">) {
  return findNamed(COATS, coat);
}

/** One of them as its drawing needs it. */
export type CatLook = ReturnType<typeof toLook>;

/** Returns what its traits mean for its drawing. */
export function toLook(traits: CatTraits, fill: string | undefined) {
  return resolveLook(traits, { poses: POSES, habitat: LAND, irises: IRISES, coat: coatOf(traits), fill });
}

// White markings would be invisible on a white coat.
function isVisible(pattern: string, coat: string): boolean {
  return pattern !== "tuxedo" || coat !== "white";
}
