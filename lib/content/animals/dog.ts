import { wear } from "@/lib/content/animals/accessories.ts";
import { type Drawing, joinWords } from "@/lib/content/animals/drawing.ts";
import { drawBlush, drawEyes, drawMouth } from "@/lib/content/animals/face.ts";
import { darker, INK, inkOn, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { pickLook } from "@/lib/content/animals/look.ts";
import { drawScene } from "@/lib/content/animals/scene.ts";
import { toOutline } from "@/lib/content/animals/outline.ts";
import { dot, dots, group, line, mirrored, mirroredIf, oval, pair, path } from "@/lib/content/animals/shapes.ts";
import { pick, type Random } from "@/lib/content/random.ts";

const COATS = [
  { name: "golden", base: "#e9b565", mark: "#c4833a" },
  { name: "chocolate", base: "#8f5f43", mark: "#653f2b" },
  { name: "cream", base: "#f7e3c3", mark: "#d3a874" },
  { name: "grey", base: "#a9adbb", mark: "#6f7488" },
  { name: "black", base: "#514a5c", mark: "#383241" },
  { name: "white", base: "#fcf8f1", mark: "#5b5263" },
  { name: "russet", base: "#cd7a48", mark: "#9c5228" },
] as const;

const PATTERNS = ["", "spotted", "patched", "masked", "two-tone"] as const;
const EARS = ["floppy-eared", "perky-eared", "folded-eared"] as const;
const NECKWEAR = ["scarf", "bowTie", "collar", "bandana"] as const;
const GARMENTS = [...NECKWEAR, "partyHat", "woollyHat", "flower", "crown", "glasses"] as const;

type DogLook = ReturnType<typeof pickDogLook>;

/** Plans a sitting dog, which may give its paw. */
export function planDog(random: Random): Drawing {
  const look = pickDogLook(random);
  const words = joinWords(look.mood.name, look.ears, look.coat.name, look.pattern);
  const alt = `a ${words} dog${look.accessory.words}${look.backdrop.words}`;
  return { alt, draw: () => drawDog(alt, look) };
}

function pickDogLook(random: Random) {
  const coat = pick(random, COATS);
  const pattern = pick(random, PATTERNS);
  return {
    coat,
    // White markings would be invisible on a white coat.
    pattern: coat.name === "white" && pattern === "two-tone" ? "" : pattern,
    ears: pick(random, EARS),
    ...pickLook(random, GARMENTS),
    tilt: pick(random, [-8, 0, 8]),
    isWaving: pick(random, [true, false]),
    isMirrored: pick(random, [true, false]),
  };
}

const BODY = toOutline(
  "M164 410C160 336 190 262 256 262C322 262 352 336 348 410C348 446 330 460 300 460C270 460 242 460 212 460C182 460 164 446 164 410Z",
);
const HEAD = toOutline(
  "M256 88C322 88 366 128 368 190C370 256 332 306 256 306C180 306 142 256 144 190C146 128 190 88 256 88Z",
);
const EAR = "M152 190C134 140 130 92 140 62C144 50 156 50 166 58C196 82 220 104 232 126Z";
const INNER_EAR = "M164 160C154 128 152 104 157 84C176 98 194 116 206 132Z";
const FOLDED_TIP = "M140 70C150 44 184 60 190 92C194 118 176 146 158 150C140 140 134 100 140 70Z";
const FLOPPY_EAR =
  "M190 96C140 84 98 128 92 196C88 250 106 290 132 288C162 284 160 214 176 172C184 150 206 130 214 112C212 102 202 98 190 96Z";
const WHITE = "#fffaf2";

function drawDog(alt: string, look: DogLook): string {
  const { coat: { base, mark }, pattern, accessory } = look;
  const skin = skinOf(look);
  const sock = pattern === "two-tone" || pattern === "patched" ? WHITE : base;
  const tail = line("M330 424C392 424 424 388 418 336", pattern === "patched" ? mark : base, 30) +
    (pattern === "two-tone" ? line("M415 362Q420 350 418 336", WHITE, 30) : "") +
    line("M450 350Q456 330 450 312M386 330Q384 316 388 304", darker(look.backdrop.hex, .18), 5);
  const leg = path("M256 448V386C256 350 216 344 206 390Q200 420 200 448Z", sock) +
    line("M200 440Q199 400 210 370", darker(skin, .14), 4);
  const paw = oval(224, 448, 31, 18, lighter(sock, .12)) + line("M216 450V459M231 450V459", darker(sock, .25), 3.5);
  const lifted = line("M300 380Q352 372 372 336", darker(sock, .05), 44) + oval(374, 330, 27, 25, lighter(sock, .12)) +
    oval(375, 336, 11, 9, PINK) + dot(361, 320, 4.5, PINK) + dot(374, 315, 4.5, PINK) + dot(387, 320, 4.5, PINK);
  const side = (part: string) => mirroredIf(look.isMirrored, part);
  return drawScene(
    alt,
    look.backdrop,
    mirroredIf(look.isMirrored !== look.isWaving, tail),
    path(BODY.d, skin) + drawBodyMarks(look),
    pair(oval(180, 428, 42, 34, darker(skin, .07))),
    side(leg + paw),
    side(look.isWaving ? "" : mirrored(leg + paw)),
    look.isWaving ? "" : line("M256 374V452", darker(sock, .14), 4),
    wear(accessory, { neck: [256, 300, .94] }),
    side(look.isWaving ? lifted : ""),
    group(`rotate(${look.tilt} 256 290)`, drawHead(look)),
  );
}

function drawHead(look: DogLook): string {
  const { coat: { base, mark }, pattern, mood, accessory } = look;
  const muzzle = pattern === "masked" ? darker(mark, .1) : pattern === "" ? lighter(base, .45) : WHITE;
  const lids = pattern === "patched" ? [lighter(base, .8), mark] as const : [base, base] as const;
  const [behind, before] = drawEars(look);
  return behind + path(HEAD.d, skinOf(look)) + drawHeadMarks(look) + before +
    wear(accessory, { head: [256, 108, .76] }) + oval(256, 250, 68, 50, muzzle) + drawBlush(232, 88, 24) +
    pair(oval(206, 148, 13, 7, pattern === "masked" ? mark : lighter(mark, .1))) +
    drawEyes(mood, { left: [206, 188], right: [306, 188], size: 21, iris: "#8a5a34", lids }) +
    oval(256, 224, 25, 18, INK) + oval(249, 217, 8, 4.5, "#8d8296") + line("M256 240V250", inkOn(muzzle), 5) +
    drawMouth(mood, { at: [256, 250], width: 28, ink: inkOn(muzzle) }) +
    wear(accessory, { side: [346, 116, .8], eyes: [256, 190, 1] });
}

// Returns the parts behind the head and the parts in front of it.
function drawEars({ ears, coat: { base, mark }, pattern }: DogLook): [string, string] {
  const colour = pattern === "" ? darker(base, .14) : mark;
  if (ears === "floppy-eared") return ["", pair(path(FLOPPY_EAR, colour))];
  if (ears === "perky-eared") return [pair(path(EAR, colour), path(INNER_EAR, lighter(PINK, .25))), ""];
  return [pair(path(EAR, colour)), pair(path(FOLDED_TIP, darker(colour, .16)))];
}

// A patched dog is pale between its patches.
function skinOf({ coat: { base }, pattern }: DogLook): string {
  return pattern === "patched" ? lighter(base, .8) : base;
}

function drawHeadMarks({ coat: { mark }, pattern }: DogLook): string {
  if (pattern === "spotted") return dots("190,124,14 300,110,11 340,166,13 164,214,12 340,246,10 234,136,8", mark);
  if (pattern === "patched") return HEAD.patch(.2, 1.15, "C300 260 250 180", mark);
  if (pattern === "masked") return oval(256, 254, 84, 50, darker(mark, .1));
  if (pattern === "two-tone") return HEAD.patch(1.15, 2.85, "C200 206 236 180 256 104C276 180 312 206", WHITE);
  return "";
}

function drawBodyMarks(look: DogLook): string {
  const { coat: { base, mark }, pattern } = look;
  const shadow = BODY.patch(.6, 1.4, "Q256 352", darker(skinOf(look), .1));
  if (pattern === "spotted") {
    return shadow +
      dots("190,346,12 214,384,10 322,350,13 300,388,10 186,390,9 226,334,8", mark);
  }
  if (pattern === "patched") return shadow + BODY.patch(1.4, 1.95, "Q290 390", mark);
  if (pattern === "two-tone") return shadow + oval(256, 350, 54, 70, WHITE);
  return shadow + oval(256, 324, 42, 30, lighter(base, .38));
}
