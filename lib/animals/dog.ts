import { defineKind, type LookOf } from "./kind.ts";
import { pick, type Random } from "./random.ts";
import { LAND, prepareBackgrounds } from "./scene.ts";
import { findNamed } from "./words.ts";
import type { Layers } from "./document.ts";
import { drawBlush, drawEyes, drawMouth } from "./face.ts";
import { FACING, pickLook, wear, withChoices } from "./look.ts";
import { drawFront, drawPatches, SPOTS } from "./markings.ts";
import { part } from "./motion.ts";
import { toOutline } from "./outline.ts";
import { darker, edgeOf, INK, inkOn, IRISES, isDistinct, lighter, markOn, PINK, WHITE } from "./palette.ts";
import { createPlanner, type Planner } from "./plan.ts";
import { drawQuadruped, drawQuadrupedFace, drawWrappedTail, POSES, TAIL_ROOTS } from "./quadruped.ts";
import { dots, edged, limb, line, oval, pair, path } from "./shapes.ts";

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

const isVisible = (pattern: string, coat: string) => pattern !== "two-tone" || coat !== "white";

const DOG = defineKind({
  kind: "dog",
  coats: COATS,
  coatOf: ({ coat, pattern }) => findNamed(pattern === "patched" ? PATCHED_COATS : COATS, coat),
  patterns: PATTERNS,
  irises: () => EYES,
  own: { ears: EARS },
  poses: POSES,
  wardrobe: WARDROBE,
  habitat: LAND,
  hidden: ["neck"],
  rules: [{ traits: ["pattern", "coat"], allows: isVisible }],
  shows: ({ pattern, coat }) => isVisible(pattern, coat),
  describe: ({ coat, ears, mood, pattern }) => [mood, `${ears}-eared`, coat, pattern],
  pick(random: Random) {
    const pattern: string = pick(random, PATTERNS);
    const coat = pick(random, pattern === "patched" ? PATCHED_COATS : COATS), pose = pick(random, POSES).name;
    const ears = pick(random, EARS), look = pickLook(random, coat.choices, pose);
    const tilt = pick(random, TILTS), facing = pick(random, FACING), eyes: string = EYES[0].name;
    return { ...look, coat: coat.name, pattern, eyes, ears, tilt, facing };
  },
});

type DogLook = LookOf<typeof DOG>;

/** Plans dogs. */
export const DOGS: Planner = createPlanner({
  ...DOG,
  draw: (traits, { fill }) => drawDog(DOG.toLook(traits, fill)),
  drawFace(traits, fill) {
    const look = DOG.toLook(traits, fill);
    const side = traits.ears === "floppy" ? 392 : 372;
    return drawQuadrupedFace(look, { head: drawHead(look), sock: sockOf(look), side });
  },
});

const HEAD = toOutline(
  "M256 88C322 88 366 128 368 190C370 256 332 306 256 306C180 306 142 256 144 190C146 128 190 88 256 88Z",
);
const EAR = "M152 190C134 140 130 92 140 62C144 50 156 50 166 58C196 82 220 104 232 126Z";
const INNER_EAR = "M164 160C154 128 152 104 157 84C176 98 194 116 206 132Z";
const FOLDED_TIP = "M140 70C150 44 184 60 190 92C194 118 176 146 158 150C140 140 134 100 140 70Z";
const FLOPPY_EAR =
  "M190 96C140 84 98 128 92 196C88 250 106 290 132 288C162 284 160 214 176 172C184 150 206 130 214 112C212 102 202 98 190 96Z";
const TAILS = {
  sitting: "M330 424C392 424 424 388 418 336",
  lying: "M372 436C430 436 452 404 448 358",
  walking: "M410 312C444 300 464 266 458 226",
} as const;
const TIPS = {
  sitting: "M415 362Q420 350 418 336",
  lying: "M448 384Q450 372 448 358",
  walking: "M459 252Q460 240 458 226",
};

function drawDog(traits: DogLook): Layers {
  const { base } = traits.coat;
  const parts = { tail: drawTail(traits), marks: drawBodyMarks(traits), head: drawHead(traits) };
  return drawQuadruped({ ...traits, ...parts, base, sock: sockOf(traits) });
}

function sockOf({ coat: { base }, pattern }: DogLook): string {
  return pattern === "two-tone" || pattern === "patched" ? WHITE : base;
}

function drawTail({ coat: { base, mark }, pattern, pose: { stance }, background }: DogLook): string {
  const colour = pattern === "patched" ? mark : base;
  if (stance === "curled") return drawWrappedTail(colour, 32, base);
  const wagging = stance === "sitting"
    ? line("M450 350Q456 330 450 312M386 330Q384 316 388 304", darker(background.halo, .2), 5)
    : "";
  const tip = pattern === "two-tone" ? line(TIPS[stance], WHITE, 30) : "";
  return part("wag", limb(TAILS[stance], colour, 30, edgeOf(colour)) + tip, TAIL_ROOTS[stance], -9) + wagging;
}

function drawHead(traits: DogLook): string {
  const { coat: { base }, pattern, mood, accessory } = traits;
  const mark = markOf(traits);
  const muzzle = pattern === "masked" ? darker(mark, .1) : pattern === "plain" ? lighter(base, .45) : WHITE;
  const lids = pattern === "patched" ? [base, mark] as const : [base, base] as const;
  const [behind, before] = drawEars(traits);
  return behind + edged(edgeOf(base), path(HEAD.d, base)) + drawHeadMarks(traits) + before +
    wear(accessory, { head: [256, 108, .76] }) + oval(256, 250, 68, 50, muzzle) + drawBlush(234, 72, 19, lids) +
    pair(oval(206, 148, 13, 7, pattern === "masked" ? mark : lighter(mark, .1))) +
    drawEyes(mood, { left: [206, 188], right: [306, 188], size: 21, iris: traits.iris, lids }) +
    oval(256, 224, 25, 18, INK) + oval(249, 217, 8, 4.5, "#8d8296") + line("M256 240V250", inkOn(muzzle), 5) +
    drawMouth(mood, { at: [256, 250], width: 28, ink: inkOn(muzzle) }) +
    wear(accessory, { side: [346, 116, .8], eyes: [256, 190, 1] });
}

// Returns the parts behind the head and the parts in front of it.
function drawEars({ ears, coat: { base, mark }, pattern }: DogLook): [string, string] {
  const colour = pattern === "plain" ? darker(base, .14) : mark;
  const edge = edgeOf(colour);
  if (ears === "floppy") return ["", edged(edge, pair(part("twitch", path(FLOPPY_EAR, colour), [196, 106], 5)))];
  const twitch = (shape: string) => pair(part("twitch", shape, [190, 156], -8));
  const ear = edged(edge, twitch(path(EAR, colour)));
  if (ears === "perky") return [ear + twitch(path(INNER_EAR, lighter(PINK, .25))), ""];
  return [ear, edged(edge, twitch(path(FOLDED_TIP, darker(colour, .16))))];
}

// A mark that is distinct from the coat: a black dog has pale spots and a pale mask.
function markOf({ coat: { base, mark }, pattern }: DogLook): string {
  return pattern === "patched" || isDistinct(base, mark) ? mark : markOn(base);
}

function drawHeadMarks(traits: DogLook): string {
  const { pattern } = traits;
  const mark = markOf(traits);
  if (pattern === "spotted") return dots("190,124,14 300,110,11 340,166,13 164,214,12 340,246,10 234,136,8", mark);
  if (pattern === "patched") return HEAD.patch(.2, 1.15, "C300 260 250 180", mark);
  if (pattern === "masked") return oval(256, 254, 84, 50, darker(mark, .1));
  if (pattern === "two-tone") return HEAD.patch(1.15, 2.85, "C214 262 244 220 256 104C268 220 298 262", WHITE);
  return "";
}

function drawBodyMarks(traits: DogLook): string {
  const { coat: { base }, pattern, pose: { stance } } = traits;
  const mark = markOf(traits);
  const isWhite = pattern === "two-tone" || pattern === "patched";
  const plain = drawFront(stance, base, isWhite ? WHITE : base, isWhite ? WHITE : lighter(base, .38));
  if (pattern === "patched") return drawPatches(stance, base, mark) + plain;
  return pattern === "spotted" ? plain + dots(SPOTS[stance], mark) : plain;
}
