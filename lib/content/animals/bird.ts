import { wear } from "@/lib/content/animals/accessories.ts";
import { type Drawing, joinWords } from "@/lib/content/animals/drawing.ts";
import { drawEye } from "@/lib/content/animals/face.ts";
import { darker, lighter, mix } from "@/lib/content/animals/palette.ts";
import { pickLook } from "@/lib/content/animals/look.ts";
import { drawScene } from "@/lib/content/animals/scene.ts";
import { toOutline } from "@/lib/content/animals/outline.ts";
import { dot, dots, group, line, mirroredIf, path, veil } from "@/lib/content/animals/shapes.ts";
import { pick, type Random } from "@/lib/content/random.ts";

const PLUMAGES = [
  { name: "blue", base: "#5b9bd8", belly: "#fff4df", wing: "#3674b5" },
  { name: "yellow", base: "#f9cf4a", belly: "#fff6cf", wing: "#e09a26" },
  { name: "red", base: "#e2604f", belly: "#ffe9da", wing: "#b53e3a" },
  { name: "green", base: "#79bb6c", belly: "#f6f7cf", wing: "#4b9250" },
  { name: "pink", base: "#f29bb4", belly: "#fff0f2", wing: "#d66c91" },
  { name: "white", base: "#fbf8f4", belly: "#ffffff", wing: "#c5ccd8" },
  { name: "brown", base: "#b08560", belly: "#fbeeda", wing: "#7d583c" },
  { name: "violet", base: "#9a82d6", belly: "#f4ecff", wing: "#6c55b0" },
] as const;

const PATTERNS = ["", "speckled", "capped", "red-breasted", "bar-winged"] as const;
const CRESTS = ["", "tufted", "crested"] as const;
const POSES = ["perched", "flapping", "singing"] as const;
const GARMENTS = ["scarf", "bowTie", "partyHat", "woollyHat", "flower", "crown"] as const;

type BirdLook = ReturnType<typeof pickBirdLook>;

/** Plans a round bird on a branch. */
export function planBird(random: Random): Drawing {
  const look = pickBirdLook(random);
  const words = joinWords(look.mood.name, look.crest, look.pattern, look.plumage.name);
  const alt = `a ${words} bird ${POSE_WORDS[look.pose]}${look.accessory.words}${look.backdrop.words}`;
  return { alt, draw: () => drawBird(alt, look) };
}

function pickBirdLook(random: Random) {
  return {
    plumage: pick(random, PLUMAGES),
    pattern: pick(random, PATTERNS),
    crest: pick(random, CRESTS),
    pose: pick(random, POSES),
    ...pickLook(random, GARMENTS),
    isMirrored: pick(random, [true, false]),
  };
}

const POSE_WORDS = { perched: "on a branch", flapping: "flapping its wings", singing: "singing on a branch" } as const;

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

function drawBird(alt: string, look: BirdLook): string {
  const { plumage: { base, wing }, accessory, pose } = look;
  const lid = look.pattern === "capped" ? wing : base;
  const bird = path(TAIL, wing) + line("M398 310L476 262", darker(wing, .2), 5) + drawCrest(look) +
    path(BODY.d, base) + drawBodyMarks(look) + line(FEET, "#e2913a", 8) +
    wear(accessory, { neck: [178, 304, .84] }) + drawWing(look) + drawBeak(look) +
    drawEye(look.mood.eyes[1], { at: [190, 194], size: 27, iris: mix(wing, "#6b3d2a", .5), lid }) +
    veil(216, 244, 26, 16, "#ff7d8e", .45) +
    group("rotate(-14 220 110)", wear(accessory, { head: [216, 104, .86], side: [262, 122, .9] })) +
    (pose === "singing" ? drawNotes(look) : "");
  return drawScene(alt, look.backdrop, drawBranch(), mirroredIf(look.isMirrored, bird));
}

function drawBranch(): string {
  return line("M-10 462Q140 436 260 452T522 440", "#9a6b4a", 22) + line("M420 444Q450 420 470 412", "#9a6b4a", 12) +
    path("M470 412Q470 380 500 374Q508 404 470 412Z", "#7dbb72") +
    path("M60 446Q50 412 20 408Q18 440 60 446Z", "#7dbb72") +
    path("M452 430Q484 424 496 446Q470 454 452 430Z", "#94cc86");
}

function drawWing({ plumage: { wing }, pose, pattern }: BirdLook): string {
  const hasBars = pattern === "bar-winged";
  const colour = hasBars ? lighter(wing, .7) : darker(wing, .18);
  if (pose === "flapping") {
    return path(RAISED_WING, wing) + line("M300 262Q344 222 366 170M318 284Q356 256 382 214", colour, 7);
  }
  if (hasBars) return path(WING, wing) + line("M268 282Q300 312 358 322M252 306Q290 340 350 342", colour, 9);
  return path(WING, wing) + line("M282 300Q312 322 352 326M272 322Q300 344 336 348", colour, 6);
}

function drawBeak({ pose, mood }: BirdLook): string {
  const isOpen = pose === "singing" || mood.mouth === "laugh";
  const lower = isOpen
    ? path("M104 226Q74 262 60 262Q84 276 118 256Z", "#d9772b") +
      path("M106 228Q90 246 80 252Q100 252 114 240Z", "#c4485c")
    : path("M102 230Q72 240 66 236Q80 256 112 250Z", "#d9772b");
  return lower +
    path(isOpen ? "M112 190Q62 196 46 222Q84 234 118 232Z" : "M112 194Q66 204 52 230Q86 244 118 238Z", "#f4a63a");
}

function drawCrest({ crest, plumage: { base, wing } }: BirdLook): string {
  if (crest === "tufted") return path(TUFT, darker(base, .12));
  return crest === "crested" ? path(CREST, wing) : "";
}

function drawBodyMarks({ plumage: { base, belly, wing }, pattern }: BirdLook): string {
  const front = BODY.patch(2.7, 3.6, "Q330 380", darker(base, .08)) +
    BODY.patch(3.8, 4.95, "C180 226 300 290", belly);
  if (pattern === "speckled") {
    return front +
      dots("140,306,7 180,312,7 160,344,7 204,348,7 136,338,7 184,382,7 222,386,7 160,376,7", darker(belly, .3));
  }
  if (pattern === "capped") return front + BODY.patch(.25, 1.85, "C310 130 180 120", wing);
  if (pattern === "red-breasted") return front + BODY.patch(4.3, 5.02, "C170 214 276 290", "#ee7346");
  return front;
}

function drawNotes({ backdrop: { hex } }: BirdLook): string {
  const ink = darker(hex, .45);
  const note = dot(0, 0, 10, ink) + line("M8-2V-40L30-46V-10", ink, 5) + dot(22, -8, 10, ink);
  return group("translate(44 150) rotate(-10)", note) +
    group("translate(100 84) scale(.8)", dot(0, 0, 10, ink) + line("M8-2V-40Q24-34 22-18", ink, 5));
}
