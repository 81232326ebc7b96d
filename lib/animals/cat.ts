import { CAT_EARS, CAT_HEADS } from "./cat/shapes.ts";
import { defineKind, type LookOf } from "./kind.ts";
import { pick, type Random, toWeightedChoices } from "./random.ts";
import { LAND, prepareBackgrounds } from "./scene.ts";
import type { Layers } from "./document.ts";
import { drawBlush, drawEyes, drawMouth } from "./face.ts";
import { FACING, pickLook, wear, withChoices } from "./look.ts";
import { drawFront, drawPatches, SPOTS, STRIPES } from "./markings.ts";
import { part } from "./motion.ts";
import { darker, edgeOf, inkOn, IRISES, lighter, markOn, PINK, WHITE } from "./palette.ts";
import { createPlanner, type Planner } from "./plan.ts";
import { drawQuadruped, drawQuadrupedFace, drawWrappedTail, POSES, TAIL_ROOTS } from "./quadruped.ts";
import { dots, edged, group, limb, line, oval, pair, path, rings } from "./shapes.ts";

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

const isVisible = (pattern: string, coat: string) => pattern !== "tuxedo" || coat !== "white";

const CAT = defineKind({
  kind: "cat",
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
    CAT_HEADS[head].words,
    CAT_EARS[ears].words,
    coat,
    pattern,
  ],
  pick(random: Random) {
    const coat = pick(random, COATS), pattern: string = pick(random, PATTERNS), pose = pick(random, POSES).name;
    const eyes: string = pick(random, IRISES).name, look = pickLook(random, coat.choices, pose);
    const tilt = pick(random, TILTS), facing = pick(random, FACING);
    // Children depend on the order of the traits, too.
    return { ...look, coat: coat.name, pattern, eyes, ...pick(random, SHAPES), tilt, facing };
  },
});

type CatLook = LookOf<typeof CAT>;

/** Plans cats. */
export const CATS: Planner = createPlanner({
  ...CAT,
  draw: (traits, { fill }) => drawCat(CAT.toLook(traits, fill)),
  drawFace(traits, fill) {
    const look = CAT.toLook(traits, fill);
    const side = Math.max(CAT_HEADS[traits.head].faceSide, CAT_EARS[traits.ears].faceSide);
    return drawQuadrupedFace(look, { head: drawHead(look), sock: sockOf(look), side });
  },
});

const SOOT = "#4d4759";
const GINGER = "#e2904a";
const TAILS = {
  sitting: "M330 428C430 446 470 372 420 318C404 300 410 282 424 270",
  lying: "M372 440C440 456 472 408 450 366C442 350 448 336 462 330",
  walking: "M410 318C448 306 464 262 448 222C442 204 450 190 464 184",
} as const;

function drawCat(traits: CatLook): Layers {
  const { base } = traits.coat;
  const parts = { tail: drawTail(traits), marks: drawBodyMarks(traits), head: drawHead(traits) };
  return drawQuadruped({ ...traits, ...parts, base, sock: sockOf(traits) });
}

function sockOf({ coat: { base, mark }, pattern }: CatLook): string {
  const isWhite = pattern === "tuxedo" || pattern === "calico";
  return isWhite ? WHITE : pattern === "pointed" ? mark : base;
}

function drawTail({ coat: { base, mark }, pattern, pose: { stance } }: CatLook): string {
  const colour = pattern === "pointed" ? mark : base;
  if (stance === "curled") return drawWrappedTail(colour, 34, base);
  const rest = pattern === "tabby" ? rings(TAILS[stance], mark, 36) : "";
  return part("sway", limb(TAILS[stance], colour, 36, edgeOf(colour)) + rest, TAIL_ROOTS[stance], -7);
}

function drawHead(traits: CatLook): string {
  const { coat: { base, mark }, pattern, mood, accessory } = traits;
  const { outline, eyes, glasses, side, blush: [gap, size], whiskers } = CAT_HEADS[traits.head];
  const tips = tipsOf(traits);
  const muzzle = pattern === "pointed" ? mark : pattern === "tuxedo" || pattern === "calico" ? WHITE : base;
  const ink = inkOn(muzzle);
  const lids = pattern === "calico" ? [sootOf(traits), mark] as const : [tips, tips] as const;
  const [behind, before] = drawEars(traits);
  return behind + edged(edgeOf(base), path(outline.d, base)) + drawHeadMarks(traits) + before +
    wear(accessory, { head: [256, 112, .86] }) +
    drawBlush(246, gap, size, [muzzle, muzzle]) +
    drawEyes(mood, { left: [256 - eyes, 202], right: [256 + eyes, 202], size: 25, iris: traits.iris, lids }) +
    path("M244 232Q256 226 268 232Q268 242 256 248Q244 242 244 232Z", PINK) +
    line("M256 246V252", ink, 5) + drawMouth(mood, { at: [256, 254], width: 24, ink }) +
    pair(line(whiskers, darker(base, .45), 3)) +
    wear(accessory, { side: [side, 120, .8], eyes: [256, 204, glasses] });
}

// The colour of the ears and the eyelids.
function tipsOf({ coat: { base, mark }, pattern }: CatLook): string {
  return pattern === "pointed" ? mark : base;
}

// Returns the parts behind the head and the parts in front of it.
function drawEars(traits: CatLook): [string, string] {
  const { coat: { base, mark }, ears } = traits;
  const { outer, inner, tuft, isFolded } = CAT_EARS[ears];
  const { earTransform } = CAT_HEADS[traits.head];
  const tips = tipsOf(traits);
  const skin = base === SOOT ? "#8a7f98" : PINK;
  const placed = (shape: string) =>
    pair(part("twitch", earTransform === "" ? shape : group(earTransform, shape), [184, 158], -9));
  if (isFolded) return ["", edged(edgeOf(tips), placed(path(outer, darker(tips, .1))))];
  const tufts = tuft === "" ? "" : path(tuft, tips === mark ? markOn(mark) : mark);
  return [edged(edgeOf(tips), placed(path(outer, tips))) + placed(path(inner, lighter(skin, .2)) + tufts), ""];
}

// The dark patch of a calico cat, which is ginger on a black cat.
function sootOf({ coat: { base } }: CatLook): string {
  return base === SOOT ? GINGER : SOOT;
}

function drawHeadMarks(traits: CatLook): string {
  const { coat: { base, mark }, pattern, head } = traits;
  const { stripes, blaze, patches, mask: [y, width, height], spots, muzzle } = CAT_HEADS[head];
  if (pattern === "tabby") return line(stripes[0], mark, 13) + pair(line(stripes[1], mark, 12));
  if (pattern === "tuxedo") return path(blaze, WHITE);
  if (pattern === "calico") {
    return path(patches[0], mark) + path(patches[1], sootOf(traits)) + path(patches[2], WHITE);
  }
  if (pattern === "pointed") return oval(256, y, width, height, mark);
  if (pattern === "spotted") return dots(spots[0], mark) + pair(dots(spots[1], mark));
  return oval(256, 264, muzzle[0], muzzle[1], lighter(base, .35));
}

function drawBodyMarks(traits: CatLook): string {
  const { coat: { base, mark }, pattern, pose: { stance } } = traits;
  const isWhite = pattern === "tuxedo" || pattern === "calico";
  const plain = drawFront(stance, base, isWhite ? WHITE : base, isWhite ? WHITE : lighter(base, .35));
  if (pattern === "tabby") return plain + line(STRIPES[stance], mark, 13);
  if (pattern === "calico") return drawPatches(stance, sootOf(traits), mark) + plain;
  return pattern === "spotted" ? plain + dots(SPOTS[stance], mark) : plain;
}
