import { FACING, MOOD_RULE, pickLook, toCommonValues, toWardrobeRule, wakeUp, withChoices } from "../look.ts";
import { IRISES, lighter } from "../palette.ts";
import { POSES } from "../quadruped.ts";
import { pick, type Random } from "../random.ts";
import { resolveLook } from "../resolve.ts";
import { LAND, prepareBackgrounds } from "../scene.ts";
import type { TraitsOf } from "../species.ts";
import { findNamed, namesOf } from "../words.ts";

const WARDROBE = {
  day: ["scarf", "bow tie", "collar", "bandana", "party hat", "woolly hat", "flower", "crown", "glasses"],
  night: ["nightcap", "woolly hat", "flower"],
  more: ["bow"],
} as const;

const COLOURS = [
  { name: "golden", base: "#e9b565", mark: "#b9752c" },
  { name: "chocolate", base: "#8f5f43", mark: "#5f3a27" },
  { name: "cream", base: "#f7e3c3", mark: "#d3a874" },
  { name: "grey", base: "#a9adbb", mark: "#6f7488" },
  { name: "black", base: "#514a5c", mark: "#383241" },
  { name: "white", base: "#fcf8f1", mark: "#5b5263" },
  { name: "russet", base: "#cd7a48", mark: "#9c5228" },
];
const COATS = withChoices(WARDROBE, prepareBackgrounds, COLOURS);
// A patched dog is pale between its patches.
const PALE_COLOURS = COLOURS.map((coat) => ({ ...coat, base: lighter(coat.base, .88) }));
const PATCHED_COATS = withChoices(WARDROBE, prepareBackgrounds, PALE_COLOURS);

const PATTERNS = ["plain", "spotted", "patched", "masked", "two-tone"] as const;

/** How far the head turns, in degrees. */
const TILTS = [-8, 0, 8] as const;
const EARS = ["floppy", "perky", "folded"] as const;

/** All dogs have brown eyes, unless a caller chooses others. */
const EYES = [{ name: "brown", hex: "#8a5a34" }, ...IRISES] as const;

/** The traits of one of them. */
export type DogTraits = ReturnType<typeof pickTraits>;

/** The traits of dogs. */
export const DOG_TRAITS: TraitsOf<DogTraits> = {
  kind: "dog",
  values: {
    coat: namesOf(COLOURS),
    pattern: PATTERNS,
    eyes: namesOf(EYES),
    ears: EARS,
    ...toCommonValues(WARDROBE, POSES),
  },
  rules: [MOOD_RULE, toWardrobeRule("neck"), { traits: ["pattern", "coat"], allows: isVisible }],
  poses: POSES,
  habitat: LAND,
  pick: pickTraits,
  coatOf,
  describe: ({ coat, ears, mood, pattern }) => [mood, `${ears}-eared`, coat, pattern],
};

function pickTraits(random: Random) {
  const pattern = pick(random, PATTERNS);
  const coat = pick(random, pattern === "patched" ? PATCHED_COATS : COATS);
  const pose = pick(random, POSES);
  const ears = pick(random, EARS);
  const look = pickLook(random, coat.choices, pose.name);
  const tilt = pick(random, TILTS);
  const facing = pick(random, FACING);
  const visible = isVisible(pattern, coat.name) ? pattern : "plain";
  const eyes: string = EYES[0].name;
  const traits = { ...look, coat: coat.name, pattern: visible, eyes, ears, tilt, facing };
  return wakeUp(random, traits, { choices: coat.choices, poses: POSES });
}

function coatOf({ coat, pattern }: Pick<DogTraits, "coat" | "pattern">) {
  return findNamed(pattern === "patched" ? PATCHED_COATS : COATS, coat);
}

/** One of them as its drawing needs it. */
export type DogLook = ReturnType<typeof toLook>;

/** Returns what its traits mean for its drawing. */
export function toLook(traits: DogTraits, fill: string | undefined) {
  return resolveLook(traits, { poses: POSES, habitat: LAND, irises: EYES, coat: coatOf(traits), fill });
}

// White markings would be invisible on a white coat.
function isVisible(pattern: string, coat: string): boolean {
  return pattern !== "two-tone" || coat !== "white";
}
