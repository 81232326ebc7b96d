import { defineKind, type LookOf } from "./kind.ts";
import { pick, type Random } from "./random.ts";
import { findNamed, namesOf } from "./words.ts";
import type { Face, Layers } from "./document.ts";
import { drawCheek, drawProfileEye, isSleepy } from "./face.ts";
import { FACING, pickLook, type Pose, SLEEPING, wear, withChoices } from "./look.ts";
import { part } from "./motion.ts";
import { type Outline, toOutline } from "./outline.ts";
import { darker, edgeOf, INK, IRISES, lighter, PINK } from "./palette.ts";
import { createPlanner, type Planner } from "./plan.ts";
import { drawFaceBackground, drawSnores } from "./scene.ts";
import { d, dots, edged, group, line, mirroredIf, oval, path, SIDE } from "./shapes.ts";
import { BUBBLES, drawWater, drawWaves, prepareWaters, SEA } from "./water.ts";

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

const FISH_KIND = defineKind({
  kind: "fish",
  coats: SCALES,
  patterns: PATTERNS,
  // The eyes of a fish are as dark as its fins, unless a caller chooses others.
  irises: ({ fin }) => [{ name: "dark", hex: darker(fin, .1) }, ...IRISES],
  own: { body: BODIES, fins: FINS, tail: namesOf(TAILS) },
  poses: POSES,
  wardrobe: WARDROBE,
  habitat: SEA,
  rules: [],
  shows: () => true,
  describe: ({ mood, body, fins, pattern, coat }, isFace) => [
    mood,
    body,
    isFace || fins === "short" ? "" : "long-finned",
    pattern,
    coat,
  ],
  pick(random: Random) {
    const coat = pick(random, SCALES), pattern: string = pick(random, PATTERNS), pose = pick(random, POSES).name;
    const body = pick(random, BODIES), fins = body === "tall" ? "long" : "short", tail = pick(random, TAILS).name;
    const look = pickLook(random, coat.choices, pose), facing = pick(random, FACING);
    return { ...look, coat: coat.name, pattern, eyes: "dark", body, fins, tail, facing };
  },
});

type FishLook = LookOf<typeof FISH_KIND>;

/** Plans fish. */
export const FISH: Planner = createPlanner({
  ...FISH_KIND,
  draw: (traits, { fill }) => drawFish(FISH_KIND.toLook(traits, fill)),
  drawFace: (traits, fill) => drawFace(FISH_KIND.toLook(traits, fill)),
});

// Each outline runs from the mouth over the back (1) to the tail (2) and below the belly (3) back to the mouth.
const OUTLINES = {
  "round": toOutline(
    "M76 262C86 160 168 116 236 116C320 116 372 190 392 256C372 326 320 400 236 400C164 400 86 360 76 262Z",
  ),
  "slender": toOutline(
    "M62 262C84 186 164 150 236 150C320 150 380 210 404 256C380 304 320 362 236 362C164 362 84 334 62 262Z",
  ),
  "tall": toOutline(
    "M86 260C100 170 168 128 228 128C312 128 366 196 392 256C366 318 312 388 228 388C168 388 100 350 86 260Z",
  ),
};

function drawFish(traits: FishLook): Layers {
  const { pose, isMirrored, background } = traits;
  const isLeaping = pose.name === "leaping";
  const turned = group(`${pose.transform}rotate(${pose.turn} 256 256)`, drawBody(traits));
  const fish = mirroredIf(isMirrored, part("bob", turned));
  const bubbles = pose.name === SLEEPING ? "" : mirroredIf(isMirrored, BUBBLES);
  return {
    background: drawWater(background, isLeaping),
    animal: fish + drawSnores(traits, 350, 130),
    front: isLeaping ? drawWaves(background) : bubbles,
  };
}

// A fish has no neck: its face is a shorter fish, with small fins.
function drawFace(traits: FishLook): Face {
  const { coat: { fin }, background, accessory, isMirrored } = traits;
  const x = isMirrored ? SIDE - 246 : 246;
  return {
    background: drawFaceBackground({ hex: background.top, halo: background.halo }),
    head: mirroredIf(isMirrored, drawBody(traits, true)),
    box: accessory.place === "head" ? [x, 236, 404] : [x, 246, 396],
    chin: 366,
    hand: edged(edgeOf(fin), path("M-30-30Q0-38 30-30Q44 0 34 24Q18 16 0 28Q-18 16-34 24Q-44 0-30-30Z", fin)) +
      line("M-12-16Q-18 0-16 10M12-16Q18 0 16 10", edgeOf(fin), 5),
  };
}

function drawBody(traits: FishLook, isFace = false): string {
  const { coat: { base, fin }, body, fins, accessory } = traits;
  const shape = OUTLINES[body];
  const [[nose], [, back], [, belly]] = [pointAt(shape, 0), pointAt(shape, 1), pointAt(shape, 3)];
  const [hatX, hatY] = pointAt(shape, .7);
  const rise = isFace ? 24 : fins === "long" ? 82 : 46;
  const top = back - rise;
  const dorsalFin = d`M190 ${back + 30}C206 ${top} 262 ${top - 26} 312 ${top + 12}Q324 ${top + 24} 312 ${top + 40}` +
    d`Q312 ${back + 20} 334 ${back + 70}Z`;
  const analFin = d`M204 ${belly - 16}C214 ${belly + rise * .5} 250 ${belly + rise} 290 ${belly + rise * .6}` +
    d`Q300 ${belly + rise * .4} 290 ${belly + 2}Q290 ${belly - 20} 304 ${belly - 44}Z`;
  const rays = d`M232 ${back + 8}Q238 ${top + 22} 252 ${top + 12}M266 ${back + 8}Q276 ${top + 28} 288 ${top + 20}`;
  // The chin of a slender fish is so small that its tongue would hang in the water.
  const hidesTongue = body === "slender" && traits.mood.mouth === "tongue";
  // It stays upright when the fish turns, because a slanting lid looks angry.
  const eye = drawProfileEye(traits.mood, { at: [148, 228], size: 30, iris: traits.iris, lid: base });
  const rayed = edged(edgeOf(fin), path(findNamed(TAILS, traits.tail).data, fin)) +
    line("M404 244L444 214M404 268L444 298", edgeOf(fin), 5);
  const tail = part("swish", rayed, [374, 256]);
  const frontFin =
    edged(edgeOf(fin), path("M226 276C262 262 300 276 312 300C304 326 262 340 232 316C222 306 220 286 226 276Z", fin)) +
    line("M250 292Q274 290 292 300M250 308Q268 312 284 310", edgeOf(fin), 5);
  return (isFace ? group("translate(104 90) scale(.65)", tail) : tail) +
    edged(edgeOf(fin), path(dorsalFin + analFin, fin)) +
    line(rays, edgeOf(fin), 5) +
    edged(edgeOf(base), path(shape.d, base)) + drawBodyMarks(traits, shape) +
    part("sway", frontFin, [230, 296], -14) + drawCheek(172, 284, 22, base) +
    group(`rotate(${isFace ? 0 : -traits.pose.turn} 148 228)`, eye) +
    group(`translate(${hidesTongue ? "8 -12" : `${nose - 70} 0`})`, drawLips(traits)) +
    wear(accessory, { neck: [186, belly - 38, .54, -8], head: [hatX, hatY + 6, .7, -24], side: [202, back + 12, .9] });
}

function pointAt(shape: Outline, t: number): readonly [number, number] {
  return shape.at(t).split(" ").map(Number) as [number, number];
}

function drawLips({ mood }: FishLook): string {
  const { mouth } = mood;
  // It yawns.
  if (isSleepy(mood)) return oval(84, 278, 18, 24, darker(PINK, .25)) + oval(80, 278, 12, 17, "#7a2f45");
  if (mouth === "small") return oval(77, 276, 10, 12, darker(PINK, .25)) + oval(75, 276, 5, 6, "#7a2f45");
  const smile = line("M82 280Q98 306 124 298", INK, 6);
  if (mouth === "smile") return smile;
  if (mouth === "tongue") return edged(darker(PINK, .3), path("M94 294Q90 322 106 324Q122 320 118 298Z", PINK)) + smile;
  return path("M80 276Q104 290 130 284Q128 316 104 314Q84 306 80 276Z", "#7a2f45") + oval(108, 305, 14, 7, PINK) +
    line("M80 275Q104 290 132 283", INK, 5);
}

const SPOTS =
  "236,176,11 280,200,11 228,222,11 322,224,11 274,248,11 350,256,11 300,176,11 318,290,11 216,352,11 264,350,11";
const STRIPES = "M214 184Q290 178 350 224M204 216Q300 208 368 246M206 340Q290 340 348 298M226 366Q280 362 318 330";
const SCALE_ROW = "q12 32 0 36m40-36q12 32 0 36m40-36q12 32 0 36";

function drawBodyMarks({ pattern, body, coat: { base, fin, mark } }: FishLook, shape: Outline): string {
  const belly = shape.patch(2.3, 3.75, "C180 330 270 340", lighter(base, .38));
  if (pattern === "banded") {
    return drawBand(shape, [.72, 1.12], INK) + drawBand(shape, [.77, 1.07], mark) + drawBand(shape, [1.26, 1.62], INK) +
      drawBand(shape, [1.31, 1.57], mark);
  }
  if (pattern === "dotted") return belly + dots(SPOTS, mark);
  if (pattern === "scaly") {
    const rows = [0, 1, 2, 3].map((row) => `M${214 + row % 2 * 20} ${176 + row * 36}${SCALE_ROW}`);
    return belly + line(rows.join(""), edgeOf(base), 5);
  }
  // The lowest stripe would leave a slender fish.
  if (pattern === "striped") {
    return line(body === "slender" ? STRIPES.slice(0, STRIPES.lastIndexOf("M")) : STRIPES, mark, 13);
  }
  if (pattern === "two-coloured") return shape.patch(.8, 3.2, "Q236 256", mark);
  return belly + line("M200 180Q236 250 198 336", edgeOf(base), 6) + oval(288, 176, 44, 10, fin);
}

// A band from the back to the opposite point of the belly.
function drawBand(shape: Outline, [from, to]: readonly [number, number], fill: string): string {
  const bulge = 236 + 150 * (to - 1) - 24;
  const [there, andBack] = [d`Q${bulge} 256 `, d`Q${bulge - 20} 256 `];
  return path(`${shape.cut(from, to)}${shape.cut(4 - to, 4 - from, there)}${andBack}${shape.at(from)}Z`, fill);
}
