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
import { darker, IRISES } from "../palette.ts";
import { pick, type Random } from "../random.ts";
import { resolveLook } from "../resolve.ts";
import type { TraitsOf } from "../species.ts";
import { prepareWaters, SEA } from "../water.ts";
import { findNamed, namesOf } from "../words.ts";

const WARDROBE = {
  day: ["party hat", "woolly hat", "crown", "flower", "bow", "bow tie"],
  night: ["nightcap", "woolly hat", "flower", "bow"],
  more: [],
} as const;

const SCALES = withChoices(WARDROBE, prepareWaters, [
  { name: "orange", base: "#f58b3c", fin: "#e06a24", mark: "#fff7ec" },
  { name: "golden", base: "#f9c440", fin: "#ee9a2e", mark: "#fff3c4" },
  { name: "coral", base: "#f3766c", fin: "#d8504f", mark: "#ffd9cf" },
  { name: "violet", base: "#9b7fdb", fin: "#7657bd", mark: "#f2d36b" },
  { name: "teal", base: "#35b0a2", fin: "#1d8a80", mark: "#ffe08a" },
  { name: "pink", base: "#f49ac0", fin: "#e06a9c", mark: "#fff0f6" },
  { name: "blue", base: "#4f86d9", fin: "#2f61b3", mark: "#ffd84d" },
  { name: "silver", base: "#c9d3df", fin: "#98a7b8", mark: "#6d7f94" },
]);

const PATTERNS = ["plain", "banded", "dotted", "scaly", "striped", "two-coloured"] as const;
const BODIES = ["round", "slender", "tall"] as const;
const FINS = ["short", "long"] as const;

/** The eyes of a fish are as dark as its fins, unless a caller chooses others. */
const EYES = ["dark", ...namesOf(IRISES)] as const;

const TAILS = [
  {
    name: "forked",
    data: "M372 256L468 162C484 152 490 166 484 182Q466 222 456 256Q466 290 484 330C490 346 484 360 468 350Z",
  },
  { name: "fan", data: "M370 256C410 190 450 166 472 172C496 190 498 322 472 340C450 346 410 322 370 256Z" },
  {
    name: "flowing",
    data:
      "M370 256C400 176 450 130 488 140C470 170 470 200 490 222C462 232 462 280 490 290C470 312 470 342 488 372C450 382 400 336 370 256Z",
  },
] as const;

/** The turn is in degrees. A fish that is turned is smaller, so that its tail stays inside of the picture. */
const POSES = [
  { name: "swimming", words: ", swimming in", turn: -3, transform: "" },
  { name: "rising", words: ", swimming up in", turn: 20, transform: "translate(22 22) scale(.91) " },
  { name: "diving", words: ", diving in", turn: -20, transform: "translate(22 22) scale(.91) " },
  { name: "leaping", words: ", leaping out of", turn: 34, transform: "translate(18 10) scale(.93) " },
  { name: "sleeping", words: ", asleep in", turn: 0, transform: "translate(0 40) " },
] as const satisfies readonly (Pose & { readonly turn: number; readonly transform: string })[];

/** The traits of one of them. */
export type FishTraits = ReturnType<typeof pickTraits>;

/** The traits of fish. */
export const FISH_TRAITS: TraitsOf<FishTraits> = {
  kind: "fish",
  values: {
    coat: namesOf(SCALES),
    pattern: PATTERNS,
    eyes: EYES,
    body: BODIES,
    fins: FINS,
    tail: namesOf(TAILS),
    ...toCommonValues(WARDROBE, POSES),
  },
  rules: [MOOD_RULE, toWardrobeRule()],
  poses: POSES,
  habitat: SEA,
  pick: pickTraits,
  coatOf,
  describe: ({ mood, body, fins, pattern, coat }, isFace) => [
    mood,
    body,
    isFace || fins === "short" ? "" : "long-finned",
    pattern,
    coat,
  ],
};

function pickTraits(random: Random) {
  const coat = pick(random, SCALES);
  const pattern = pick(random, PATTERNS);
  const pose = pick(random, POSES);
  const body = pick(random, BODIES);
  const fins = body === "tall" ? "long" : "short";
  const tail = pick(random, TAILS).name;
  const look = pickLook(random, coat.choices, pose.name);
  const facing = pick(random, FACING);
  const eyes: string = EYES[0];
  const traits = { ...look, coat: coat.name, pattern, eyes, body, fins, tail, facing };
  return wakeUp(random, traits, { choices: coat.choices, poses: POSES });
}

function coatOf({ coat }: Pick<FishTraits, "coat">) {
  return findNamed(SCALES, coat);
}

/** One of them as its drawing needs it. */
export type FishLook = ReturnType<typeof toLook>;

/** Returns what its traits mean for its drawing. */
export function toLook(traits: FishTraits, fill: string | undefined) {
  const coat = coatOf(traits);
  const irises = [{ name: EYES[0], hex: darker(coat.fin, .1) }, ...IRISES];
  const look = resolveLook(traits, { poses: POSES, habitat: SEA, irises, coat, fill });
  return { ...look, tail: findNamed(TAILS, traits.tail).data };
}
