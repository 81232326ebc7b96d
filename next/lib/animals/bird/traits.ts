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
import { IRISES, isDistinct, mix } from "../palette.ts";
import { pick, type Random } from "../random.ts";
import { resolveLook } from "../resolve.ts";
import { LAND, prepareBackgrounds } from "../scene.ts";
import type { TraitsOf } from "../species.ts";
import type { CommonTraits } from "../traits.ts";
import { findAccessory, isHat } from "../wardrobe.ts";
import { findNamed, namesOf } from "../words.ts";

const WARDROBE = {
  day: ["scarf", "bow tie", "party hat", "woolly hat", "flower", "crown"],
  night: ["scarf", "nightcap", "woolly hat", "flower"],
  more: ["collar", "bandana", "bow", "glasses"],
} as const;

/** The mark is the colour of wings, tail and cap. */
const PLUMAGES = withChoices(WARDROBE, prepareBackgrounds, [
  { name: "blue", base: "#5b9bd8", mark: "#3674b5", belly: "#fff4df" },
  { name: "yellow", base: "#f9cf4a", mark: "#e09a26", belly: "#fff6cf" },
  { name: "red", base: "#e2604f", mark: "#b53e3a", belly: "#ffe9da" },
  { name: "green", base: "#79bb6c", mark: "#4b9250", belly: "#f6f7cf" },
  { name: "pink", base: "#f29bb4", mark: "#d66c91", belly: "#fff0f2" },
  { name: "white", base: "#fbf8f4", mark: "#b9c2d2", belly: "#ffffff" },
  { name: "brown", base: "#b08560", mark: "#7d583c", belly: "#fbeeda" },
  { name: "violet", base: "#9a82d6", mark: "#6c55b0", belly: "#f4ecff" },
]);

const PATTERNS = ["plain", "speckled", "capped", "red-breasted", "bar-winged"] as const;
const CRESTS = ["none", "tufted", "crested"] as const;

const POSES = [
  { name: "perched", words: ", perched on a branch" },
  { name: "singing", words: ", singing on a branch" },
  { name: "flapping", words: ", flapping its wings on a branch" },
  { name: "flying", words: ", flying" },
  { name: "sleeping", words: ", asleep on a branch" },
] as const satisfies readonly Pose[];

/** The colour of a red breast. */
export const RED = "#d63a34";

/** The eyes of a bird are dark, unless a caller chooses others. */
const EYES = ["dark", ...namesOf(IRISES)] as const;

/** The traits of birds. */
export const BIRD_TRAITS: TraitsOf<BirdTraits> = {
  kind: "bird",
  values: {
    coat: namesOf(PLUMAGES),
    pattern: PATTERNS,
    eyes: EYES,
    crest: CRESTS,
    ...toCommonValues(WARDROBE, POSES),
  },
  rules: [
    MOOD_RULE,
    toWardrobeRule(),
    { traits: ["pattern", "coat"], allows: (pattern, coat) => pattern !== "red-breasted" || coat !== "red" },
    // A hat hides a crest.
    { traits: ["crest", "wears"], allows: (crest, wears) => crest === "none" || !isHat(wears) },
  ],
  poses: POSES,
  habitat: LAND,
  pick: pickTraits,
  coatOf,
  shows: (traits) => isVisible(traits.pattern, traits.coat, traits),
  describe: (traits, isFace) => [
    traits.mood,
    traits.crest === "none" ? "" : traits.crest,
    // What a caller dresses it in may hide its pattern.
    (isFace && traits.pattern === "bar-winged") || !isVisible(traits.pattern, traits.coat, traits)
      ? ""
      : traits.pattern,
    traits.coat,
  ],
};

/** The traits of a bird. */
export type BirdTraits = ReturnType<typeof pickTraits>;

function pickTraits(random: Random) {
  const coat = pick(random, PLUMAGES);
  const pattern = pick(random, PATTERNS);
  const crest = pick(random, CRESTS);
  const pose = pick(random, POSES);
  const look = pickLook(random, coat.choices, pose.name);
  const facing = pick(random, FACING);
  const visible = isVisible(pattern, coat.name, look) ? pattern : "plain";
  const eyes: string = EYES[0];
  const traits = {
    ...look,
    coat: coat.name,
    pattern: visible,
    eyes,
    crest: isHat(look.wears) ? "none" as const : crest,
    facing,
  };
  const bird = wakeUp(random, traits, { choices: coat.choices, poses: POSES });
  // What it wears must not hide its pattern or crest.
  const isHidden = !isVisible(bird.pattern, bird.coat, bird) || (bird.crest !== "none" && isHat(bird.wears));
  return isHidden ? { ...bird, wears: "nothing" } : bird;
}

// A hat hides a cap, and red is invisible on red.
function isVisible(pattern: string, coat: string, { wears, fabric }: Pick<CommonTraits, "wears" | "fabric">): boolean {
  if (pattern === "capped") return !isHat(wears);
  if (pattern !== "red-breasted") return true;
  return coat !== "red" && !(isFrontal(wears) && !isDistinct(findAccessory(wears, fabric).hex, RED));
}

/** The places that only the viewer in front of a bird sees. */
const FRONTAL: readonly string[] = ["neck", "eyes"];

/** Reports whether a bird looks at the viewer, who then sees what it wears at its throat. */
export function isFrontal(wears: string): boolean {
  return FRONTAL.includes(findAccessory(wears, "").place) && wears !== "nothing";
}

// What it wears at a red breast must not be red.
function coatOf({ coat, pattern, wears }: Pick<BirdTraits, "coat" | "pattern" | "wears">) {
  const plumage = findNamed(PLUMAGES, coat);
  return pattern === "red-breasted" && isFrontal(wears) ? { ...plumage, breast: RED } : plumage;
}

/** A bird as its drawing needs it. */
export type BirdLook = ReturnType<typeof toLook>;

/** Returns what the traits of a bird mean for its drawing. */
export function toLook(traits: BirdTraits, fill: string | undefined) {
  const coat = coatOf(traits);
  const irises = [{ name: EYES[0], hex: mix(coat.mark, "#6b3d2a", .5) }, ...IRISES];
  return resolveLook(traits, { poses: POSES, habitat: LAND, irises, coat, fill });
}
