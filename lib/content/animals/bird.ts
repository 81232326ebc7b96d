import { type AnimalPlan, type Layers, toPlan } from "@/lib/content/animals/plan.ts";
import { drawCheek, drawEye } from "@/lib/content/animals/face.ts";
import { drawFabric, drawScarfEnd } from "@/lib/content/animals/accessories.ts";
import { pickLook, type Pose, wear, withChoices } from "@/lib/content/animals/look.ts";
import { toOutline } from "@/lib/content/animals/outline.ts";
import { darker, edgeOf, INK, isDistinct, lighter, mix, PINK } from "@/lib/content/animals/palette.ts";
import { drawBackground, drawSnores, prepareBackgrounds } from "@/lib/content/animals/scene.ts";
import { dot, dots, edged, group, line, mirroredIf, path } from "@/lib/content/animals/shapes.ts";
import { pick, type Random } from "@/lib/content/random.ts";

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

type BirdLook = ReturnType<typeof pickBirdLook>;

/** Plans a round bird. */
export function planBird(random: Random): AnimalPlan {
  const look = pickBirdLook(random);
  return toPlan("bird", [look.mood.name, look.crest, look.pattern, look.plumage.name], look, drawBird);
}

function pickBirdLook(random: Random) {
  const plumage = pick(random, PLUMAGES);
  const pattern = pick(random, PATTERNS);
  const crest = pick(random, CRESTS);
  const pose = pick(random, POSES);
  const look = pickLook(random, plumage.choices, pose);
  // A hat hides the crest and the cap. A red breast would be invisible on a red bird.
  const hasHat = look.accessory.place === "head";
  const isHidden = pattern === "capped" ? hasHat : pattern === "red-breasted" && plumage.name === "red";
  return {
    plumage,
    pattern: isHidden ? "" : pattern,
    crest: hasHat ? "" : crest,
    ...look,
    isMirrored: pick(random, [true, false]),
  };
}

const BODY = toOutline(
  "M92 236C90 150 150 92 228 92C300 92 336 136 358 200C376 250 404 268 404 316C404 380 334 424 250 424C150 424 94 340 92 236Z",
);
const TAIL = "M360 290L470 236Q486 232 484 248L476 262L492 268Q502 276 490 286L400 356Z";
const WING = "M214 262C262 236 330 246 372 296C392 322 390 344 380 352C300 384 226 348 214 262Z";
const FEET =
  "M216 414V440M216 440L198 450M216 440L218 454M216 440L234 450M280 416V440M280 440L262 450M280 440L282 454M280 440L298 450";
const TUFT =
  "M216 104Q196 62 168 58Q196 82 196 110ZM232 100Q226 52 204 36Q222 70 214 104ZM250 102Q258 62 246 40Q248 74 234 104Z";
const CREST = "M180 112C196 70 252 40 318 48C290 58 296 70 316 78C288 82 292 100 300 118Z";
const RAISED_WING =
  "M262 318C244 236 296 128 372 100C390 94 398 108 390 122C406 122 412 138 402 152C416 156 418 174 406 186C416 192 416 208 404 218C384 278 326 330 262 318Z";
// The scarf follows the body at the chest and at the nape.
const SCARF = `${BODY.cut(4.68, 4.87)}${BODY.cut(2, 2.5, "Q230 330 ")}Q220 392 ${BODY.at(4.68)}Z`;
const RED = "#d63a34";
const BRANCH = line("M-10 462Q140 436 260 452T522 440", "#9a6b4a", 22) +
  line("M420 444Q450 420 470 412", "#9a6b4a", 12) +
  path("M470 412Q470 380 500 374Q508 404 470 412ZM60 446Q50 412 20 408Q18 440 60 446Z", "#7dbb72") +
  path("M452 430Q484 424 496 446Q470 454 452 430Z", "#94cc86");

function drawBird(look: BirdLook): Layers {
  const { pose, isMirrored, background } = look;
  const isFlying = pose.name === "flying";
  const bird = mirroredIf(
    isMirrored,
    isFlying ? group("translate(18 6) scale(.93) rotate(8 256 256)", drawBody(look)) : drawBody(look),
  );
  const sounds = pose.name === "singing" ? mirroredIf(isMirrored, drawNotes(look)) : "";
  return {
    background: drawBackground(background),
    ground: isFlying ? "" : BRANCH,
    animal: bird + sounds + drawSnores(look, 366, 150),
  };
}

function drawBody(look: BirdLook): string {
  const { plumage: { base, mark: wing }, accessory, mood, pose } = look;
  const edge = edgeOf(base);
  const isFlying = pose.name === "flying";
  const farWing = isFlying ? edged(edgeOf(wing), group("translate(16 -34)", path(RAISED_WING, darker(wing, .16)))) : "";
  const scarf = accessory.name === "scarf" ? drawBirdScarf(accessory.hex) : "";
  return edged(edgeOf(wing), path(TAIL, wing)) + line("M398 310L476 262", edgeOf(wing), 5) + farWing + drawCrest(look) +
    line(isFlying ? "M232 420l26 16M272 420l26 12" : FEET, "#d9822b", 8) +
    edged(edge, path(BODY.d, base)) + drawBodyMarks(look) + scarf + drawWing(look) +
    (scarf === "" ? wear(accessory, { neck: [142, 290, .6, 10] }) : "") + drawBeak(look) +
    drawEye(mood.eyes[1], { at: [190, 194], size: 27, iris: mix(wing, "#6b3d2a", .5), lid: base }) +
    drawCheek(216, 244, 24, base) + wear(accessory, { head: [212, 106, .86, -12], side: [262, 122, .9] });
}

function drawBirdScarf(hex: string): string {
  return group("translate(112 296) scale(.76)", drawScarfEnd(hex)) + drawFabric(hex, path(SCARF, hex)) +
    line("M128 300Q120 314 122 332M176 312Q168 328 172 350M224 308Q218 326 222 348", lighter(hex, .5), 6);
}

function drawWing({ plumage: { mark: wing }, pose, pattern }: BirdLook): string {
  const hasBars = pattern === "bar-winged";
  const pale = lighter(wing, .7);
  const colour = !hasBars ? edgeOf(wing) : isDistinct(pale, wing) ? pale : darker(wing, .4);
  const isRaised = pose.name === "flapping" || pose.name === "flying";
  const shape = edged(edgeOf(wing), path(isRaised ? RAISED_WING : WING, wing));
  if (isRaised) {
    const raised = shape + line("M300 262Q344 222 366 170M318 284Q356 256 382 214", colour, hasBars ? 9 : 6);
    return pose.name === "flying" ? group("matrix(1 0 0 -1 4 548)", raised) : raised;
  }
  if (hasBars) return shape + line("M268 282Q300 312 358 322M252 306Q290 340 350 342", colour, 9);
  return shape + line("M282 300Q312 322 352 326M272 322Q300 344 336 348", colour, 6);
}

function drawBeak({ pose, mood: { mouth } }: BirdLook): string {
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

function drawCrest({ crest, plumage: { base, mark } }: BirdLook): string {
  if (crest === "tufted") return edged(edgeOf(base), path(TUFT, darker(base, .12)));
  return crest === "crested" ? edged(edgeOf(mark), path(CREST, mark)) : "";
}

function drawBodyMarks({ plumage: { base, belly, mark }, pattern }: BirdLook): string {
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

function drawNotes({ background: { hex } }: BirdLook): string {
  const ink = darker(hex, .5);
  const note = dot(0, 0, 10, ink) + line("M8-2V-40L30-46V-10", ink, 5) + dot(22, -8, 10, ink);
  return group("translate(44 150) rotate(-10)", note) +
    group("translate(100 84) scale(.8)", dot(0, 0, 10, ink) + line("M8-2V-40Q24-34 22-18", ink, 5));
}
