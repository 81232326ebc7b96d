import { type Accessory, pickLook, type Pose, suitsLook, withChoices } from "../look.ts";
import { isDistinct } from "../palette.ts";
import { pick, type Random } from "../random.ts";
import { prepareBackgrounds } from "../scene.ts";

const WARDROBE = {
  day: ["scarf", "bowTie", "partyHat", "woollyHat", "flower", "crown"],
  night: ["scarf", "nightcap", "woollyHat", "flower"],
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

const PATTERNS = ["", "speckled", "capped", "red-breasted", "bar-winged"] as const;
const CRESTS = ["", "tufted", "crested"] as const;
const POSES = [
  { name: "perched", words: ", perched on a branch" },
  { name: "singing", words: ", singing on a branch" },
  { name: "flapping", words: ", flapping its wings on a branch" },
  { name: "flying", words: ", flying" },
  { name: "sleeping", words: ", asleep on a branch" },
] as const satisfies readonly Pose[];

/** The colour of a red breast. */
export const RED = "#d63a34";

/** The traits of a bird. */
export type BirdTraits = ReturnType<typeof pickTraits>;

/** Picks the traits of a bird. */
export function pickTraits(random: Random) {
  const plumage = pick(random, PLUMAGES);
  const pattern = pick(random, PATTERNS);
  const crest = pick(random, CRESTS);
  const pose = pick(random, POSES);
  const look = pickLook(random, plumage.choices, pose);
  return {
    plumage,
    pattern: isPatternVisible(pattern, { plumage, ...look }) ? pattern : "",
    crest: isCrestVisible(crest, look) ? crest : "",
    ...look,
    isMirrored: pick(random, [true, false]),
  };
}

/** Reports whether the traits of two parents go together. */
export function suitsBird(traits: BirdTraits): boolean {
  return isPatternVisible(traits.pattern, traits) && isCrestVisible(traits.crest, traits) &&
    suitsLook(traits.plumage, traits);
}

/** Reports whether a bird looks at the viewer, who then sees what it wears at its throat. */
export function isFrontal({ name }: Accessory): boolean {
  return name === "scarf" || name === "bowTie";
}

/** The traits that decide what is visible. */
interface Wearer {
  readonly plumage: { readonly name: string };
  readonly accessory: Accessory;
}

// A hat hides a cap. A red breast would be invisible on a red bird, and a red tie on the breast.
function isPatternVisible(pattern: typeof PATTERNS[number], { plumage, accessory }: Wearer): boolean {
  if (pattern === "capped") return accessory.place !== "head";
  if (pattern !== "red-breasted") return true;
  return plumage.name !== "red" && !(isFrontal(accessory) && !isDistinct(accessory.hex, RED));
}

// A hat hides a crest.
function isCrestVisible(crest: typeof CRESTS[number], { accessory }: Pick<Wearer, "accessory">): boolean {
  return crest === "" || accessory.place !== "head";
}
