import { defineKind, type LookOf } from "./kind.ts";
import { pick, pickBelow, type Random, toWeightedChoices } from "./random.ts";
import { LAND, prepareBackgrounds } from "./scene.ts";
import type { Layers } from "./document.ts";
import { drawBlush, drawEyes, drawMouth } from "./face.ts";
import { FOX_EARS, FOX_HEADS } from "./fox/shapes.ts";
import { FACING, pickLook, wear, withChoices } from "./look.ts";
import { drawFront, SPOTS } from "./markings.ts";
import { part } from "./motion.ts";
import { toOutline } from "./outline.ts";
import { darker, edgeOf, INK, IRISES, lighter, PINK } from "./palette.ts";
import { createPlanner, type Planner } from "./plan.ts";
import { drawQuadruped, drawQuadrupedFace, drawWrappedTail, POSES, TAIL_ROOTS } from "./quadruped.ts";
import { dots, edged, group, line, oval, pair, path } from "./shapes.ts";

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

// White markings would be invisible on an arctic fox.
const isVisible = (pattern: string, coat: string) =>
  coat !== "arctic" || (pattern !== "white-striped" && pattern !== "speckled");

const FOX = defineKind({
  kind: "fox",
  coats: COATS,
  patterns: PATTERNS,
  irises: () => IRISES,
  own: { head: HEADS, ears: EARS },
  poses: POSES,
  wardrobe: WARDROBE,
  habitat: LAND,
  hidden: ["neck"],
  rules: [{ traits: ["pattern", "coat"], allows: isVisible }],
  shows: ({ pattern, coat }) => isVisible(pattern, coat),
  describe: ({ coat, ears, head, mood, pattern }) => [
    mood,
    FOX_HEADS[head].words,
    FOX_EARS[ears].words,
    coat,
    pattern,
  ],
  pick(random: Random) {
    const coat = pick(random, COATS), pattern: string = pick(random, PATTERNS), pose = pick(random, POSES).name;
    const isBigEared = pickBelow(random, 4) === 0, eyes: string = pick(random, IRISES).name;
    const look = pickLook(random, coat.choices, pose), tilt = pick(random, TILTS), facing = pick(random, FACING);
    const { head, isRoundEared } = pick(random, SHAPES);
    const ears: typeof EARS[number] = isRoundEared ? "rounded" : isBigEared ? "big" : "upright";
    return { ...look, coat: coat.name, pattern, eyes, head, ears, tilt, facing };
  },
});

type FoxLook = LookOf<typeof FOX>;

/** Plans foxes. */
export const FOXES: Planner = createPlanner({
  ...FOX,
  draw: (traits, { fill }) => drawFox(FOX.toLook(traits, fill)),
  drawFace(traits, fill) {
    const look = FOX.toLook(traits, fill);
    return drawQuadrupedFace(look, { head: drawHead(look), sock: look.coat.dark, side: 360 });
  },
});

const HIGH_TAIL = toOutline(
  "M300 452C380 476 470 440 478 360C484 300 452 270 456 214C414 236 392 272 386 312C380 350 350 372 316 392C305 410 300 430 300 452Z",
);
const LONG_TAIL = toOutline(
  "M392 346C450 372 502 330 500 262C499 224 480 200 484 160C450 178 434 208 430 238C426 268 408 284 384 292C380 310 384 330 392 346Z",
);

function drawFox(traits: FoxLook): Layers {
  const { coat: { base, dark, light }, pattern, pose: { stance } } = traits;
  const marks = drawFront(stance, base, light, light) + (pattern === "speckled" ? dots(SPOTS[stance], light) : "");
  const parts = { tail: drawTail(traits), marks, head: drawHead(traits) };
  return drawQuadruped({ ...traits, ...parts, base, sock: dark });
}

function drawTail({ coat: { base, light }, pose: { stance } }: FoxLook): string {
  const edge = edgeOf(base);
  if (stance === "curled") return drawWrappedTail(base, 54, base) + line("M312 447Q296 446 282 440", light, 52);
  if (stance === "walking") {
    const tip = LONG_TAIL.patch(.95, 2.4, "Q446 218 456 232Q466 214 478 230Q490 214", light);
    return part("sway", edged(edge, path(LONG_TAIL.d, base)) + tip, TAIL_ROOTS[stance], -6);
  }
  const markings = HIGH_TAIL.patch(.1, .95, "Q450 460", darker(base, .08)) +
    HIGH_TAIL.patch(1.55, 2.85, "Q400 284 414 300Q428 276 442 296Q456 280", light);
  return part("sway", edged(edge, path(HIGH_TAIL.d, base)) + markings, TAIL_ROOTS.sitting, -5);
}

function drawHead(traits: FoxLook): string {
  const { coat: { base, light }, mood, accessory, pattern } = traits;
  const { outline, cheeks, eyes, glasses, side, blush: [gap, size] } = FOX_HEADS[traits.head];
  const lid = pattern === "dark-masked" ? maskOf(base) : base;
  return drawEars(traits) + edged(edgeOf(base), path(outline.d, base)) + drawHeadMarks(traits) + path(cheeks, light) +
    wear(accessory, { head: [256, 124, .82] }) + drawBlush(246, gap, size, [light, light]) +
    drawEyes(mood, {
      left: [256 - eyes, 196],
      right: [256 + eyes, 196],
      size: 21,
      iris: traits.iris,
      lids: [lid, lid],
    }) +
    oval(256, 258, 20, 14, INK) + oval(250, 253, 6, 3.5, "#8d8296") +
    drawMouth(mood, { at: [256, 276], width: 20, ink: INK }) +
    wear(accessory, { side: [side, 136, .8], eyes: [256, 198, glasses] });
}

function drawEars({ coat: { base, dark }, head, ears }: FoxLook): string {
  const { outer, inner, tip, transform } = FOX_EARS[ears];
  const { earTransform } = FOX_HEADS[head];
  const placed = (shapes: string) =>
    pair(part("twitch", earTransform === "" ? shapes : group(earTransform, shapes), [196, 160], -8));
  const drawn = edged(edgeOf(base), placed(path(outer, base))) +
    placed(path(inner, lighter(PINK, .45)) + path(tip, dark));
  return transform === "" ? drawn : group(transform, drawn);
}

function drawHeadMarks({ coat: { base, light }, pattern, head }: FoxLook): string {
  const { cross, speckles, stripe, mask, eyes } = FOX_HEADS[head];
  if (pattern === "cross-marked") return path(cross[0], darker(base, .35)) + path(cross[1], darker(base, .35));
  if (pattern === "speckled") return dots(speckles, light);
  if (pattern === "white-striped") return path(stripe, light);
  if (pattern === "dark-masked") return pair(oval(256 - eyes, 198, 36, 36, maskOf(base)), path(mask, maskOf(base)));
  return path("M256 170Q270 210 280 250H232Q242 210 256 170Z", darker(base, .08));
}

function maskOf(base: string): string {
  return darker(base, .4);
}
