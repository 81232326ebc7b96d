import { ALPACA_WOOL } from "./alpaca/wool.ts";
import { defineKind, type LookOf } from "./kind.ts";
import { pick, type Random, toWeightedChoices } from "./random.ts";
import type { CommonTraits } from "./traits.ts";
import { isHat } from "./wardrobe.ts";
import type { Face, Layers } from "./document.ts";
import { drawCheek, drawEyes, drawMouth } from "./face.ts";
import { FACING, pickLook, type Pose, SLEEPING, wear, withChoices } from "./look.ts";
import { part } from "./motion.ts";
import { darker, edgeOf, INK, inkOn, IRISES, lighter, markOn, PINK } from "./palette.ts";
import { createPlanner, type Planner } from "./plan.ts";
import { drawBackground, drawFaceBackground, drawShadow, drawSnores, LAND, prepareBackgrounds } from "./scene.ts";
import { edged, group, line, mirroredIf, oval, path, SIDE, toCircles } from "./shapes.ts";

const WARDROBE = {
  day: ["scarf", "bow tie", "collar", "party hat", "woolly hat", "flower", "bow", "blanket", "glasses"],
  night: ["scarf", "nightcap", "woolly hat", "flower", "blanket"],
  more: ["bandana", "crown"],
} as const;

/** The mark is the colour of the face, unless that would be too dark for it. */
const FLEECES = withChoices(WARDROBE, prepareBackgrounds, [
  { name: "cream", base: "#f5e0bc", mark: "#edd0a2" },
  { name: "white", base: "#fdfbf7", mark: "#f2e6da" },
  { name: "caramel", base: "#d9a066", mark: "#f0cfa2" },
  { name: "chocolate", base: "#80573f", mark: "#b58a6a" },
  { name: "grey", base: "#b4b3be", mark: "#d8d6de" },
  { name: "rose-grey", base: "#c9a39c", mark: "#ecd3cb" },
  { name: "black", base: "#57505f", mark: "#8d8397", face: "#d3c8d2" },
]);

const PATTERNS = ["plain", "pale-faced", "patchy", "dark-legged", "white-bibbed"] as const;

/** How far the head turns, in degrees. */
const TILTS = [-6, 0, 6] as const;
const FRINGES = ["curly", "mop-haired", "neatly trimmed"] as const;

/** All alpacas have brown eyes, unless a caller chooses others. */
const EYES = [{ name: "brown", hex: "#6d4a35" }, ...IRISES] as const;

const POSES = [
  { name: "standing", words: ", standing" },
  { name: "trotting", words: ", trotting" },
  { name: "lying", words: ", lying down" },
  { name: "sleeping", words: ", lying asleep" },
] as const satisfies readonly Pose[];

const WOOL = Object.keys(ALPACA_WOOL) as (keyof typeof ALPACA_WOOL)[];

/** The usual wool is as frequent as all others. */
const WOOL_CHOICES = toWeightedChoices(WOOL);

const ALPACA = defineKind({
  kind: "alpaca",
  coats: FLEECES,
  patterns: PATTERNS,
  irises: () => EYES,
  own: { wool: WOOL, fringe: FRINGES },
  poses: POSES,
  wardrobe: WARDROBE,
  habitat: LAND,
  rules: [
    { traits: ["pattern", "coat"], allows: (pattern, coat) => pattern !== "white-bibbed" || coat !== "white" },
    { traits: ["pattern", "pose"], allows: (pattern, pose) => pattern !== "dark-legged" || isUpright(pose) },
  ],
  shows: isVisible,
  describe: (traits, isFace) => [
    traits.mood,
    // A hat hides the fringe, and what a caller dresses it in may hide its pattern.
    isHat(traits.wears) ? "" : traits.fringe,
    ALPACA_WOOL[traits.wool].words,
    traits.coat,
    (isFace && traits.pattern !== "pale-faced") || !isVisible(traits) ? "" : traits.pattern,
  ],
  pick(random: Random) {
    const coat = pick(random, FLEECES), pattern: string = pick(random, PATTERNS), pose = pick(random, POSES).name;
    const look = pickLook(random, coat.choices, pose), fringe = pick(random, FRINGES), tilt = pick(random, TILTS);
    const facing = pick(random, FACING), wool = pick(random, WOOL_CHOICES), eyes: string = EYES[0].name;
    return { ...look, coat: coat.name, pattern, eyes, wool, fringe, tilt, facing };
  },
});

// White markings are invisible on white, a blanket covers the patches, and an alpaca that lies covers its legs.
function isVisible({ pattern, coat, wears, pose }: CommonTraits): boolean {
  if (pattern === "white-bibbed") return coat !== "white";
  if (pattern === "patchy") return wears !== "blanket";
  return pattern !== "dark-legged" || isUpright(pose);
}

/** Reports whether an alpaca stands or trots, so that its legs are visible. */
function isUpright(pose: string): boolean {
  return pose === "standing" || pose === "trotting";
}

type AlpacaLook = LookOf<typeof ALPACA>;

/** Plans alpacas. */
export const ALPACAS: Planner = createPlanner({
  ...ALPACA,
  draw: (traits, { fill }) => drawAlpaca(ALPACA.toLook(traits, fill)),
  drawFace: (traits, fill) => drawFace(ALPACA.toLook(traits, fill)),
});

const HOOF = "#5a4650";
const CREAM = "#fff6ea";

function drawAlpaca(traits: AlpacaLook): Layers {
  const { coat: { base }, pattern, accessory, pose } = traits;
  const wool = ALPACA_WOOL[traits.wool];
  const edge = edgeOf(base);
  const isLying = !isUpright(pose.name);
  const tail = part("sway", path(wool.tail, darker(base, .06)), [372, 308], -8);
  const body = edged(edge, tail, path(wool.body, base)) +
    drawPatches(traits) + drawBlanket(traits, isLying) + drawNeck(traits) +
    (pattern === "white-bibbed" ? drawBib(traits) : "") +
    wear(accessory, { neck: [190, 258, wool.neckwear] }) +
    group(`translate(0 ${pose.name === SLEEPING ? 14 : 0}) rotate(${traits.tilt} 190 220)`, drawHead(traits));
  const legs = isLying ? drawFoldedLegs(traits) : drawLegs(traits);
  const whole = isLying ? group(`translate(0 ${wool.drop})`, body) + legs : legs + body;
  const alpaca = drawShadow(140, 420) + part("breathe", whole, [256, 460]);
  const animal = mirroredIf(traits.isMirrored, alpaca) + drawSnores(traits, 320, 214);
  return { background: drawBackground(traits.background), animal };
}

function drawFace(traits: AlpacaLook): Face {
  const { coat: { base }, background, accessory, tilt, isMirrored } = traits;
  // A hat is higher than the ears.
  const [y, side] = ALPACA_WOOL[traits.wool].face[accessory.place === "head" ? "hat" : "bare"];
  return {
    background: drawFaceBackground(background),
    head: mirroredIf(isMirrored, group(`rotate(${tilt} 190 220)`, drawHead(traits))),
    box: [isMirrored ? SIDE - 190 : 190, y, side],
    chin: 222,
    hand: edged(edgeOf(base), path("M-34-26H34Q38 6 26 18H-26Q-38 6-34-26Z", base)) +
      path("M-27 10H27L24 28Q0 38-24 28Z", HOOF) + line("M0 16V30", lighter(HOOF, .3), 4),
  };
}

function drawBlanket({ accessory, wool }: AlpacaLook, isLying: boolean): string {
  if (accessory.place !== "back") return "";
  const [y, standing, lying] = ALPACA_WOOL[wool].blanket;
  return group(`translate(318 ${y}) scale(.98 ${isLying ? lying : standing})`, wear(accessory, { back: [0, 0, 1] }));
}

function drawNeck({ coat: { base }, wool }: AlpacaLook): string {
  const { neck, chest } = ALPACA_WOOL[wool];
  if (chest === "") return edged(edgeOf(base), path(neck, base));
  return edged(edgeOf(base), path(neck, base), path(chest, base)) + path(neck, base);
}

function drawBib({ coat: { base }, wool }: AlpacaLook): string {
  const [outline, strands] = ALPACA_WOOL[wool].bib;
  return edged(edgeOf(base), path(outline, CREAM)) + line(strands, edgeOf(CREAM), 4);
}

function drawLegs({ coat: { base }, pattern, pose, wool }: AlpacaLook): string {
  const colour = pattern === "dark-legged" ? darker(base, .5) : base;
  const turns = pose.name === "trotting" ? [26, -20, -24, 22] : [0, 0, 0, 0];
  return [[216, .12], [352, .12], [246, 0], [324, 0]].map(([x, shade], i) =>
    group(
      turns[i] === 0 ? `translate(${x} 0)` : `translate(${x} 0) rotate(${turns[i]} 0 366)`,
      drawLeg(ALPACA_WOOL[wool].leg, darker(colour, shade!)),
    )
  ).join("");
}

function drawLeg(data: string, colour: string): string {
  return edged(edgeOf(colour), path(data, colour)) +
    path("M-18 442H18L20 458Q0 466-20 458Z", HOOF);
}

function drawFoldedLegs({ coat: { base } }: AlpacaLook): string {
  const colour = darker(base, .06);
  return edged(edgeOf(base), oval(214, 448, 46, 17, colour), oval(338, 448, 52, 18, colour)) +
    path("M166 446Q158 464 176 464H196Q188 452 190 440ZM284 446Q276 466 294 466H314Q306 452 308 438Z", HOOF);
}

function drawHead(traits: AlpacaLook): string {
  const { coat: { base, mark, face = mark }, pattern, mood, accessory } = traits;
  const skin = pattern === "pale-faced" ? CREAM : face;
  const ear = part(
    "twitch",
    edged(edgeOf(base), path("M138 110C112 96 104 58 116 34C122 26 132 30 138 40C150 60 160 84 162 100Z", base)) +
      path("M138 98C124 84 120 62 124 48C136 62 144 80 148 94Z", lighter(PINK, .35)),
    [150, 104],
    -10,
  );
  return ear + group("matrix(-1 0 0 1 380 0)", ear) + edged(edgeOf(base), path(ALPACA_WOOL[traits.wool].head, base)) +
    oval(190, 164, 54, 56, skin) + oval(190, 190, 36, 28, lighter(skin, .45)) +
    drawCheek(149, 186, 16, skin) + drawCheek(231, 186, 16, skin) +
    drawEyes(mood, { left: [163, 158], right: [217, 158], size: 15, iris: traits.iris, lids: [skin, skin] }) +
    drawLashes(traits, inkOn(skin)) +
    path("M180 178Q190 172 200 178Q198 188 190 190Q182 188 180 178Z", INK) +
    drawMouth(mood, { at: [190, 197], width: 14, ink: INK }) +
    drawFringe(traits) + wear(accessory, { head: [190, 96, .66], side: [240, 96, .72], eyes: [190, 158, .62] });
}

// Lashes at the outer corners of open eyes, below the fringe.
function drawLashes({ mood: { eyes } }: AlpacaLook, ink: string): string {
  const lashes = { left: "M149 151L139 147M147 158L136 158", right: "M231 151L241 147M233 158L244 158" };
  const isOpen = (shape: string) => shape === "open" || shape === "wide" || shape === "raised";
  const data = (isOpen(eyes[0]) ? lashes.left : "") + (isOpen(eyes[1]) ? lashes.right : "");
  return data === "" ? "" : line(data, ink, 4);
}

const CURLS = "152,112,22 178,102,26 206,102,26 230,114,20 192,82,28 164,88,20 220,88,20";
const MOP =
  "M128 128C120 70 260 70 252 128C246 142 236 128 228 138C220 148 212 130 200 142C190 150 180 130 168 142C158 148 150 132 140 138Z";

function drawFringe({ fringe, coat: { base } }: AlpacaLook): string {
  const tone = darker(base, .05);
  if (fringe === "curly") return path(toCircles(CURLS, 1), tone);
  if (fringe === "mop-haired") return path(MOP + toCircles("190,84,30", 1), tone);
  return oval(190, 106, 58, 26, tone) + oval(190, 90, 40, 22, tone);
}

function drawPatches({ pattern, coat: { base }, wool }: AlpacaLook): string {
  const { patches, strands } = ALPACA_WOOL[wool];
  const lines = line(strands, edgeOf(base), 5);
  if (pattern !== "patchy") return lines;
  return path(patches[0], markOn(base)) + path(patches[1], markOn(base)) + lines;
}
