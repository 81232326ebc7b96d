import type { Face, Layers } from "./document.ts";
import { drawCheek, drawEyes, drawProfileEye } from "./face.ts";
import { drawFabric, drawScarfEnd } from "./accessories.ts";
import { type Accessory, pickLook, type Pose, suitsLook, wear, withChoices } from "./look.ts";
import { toOutline } from "./outline.ts";
import { darker, edgeOf, INK, isDistinct, lighter, mix, PINK } from "./palette.ts";
import { createPlanner, type Planner, type Scene } from "./plan.ts";
import { drawBackground, drawFaceBackground, drawSnores, prepareBackgrounds } from "./scene.ts";
import { dot, dots, edged, group, line, mirroredIf, pair, path, SIDE, WIDE } from "./shapes.ts";
import { pick, type Random } from "./random.ts";

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

type BirdTraits = ReturnType<typeof pickTraits>;

/** Plans round birds. */
export const BIRDS: Planner = createPlanner<BirdTraits>({
  kind: "bird",
  pick: pickTraits,
  suits: (traits) =>
    isPatternVisible(traits.pattern, traits) && isCrestVisible(traits.crest, traits) &&
    suitsLook(traits.plumage, traits),
  describe: ({ mood, crest, pattern, plumage }, isFace) => [
    mood.name,
    crest,
    isFace && pattern === "bar-winged" ? "" : pattern,
    plumage.name,
  ],
  draw: drawBird,
  drawFace,
});

function pickTraits(random: Random) {
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

// Whether a bird looks at the viewer, who then sees what it wears at its throat.
function isFrontal({ name }: Accessory): boolean {
  return name === "scarf" || name === "bowTie";
}

const BODY = toOutline(
  "M92 236C90 150 150 92 228 92C300 92 336 136 358 200C376 250 404 268 404 316C404 380 334 424 250 424C150 424 94 340 92 236Z",
);
const HEAD = toOutline(
  "M92 236C90 150 150 92 228 92C300 92 336 136 358 200C380 278 316 338 226 338C148 338 94 310 92 236Z",
);
const FRONT_HEAD = toOutline(
  "M256 86C336 86 370 150 382 224C388 300 330 338 256 338C182 338 124 300 130 224C142 150 176 86 256 86Z",
);
const TAIL = "M360 290L470 236Q486 232 484 248L476 262L492 268Q502 276 490 286L400 356Z";
const WING = "M214 262C262 236 330 246 372 296C392 322 390 344 380 352C300 384 226 348 214 262Z";
const FEET =
  "M216 414V440M216 440L198 450M216 440L218 454M216 440L234 450M280 416V440M280 440L262 450M280 440L282 454M280 440L298 450";
const TUFT =
  "M204 112C180 96 170 66 184 46C204 56 218 82 222 106ZM238 106C246 80 262 58 284 54C288 78 270 102 252 114ZM218 106C206 78 212 46 232 28C250 48 248 80 240 106Z";
const CREST =
  "M182 120C172 88 192 62 216 68C222 44 256 40 266 62C290 52 312 74 300 96C308 106 304 118 296 128C260 100 216 100 182 120Z";
const RAISED_WING =
  "M262 318C244 236 296 128 372 100C390 94 398 108 390 122C406 122 412 138 402 152C416 156 418 174 406 186C416 192 416 208 404 218C384 278 326 330 262 318Z";
const FRONT = toOutline(
  "M256 86C336 86 370 150 382 224C394 292 404 328 388 366C368 408 318 424 256 424C194 424 144 408 124 366C108 328 118 292 130 224C142 150 176 86 256 86Z",
);
const FRONT_WING =
  "M142 304C104 318 84 352 90 398C94 410 108 412 118 402C146 380 164 352 162 324C160 308 152 300 142 304Z";
const FRONT_RAISED_WING =
  "M158 338C104 320 52 258 34 178C32 162 48 158 56 170C56 154 74 150 82 164C86 148 104 150 108 166C136 196 168 244 176 300Z";
// The scarf follows the body on both sides.
const SCARF = `${FRONT.cut(1.16, 1.42)}${FRONT.cut(4.58, 4.84, "Q256 372 ")}Q256 318 ${FRONT.at(1.16)}Z`;
const BREAST = `${FRONT.cut(1.2, 1.66)}${FRONT.cut(4.34, 4.8, "C330 376 182 376 ")}C172 222 340 222 ${FRONT.at(1.2)}Z`;
const WING_TIP = "M-40-28Q0-44 40-28Q44-4 36 14A14 14 0 0 1 12 20A13 13 0 0 1-12 20A14 14 0 0 1-36 14Q-44-4-40-28Z";
const RED = "#d63a34";
const BARK = "#9a6b4a";
const LEAF = "#7dbb72";
const BRANCH_END = line("M420 444Q450 420 470 412", BARK, 12) +
  path("M470 412Q470 380 500 374Q508 404 470 412ZM60 446Q50 412 20 408Q18 440 60 446Z", LEAF) +
  path("M452 430Q484 424 496 446Q470 454 452 430Z", "#94cc86");
const BRANCH = line("M-10 462Q140 436 260 452T522 440", BARK, 22) + BRANCH_END;
const WIDE_BRANCH = line("M-240 452Q-160 488-10 462Q140 436 260 452T522 440T750 452", BARK, 22) + BRANCH_END +
  path("M-120 466Q-116 432-84 426Q-82 458-120 466ZM640 436Q628 404 596 402Q598 432 640 436Z", LEAF);
// A twig with round ends, because without a background the branch would be cut off at both edges of the picture.
const TWIG = line("M104 458Q180 440 260 452T424 444", BARK, 22) + line("M366 446Q394 430 416 416", BARK, 12) +
  path("M416 416Q418 384 448 380Q454 410 416 416ZM140 446Q130 412 100 408Q98 440 140 446Z", LEAF) +
  path("M424 440Q456 428 472 448Q448 462 424 440Z", "#94cc86");

function drawBird(traits: BirdTraits, { frame, isBare }: Scene): Layers {
  const { pose, isMirrored, background, accessory } = traits;
  const isFlying = pose.name === "flying";
  const body = isFrontal(accessory) ? drawFrontalBody(traits) : drawBody(traits);
  const isTurned = isFlying && !isFrontal(accessory);
  const bird = isTurned ? group("translate(18 6) scale(.93) rotate(8 256 256)", body) : body;
  const branch = isBare ? TWIG : frame === WIDE ? WIDE_BRANCH : BRANCH;
  const sounds = pose.name === "singing" ? mirroredIf(isMirrored, drawNotes(traits)) : "";
  return {
    background: drawBackground(background, frame),
    ground: isFlying ? "" : branch,
    animal: mirroredIf(isMirrored, bird) + sounds +
      drawSnores(traits, isFrontal(accessory) ? 390 : 366, 150),
  };
}

function drawFace(traits: BirdTraits): Face {
  const { plumage: { mark: wing }, background, accessory, crest, isMirrored } = traits;
  const isInFront = isFrontal(accessory);
  const head = isInFront ? drawFrontalHead(traits) : drawHead(traits);
  const x = isInFront ? 256 : isMirrored ? SIDE - 206 : 206;
  return {
    background: drawFaceBackground(background),
    head: mirroredIf(isMirrored, head),
    // Hats and tufts are higher than the head.
    box: accessory.place === "head" || crest === "tufted" ? [x, 178, 368] : [x, 194, 344],
    chin: 318,
    hand: edged(edgeOf(wing), path(WING_TIP, wing)) + line("M-14-4L-10 14M12-4L10 14", edgeOf(wing), 5),
  };
}

// A bird has no neck: the head is the upper part of its body, with a round end.
function drawHead(traits: BirdTraits): string {
  const { plumage: { base, mark, belly }, pattern } = traits;
  const throat = HEAD.patch(2.5, 3.96, "C170 236 270 262", belly);
  const marks = {
    speckled: dots("140,292,7 174,308,7 208,316,7 242,308,7 186,282,7 222,288,7", darker(belly, .36)),
    capped: HEAD.patch(.25, 1.85, "C310 130 180 120", mark),
    "red-breasted": HEAD.patch(3, 3.96, "C160 236 236 270", RED),
    "bar-winged": "",
    "": "",
  };
  return drawCrest(traits) + edged(edgeOf(base), path(HEAD.d, base)) + throat + marks[pattern] + drawProfile(traits);
}

function drawFrontalHead(traits: BirdTraits): string {
  const { plumage: { base, mark, belly }, pattern } = traits;
  const throat = FRONT_HEAD.patch(1.1, 2.9, "C190 246 322 246", belly);
  const marks = {
    speckled: dots("190,290,7 222,306,7 256,312,7 290,306,7 322,290,7", darker(belly, .36)),
    capped: FRONT_HEAD.patch(3.42, 4.58, "C330 116 182 116", mark),
    "red-breasted": FRONT_HEAD.patch(1.35, 2.65, "C210 262 302 262", RED),
    "bar-winged": "",
    "": "",
  };
  return group("translate(24 -8)", drawCrest(traits)) + edged(edgeOf(base), path(FRONT_HEAD.d, base)) + throat +
    marks[pattern] + drawFrontalFace(traits);
}

function drawBody(traits: BirdTraits): string {
  const { plumage: { base, mark: wing }, pose } = traits;
  const edge = edgeOf(base);
  const isFlying = pose.name === "flying";
  const farWing = isFlying ? edged(edgeOf(wing), group("translate(16 -34)", path(RAISED_WING, darker(wing, .16)))) : "";
  return edged(edgeOf(wing), path(TAIL, wing)) + line("M398 310L476 262", edgeOf(wing), 5) + farWing +
    drawCrest(traits) +
    line(isFlying ? "M232 420l26 16M272 420l26 12" : FEET, "#d9822b", 8) +
    edged(edge, path(BODY.d, base)) + drawBodyMarks(traits) + drawWing(traits) + drawProfile(traits);
}

function drawProfile(traits: BirdTraits): string {
  const { plumage: { base }, accessory, mood } = traits;
  return drawBeak(traits) +
    drawProfileEye(mood, { at: [190, 194], size: 27, iris: irisOf(traits), lid: base }) +
    drawCheek(216, 244, 24, base) + wear(accessory, { head: [212, 106, .86, -12], side: [262, 122, .9] });
}

function drawFrontalBody(traits: BirdTraits): string {
  const { plumage: { base, mark: wing, belly }, accessory, pose, pattern } = traits;
  const isFlying = pose.name === "flying";
  const isRaised = isFlying || pose.name === "flapping";
  const [shape, bars] = isRaised
    ? [FRONT_RAISED_WING, "M140 300Q96 258 70 204M154 284Q120 246 98 196"]
    : [FRONT_WING, "M112 384Q134 362 142 334M130 386Q148 366 154 342"];
  const wings = edged(edgeOf(wing), pair(path(shape, wing))) +
    pair(line(bars, barOf(traits), pattern === "bar-winged" ? 9 : 6));
  const speckles = dots("200,346,7 232,362,7 280,362,7 312,346,7 204,386,7 256,392,7 308,386,7", darker(belly, .36));
  const cap = FRONT.patch(5.42, 6.58, "C330 116 182 116", wing);
  const marks = { speckled: speckles, capped: cap, "red-breasted": path(BREAST, RED), "bar-winged": "", "": "" };
  const garment = accessory.name === "scarf"
    ? drawBirdScarf(accessory.hex)
    : wear(accessory, { neck: [256, 288, .92] });
  return (isRaised ? wings : "") + group("translate(24 -8)", drawCrest(traits)) +
    group("translate(8 0)", line(isFlying ? "M216 416l-6 22M280 416l6 22" : FEET, "#d9822b", 8)) +
    edged(edgeOf(base), path(FRONT.d, base)) + FRONT.patch(1.5, 4.5, "C150 226 362 226", belly) + marks[pattern] +
    garment + (isRaised ? "" : wings) + drawFrontalFace(traits);
}

function drawFrontalFace(traits: BirdTraits): string {
  const { plumage: { base }, mood } = traits;
  return drawCheek(174, 238, 22, base) + drawCheek(338, 238, 22, base) +
    drawEyes(mood, { left: [204, 190], right: [308, 190], size: 25, iris: irisOf(traits), lids: [base, base] }) +
    drawFrontalBeak(traits);
}

function irisOf({ plumage: { mark } }: BirdTraits): string {
  return mix(mark, "#6b3d2a", .5);
}

function drawFrontalBeak({ pose, mood: { mouth } }: BirdTraits): string {
  const isOpen = pose.name === "singing" || mouth === "laugh" || mouth === "tongue";
  const lower = isOpen
    ? path("M234 222Q256 236 278 222Q280 260 256 270Q232 260 234 222Z", "#d9772b") +
      path("M242 230Q256 238 270 230Q270 252 256 258Q242 252 242 230Z", "#c4485c")
    : path("M240 236Q256 246 272 236Q268 256 256 260Q244 256 240 236Z", "#d9772b");
  const tongue = mouth === "tongue" ? path("M245 246Q256 240 267 246Q270 276 256 280Q242 276 245 246Z", PINK) : "";
  const upper = isOpen
    ? "M226 210Q256 184 286 210Q278 232 256 236Q234 232 226 210Z"
    : "M226 216Q256 190 286 216Q280 240 256 250Q232 240 226 216Z";
  return edged("#c26a1f", lower + tongue) + edged("#c26a1f", path(upper, "#f4a63a"));
}

function drawBirdScarf(hex: string): string {
  return group("translate(282 308) scale(.86)", drawScarfEnd(hex)) + drawFabric(hex, path(SCARF, hex)) +
    pair(line("M162 280Q156 292 160 306M206 294Q200 308 204 322", lighter(hex, .5), 6));
}

/** Returns the colour of the lines on a wing. */
function barOf({ plumage: { mark: wing }, pattern }: BirdTraits): string {
  if (pattern !== "bar-winged") return edgeOf(wing);
  const pale = lighter(wing, .7);
  return isDistinct(pale, wing) ? pale : darker(wing, .4);
}

function drawWing(traits: BirdTraits): string {
  const { plumage: { mark: wing }, pose, pattern } = traits;
  const hasBars = pattern === "bar-winged";
  const colour = barOf(traits);
  const isRaised = pose.name === "flapping" || pose.name === "flying";
  const shape = edged(edgeOf(wing), path(isRaised ? RAISED_WING : WING, wing));
  if (isRaised) {
    const raised = shape + line("M300 262Q344 222 366 170M318 284Q356 256 382 214", colour, hasBars ? 9 : 6);
    return pose.name === "flying" ? group("matrix(1 0 0 -1 4 548)", raised) : raised;
  }
  if (hasBars) return shape + line("M268 282Q300 312 358 322M252 306Q290 340 350 342", colour, 9);
  return shape + line("M282 300Q312 322 352 326M272 322Q300 344 336 348", colour, 6);
}

function drawBeak({ pose, mood: { mouth } }: BirdTraits): string {
  const isOpen = pose.name === "singing" || mouth === "laugh" || mouth === "tongue";
  const tongue = mouth === "tongue" ? path("M98 244Q66 258 66 276Q72 292 88 284Q106 270 112 248Z", PINK) : "";
  const lower = isOpen
    ? path("M104 226Q74 262 60 262Q84 276 118 256Z", "#d9772b") +
      path("M106 228Q90 246 80 252Q100 252 114 240Z", "#c4485c")
    : path("M102 230Q72 240 66 236Q80 256 112 250Z", "#d9772b");
  const upper = isOpen ? "M112 190Q62 196 46 222Q84 234 118 232Z" : "M112 194Q66 204 52 230Q86 244 118 238Z";
  return edged("#c26a1f", lower + tongue) + edged("#c26a1f", path(upper, "#f4a63a")) +
    (mouth === "smile" ? line("M122 246Q134 246 138 236", INK, 5) : "");
}

function drawCrest({ crest, plumage: { base, mark } }: BirdTraits): string {
  if (crest === "tufted") return edged(edgeOf(base), path(TUFT, darker(base, .12)));
  return crest === "crested" ? edged(edgeOf(mark), path(CREST, mark)) : "";
}

function drawBodyMarks({ plumage: { base, belly, mark }, pattern }: BirdTraits): string {
  const front = BODY.patch(2.7, 3.6, "Q330 380", darker(base, .08)) +
    BODY.patch(3.8, 4.95, "C180 226 300 290", belly);
  if (pattern === "speckled") {
    return front +
      dots("140,306,7 180,312,7 160,344,7 204,348,7 136,338,7 184,382,7 222,386,7 160,376,7", darker(belly, .36));
  }
  if (pattern === "capped") return front + BODY.patch(.25, 1.85, "C310 130 180 120", mark);
  if (pattern === "red-breasted") return front + BODY.patch(4.3, 5.02, "C170 214 276 290", RED);
  return front;
}

function drawNotes({ background: { hex } }: BirdTraits): string {
  const ink = darker(hex, .5);
  const note = dot(0, 0, 10, ink) + line("M8-2V-40L30-46V-10", ink, 5) + dot(22, -8, 10, ink);
  return group("translate(44 150) rotate(-10)", note) +
    group("translate(100 84) scale(.8)", dot(0, 0, 10, ink) + line("M8-2V-40Q24-34 22-18", ink, 5));
}
