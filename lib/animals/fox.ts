import type { Layers } from "./document.ts";
import { drawBlush, drawEyes, drawMouth } from "./face.ts";
import { FACING, MOOD_RULE, pickLook, toCommonValues, toWardrobeRule, wakeUp, wear, withChoices } from "./look.ts";
import { drawFront, SPOTS } from "./markings.ts";
import { toOutline } from "./outline.ts";
import { darker, edgeOf, INK, IRISES, lighter, PINK } from "./palette.ts";
import { createPlanner, type Planner } from "./plan.ts";
import { drawQuadruped, drawQuadrupedFace, drawWrappedTail, POSES } from "./quadruped.ts";
import { resolveLook } from "./resolve.ts";
import { LAND, prepareBackgrounds } from "./scene.ts";
import { dots, edged, group, line, oval, pair, path } from "./shapes.ts";
import type { Scene } from "./species.ts";
import { pick, pickBelow, type Random } from "./random.ts";
import { findNamed, namesOf } from "./words.ts";

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
const EARS = ["upright", "big"] as const;

type FoxTraits = ReturnType<typeof pickTraits>;

/** Plans foxes. */
export const FOXES: Planner = createPlanner<FoxTraits>({
  kind: "fox",
  values: {
    coat: namesOf(COATS),
    pattern: PATTERNS,
    eyes: namesOf(IRISES),
    ears: EARS,
    ...toCommonValues(WARDROBE, POSES),
  },
  rules: [MOOD_RULE, toWardrobeRule("neck"), { traits: ["pattern", "coat"], allows: isVisible }],
  poses: POSES,
  habitat: LAND,
  pick: pickTraits,
  coatOf,
  describe: ({ coat, ears, mood, pattern }) => [mood, ears === "big" ? "big-eared" : "", coat, pattern],
  draw: (traits, scene) => drawFox(toLook(traits, scene.fill), scene),
  drawFace(traits, fill) {
    const look = toLook(traits, fill);
    return drawQuadrupedFace(look, { head: drawHead(look), sock: look.coat.dark, side: 360 });
  },
});

function pickTraits(random: Random) {
  const coat = pick(random, COATS);
  const pattern = pick(random, PATTERNS);
  const pose = pick(random, POSES);
  const traits = {
    coat: coat.name,
    pattern: isVisible(pattern, coat.name) ? pattern : "plain",
    ears: pickBelow(random, 4) === 0 ? "big" : "upright",
    eyes: pick(random, IRISES).name,
    ...pickLook(random, coat.choices, pose.name),
    tilt: pick(random, [-6, 0, 6]),
    facing: pick(random, FACING),
  };
  return { ...traits, ...wakeUp(random, { traits, choices: coat.choices, poses: POSES }) };
}

function coatOf({ coat }: Pick<FoxTraits, "coat">) {
  return findNamed(COATS, coat);
}

type FoxLook = ReturnType<typeof toLook>;

function toLook(traits: FoxTraits, fill: string | undefined) {
  const coat = coatOf(traits);
  const look = resolveLook(traits, { poses: POSES, habitat: LAND, base: coat.base, fill });
  return { ...traits, ...look, coat, iris: findNamed(IRISES, traits.eyes).hex };
}

// White markings would be invisible on an arctic fox.
function isVisible(pattern: string, coat: string): boolean {
  return coat !== "arctic" || (pattern !== "white-striped" && pattern !== "speckled");
}

const HIGH_TAIL = toOutline(
  "M300 452C380 476 470 440 478 360C484 300 452 270 456 214C414 236 392 272 386 312C380 350 350 372 316 392C305 410 300 430 300 452Z",
);
const LONG_TAIL = toOutline(
  "M392 346C450 372 502 330 500 262C499 224 480 200 484 160C450 178 434 208 430 238C426 268 408 284 384 292C380 310 384 330 392 346Z",
);
const HEAD = toOutline(
  "M256 112C306 110 344 132 354 176C360 200 380 214 400 226C392 240 380 248 366 252C370 260 366 266 358 270C330 278 300 292 276 306C262 313 250 313 236 306C212 292 182 278 154 270C146 266 142 260 146 252C132 248 120 240 112 226C132 214 152 200 158 176C168 132 206 110 256 112Z",
);
const CHEEKS = "C180 212 208 222 224 240Q244 260 256 226Q268 260 288 240C304 222 332 212";
const EAR = "M162 178C144 130 142 84 152 50C155 38 166 38 174 46C202 74 226 104 238 128Z";
const INNER_EAR = "M172 158C162 128 160 104 164 86C184 98 202 118 212 134Z";
const EAR_TIP = "M147 90C146 74 148 62 152 50C155 38 166 38 174 46C184 56 194 67 203 78C186 92 164 96 147 90Z";

function drawFox(traits: FoxLook, { frame }: Scene): Layers {
  const { coat: { base, dark, light }, pattern, pose: { stance } } = traits;
  const marks = drawFront(stance, base, light, light) + (pattern === "speckled" ? dots(SPOTS[stance], light) : "");
  const parts = { tail: drawTail(traits), marks, head: drawHead(traits) };
  return drawQuadruped({ ...traits, ...parts, base, sock: dark }, frame);
}

function drawTail({ coat: { base, light }, pose: { stance } }: FoxLook): string {
  const edge = edgeOf(base);
  if (stance === "curled") return drawWrappedTail(base, 54, base) + line("M312 447Q296 446 282 440", light, 52);
  if (stance === "walking") {
    return edged(edge, path(LONG_TAIL.d, base)) +
      LONG_TAIL.patch(.95, 2.4, "Q446 218 456 232Q466 214 478 230Q490 214", light);
  }
  return edged(edge, path(HIGH_TAIL.d, base)) + HIGH_TAIL.patch(.1, .95, "Q450 460", darker(base, .08)) +
    HIGH_TAIL.patch(1.55, 2.85, "Q400 284 414 300Q428 276 442 296Q456 280", light);
}

function drawHead(traits: FoxLook): string {
  const { coat: { base, dark, light }, mood, accessory, pattern } = traits;
  const ear = edged(edgeOf(base), pair(path(EAR, base))) +
    pair(path(INNER_EAR, lighter(PINK, .45)), path(EAR_TIP, dark));
  const lid = pattern === "dark-masked" ? maskOf(base) : base;
  return (traits.ears === "big" ? group("translate(-38 -12) scale(1.15)", ear) : ear) +
    edged(edgeOf(base), path(HEAD.d, base)) + drawHeadMarks(traits) + HEAD.patch(1.6, 9.4, CHEEKS, light) +
    wear(accessory, { head: [256, 124, .82] }) + drawBlush(246, 86, 22, [light, light]) +
    drawEyes(mood, { left: [204, 196], right: [308, 196], size: 21, iris: traits.iris, lids: [lid, lid] }) +
    oval(256, 258, 20, 14, INK) + oval(250, 253, 6, 3.5, "#8d8296") +
    drawMouth(mood, { at: [256, 276], width: 20, ink: INK }) +
    wear(accessory, { side: [346, 136, .8], eyes: [256, 198, 1] });
}

function drawHeadMarks({ coat: { base, light }, pattern }: FoxLook): string {
  const shade = darker(base, .35);
  if (pattern === "cross-marked") {
    return path("M242 114H270L264 190Q256 210 248 190Z", shade) +
      path("M204 132Q256 156 308 132L312 146Q256 174 200 146Z", shade);
  }
  if (pattern === "speckled") {
    return dots("256,134,6 230,146,6 282,146,6 242,164,6 270,164,6 204,154,6 308,154,6", light);
  }
  if (pattern === "white-striped") return HEAD.patch(10.82, 11.18, "Q266 180 264 236H248Q246 180", light);
  if (pattern === "dark-masked") {
    return pair(oval(204, 198, 36, 36, maskOf(base)), path("M240 198Q240 226 243 252L192 226Z", maskOf(base)));
  }
  return path("M256 170Q270 210 280 250H232Q242 210 256 170Z", darker(base, .08));
}

function maskOf(base: string): string {
  return darker(base, .4);
}
