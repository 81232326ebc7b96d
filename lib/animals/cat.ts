import type { Layers } from "./document.ts";
import { drawBlush, drawEyes, drawMouth } from "./face.ts";
import { FACING, MOOD_RULE, pickLook, toCommonValues, toWardrobeRule, wakeUp, wear, withChoices } from "./look.ts";
import { drawFront, drawPatches, SPOTS, STRIPES } from "./markings.ts";
import { toOutline } from "./outline.ts";
import { darker, edgeOf, inkOn, IRISES, lighter, PINK, WHITE } from "./palette.ts";
import { createPlanner, type Planner } from "./plan.ts";
import { drawQuadruped, drawQuadrupedFace, drawWrappedTail, POSES } from "./quadruped.ts";
import { resolveLook } from "./resolve.ts";
import { LAND, prepareBackgrounds } from "./scene.ts";
import { dots, edged, limb, line, oval, pair, path, rings } from "./shapes.ts";
import type { Scene } from "./species.ts";
import { pick, type Random } from "./random.ts";
import { findNamed, namesOf } from "./words.ts";

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

type CatTraits = ReturnType<typeof pickTraits>;

/** Plans cats. */
export const CATS: Planner = createPlanner<CatTraits>({
  kind: "cat",
  values: {
    coat: namesOf(COATS),
    pattern: PATTERNS,
    eyes: namesOf(IRISES),
    ...toCommonValues(WARDROBE, POSES),
  },
  rules: [MOOD_RULE, toWardrobeRule("neck"), { traits: ["pattern", "coat"], allows: isVisible }],
  poses: POSES,
  habitat: LAND,
  pick: pickTraits,
  coatOf,
  describe: ({ coat, mood, pattern }) => [mood, coat, pattern],
  draw: (traits, scene) => drawCat(toLook(traits, scene.fill), scene),
  drawFace(traits, fill) {
    const look = toLook(traits, fill);
    return drawQuadrupedFace(look, { head: drawHead(look), sock: sockOf(look), side: 360 });
  },
});

function pickTraits(random: Random) {
  const coat = pick(random, COATS);
  const pattern = pick(random, PATTERNS);
  const pose = pick(random, POSES);
  const traits = {
    coat: coat.name,
    pattern: isVisible(pattern, coat.name) ? pattern : "plain",
    eyes: pick(random, IRISES).name,
    ...pickLook(random, coat.choices, pose.name),
    tilt: pick(random, [-6, 0, 6]),
    facing: pick(random, FACING),
  };
  return { ...traits, ...wakeUp(random, { traits, choices: coat.choices, poses: POSES }) };
}

function coatOf({ coat }: Pick<CatTraits, "coat">) {
  return findNamed(COATS, coat);
}

type CatLook = ReturnType<typeof toLook>;

function toLook(traits: CatTraits, fill: string | undefined) {
  const coat = coatOf(traits);
  const look = resolveLook(traits, { poses: POSES, habitat: LAND, base: coat.base, fill });
  return { ...traits, ...look, coat, iris: findNamed(IRISES, traits.eyes).hex };
}

// White markings would be invisible on a white coat.
function isVisible(pattern: string, coat: string): boolean {
  return pattern !== "tuxedo" || coat !== "white";
}

const SOOT = "#4d4759";
const GINGER = "#e2904a";
const HEAD = toOutline(
  "M256 96C336 96 386 142 386 202C386 264 330 300 256 300C182 300 126 264 126 202C126 142 176 96 256 96Z",
);
const EAR = "M138 190C126 150 124 104 132 76C136 62 148 60 158 68C186 88 214 112 228 132Z";
const INNER_EAR = "M152 166C146 140 145 116 149 98C150 92 154 91 159 95C176 107 192 122 202 134Z";
const TAILS = {
  sitting: "M330 428C430 446 470 372 420 318C404 300 410 282 424 270",
  lying: "M372 440C440 456 472 408 450 366C442 350 448 336 462 330",
  walking: "M410 318C448 306 464 262 448 222C442 204 450 190 464 184",
} as const;

function drawCat(traits: CatLook, { frame }: Scene): Layers {
  const { base } = traits.coat;
  const parts = { tail: drawTail(traits), marks: drawBodyMarks(traits), head: drawHead(traits) };
  return drawQuadruped({ ...traits, ...parts, base, sock: sockOf(traits) }, frame);
}

function sockOf({ coat: { base, mark }, pattern }: CatLook): string {
  const isWhite = pattern === "tuxedo" || pattern === "calico";
  return isWhite ? WHITE : pattern === "pointed" ? mark : base;
}

function drawTail({ coat: { base, mark }, pattern, pose: { stance } }: CatLook): string {
  const colour = pattern === "pointed" ? mark : base;
  if (stance === "curled") return drawWrappedTail(colour, 34, base);
  return limb(TAILS[stance], colour, 36, edgeOf(colour)) + (pattern === "tabby" ? rings(TAILS[stance], mark, 36) : "");
}

function drawHead(traits: CatLook): string {
  const { coat: { base, mark }, pattern, mood, accessory } = traits;
  // The ears and the eyelids.
  const tips = pattern === "pointed" ? mark : base;
  const muzzle = pattern === "pointed" ? mark : pattern === "tuxedo" || pattern === "calico" ? WHITE : base;
  const ink = inkOn(muzzle);
  const lids = pattern === "calico" ? [sootOf(traits), mark] as const : [tips, tips] as const;
  const skin = base === SOOT ? "#8a7f98" : PINK;
  return edged(edgeOf(tips), pair(path(EAR, tips))) + pair(path(INNER_EAR, lighter(skin, .2))) +
    edged(edgeOf(base), path(HEAD.d, base)) + drawHeadMarks(traits) +
    wear(accessory, { head: [256, 112, .86] }) +
    drawBlush(246, 82, 22, [muzzle, muzzle]) +
    drawEyes(mood, { left: [204, 202], right: [308, 202], size: 25, iris: traits.iris, lids }) +
    path("M244 232Q256 226 268 232Q268 242 256 248Q244 242 244 232Z", PINK) +
    line("M256 246V252", ink, 5) + drawMouth(mood, { at: [256, 254], width: 24, ink }) +
    pair(line("M158 232L96 222M158 246L94 252", darker(base, .45), 3)) +
    wear(accessory, { side: [356, 120, .8], eyes: [256, 204, 1.04] });
}

// The dark patch of a calico cat, which is ginger on a black cat.
function sootOf({ coat: { base } }: CatLook): string {
  return base === SOOT ? GINGER : SOOT;
}

function drawHeadMarks(traits: CatLook): string {
  const { coat: { base, mark }, pattern } = traits;
  if (pattern === "tabby") {
    return line("M256 108V138M228 110Q229 120 231 130M284 110Q283 120 281 130", mark, 13) +
      pair(line("M136 198H160M140 224H158", mark, 12));
  }
  if (pattern === "tuxedo") return HEAD.patch(1.4, 2.6, "C214 238 246 206 256 150C266 206 298 238", WHITE);
  if (pattern === "calico") {
    return HEAD.patch(.1, 1.05, "C290 290 250 150", mark) +
      HEAD.patch(2.8, 3.75, "C270 150 240 270", sootOf(traits)) +
      HEAD.patch(1.5, 2.5, "C210 226 302 226", WHITE);
  }
  if (pattern === "pointed") return oval(256, 224, 100, 70, mark);
  if (pattern === "spotted") {
    return dots("256,116,12 226,128,10 286,128,10", mark) + pair(dots("144,214,10 162,190,8", mark));
  }
  return oval(256, 264, 58, 32, lighter(base, .35));
}

function drawBodyMarks(traits: CatLook): string {
  const { coat: { base, mark }, pattern, pose: { stance } } = traits;
  const isWhite = pattern === "tuxedo" || pattern === "calico";
  const plain = drawFront(stance, base, isWhite ? WHITE : base, isWhite ? WHITE : lighter(base, .35));
  if (pattern === "tabby") return plain + line(STRIPES[stance], mark, 13);
  if (pattern === "calico") return drawPatches(stance, sootOf(traits), mark) + plain;
  return pattern === "spotted" ? plain + dots(SPOTS[stance], mark) : plain;
}
