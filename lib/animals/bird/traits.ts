import { defineKind, type LookOf } from "../kind.ts";
import { FACING, pickLook, type Pose, withChoices } from "../look.ts";
import { IRISES, isDistinct, mix } from "../palette.ts";
import { pick, type Random } from "../random.ts";
import { LAND, prepareBackgrounds } from "../scene.ts";
import type { CommonTraits } from "../traits.ts";
import { findAccessory, isHat } from "../wardrobe.ts";
import { findNamed } from "../words.ts";

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

/** Birds, without their drawing. */
export const BIRD = defineKind({
  kind: "bird",
  coats: PLUMAGES,
  // What it wears at a red breast must not be red.
  coatOf({ coat, pattern, wears }) {
    const plumage = findNamed(PLUMAGES, coat);
    return pattern === "red-breasted" && isFrontal(wears) ? { ...plumage, breast: RED } : plumage;
  },
  patterns: PATTERNS,
  // The eyes of a bird are dark, unless a caller chooses others.
  irises: ({ mark }) => [{ name: "dark", hex: mix(mark, "#6b3d2a", .5) }, ...IRISES],
  own: { crest: CRESTS },
  poses: POSES,
  wardrobe: WARDROBE,
  habitat: LAND,
  rules: [
    { traits: ["pattern", "coat"], allows: (pattern, coat) => pattern !== "red-breasted" || coat !== "red" },
    // A hat hides a crest.
    { traits: ["crest", "wears"], allows: (crest, wears) => crest === "none" || !isHat(wears) },
  ],
  shows: (traits) => isVisible(traits) && (traits.crest === "none" || !isHat(traits.wears)),
  describe: (traits, isFace) => [
    traits.mood,
    traits.crest === "none" ? "" : traits.crest,
    // What a caller dresses it in may hide its pattern.
    (isFace && traits.pattern === "bar-winged") || !isVisible(traits) ? "" : traits.pattern,
    traits.coat,
  ],
  pick(random: Random) {
    const coat = pick(random, PLUMAGES), pattern: string = pick(random, PATTERNS), tuft = pick(random, CRESTS);
    const pose = pick(random, POSES).name, look = pickLook(random, coat.choices, pose), facing = pick(random, FACING);
    const crest: typeof CRESTS[number] = isHat(look.wears) ? "none" : tuft;
    return { ...look, coat: coat.name, pattern, eyes: "dark", crest, facing };
  },
});

// A hat hides a cap, and red is invisible on red.
function isVisible({ pattern, coat, wears, fabric }: CommonTraits): boolean {
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

/** A bird as its drawing needs it. */
export type BirdLook = LookOf<typeof BIRD>;
