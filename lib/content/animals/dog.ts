import { describeAccessory, pickAccessory, wear } from "@/lib/content/animals/accessories.ts";
import type { Drawing } from "@/lib/content/animals/drawing.ts";
import { drawBlush, drawEyes, drawMouth, type Mood, pickMood } from "@/lib/content/animals/face.ts";
import { darker, INK, inkOn, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { type Backdrop, describeBackdrop, drawScene, pickBackdrop } from "@/lib/content/animals/scene.ts";
import { dot, furred, group, line, mirrored, oval, pair, path } from "@/lib/content/animals/shapes.ts";
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

interface Look {
  readonly coat: typeof COATS[number];
  readonly pattern: typeof PATTERNS[number];
  readonly ears: typeof EARS[number];
  readonly mood: Mood;
  readonly accessory: ReturnType<typeof pickAccessory>;
  readonly backdrop: Backdrop;
  readonly tilt: number;
  readonly isWaving: boolean;
  readonly isMirrored: boolean;
}

/** Plans a sitting dog, which may give its paw. */
export function planDog(random: Random): Drawing {
  const look: Look = {
    coat: pick(random, COATS),
    pattern: pick(random, PATTERNS),
    ears: pick(random, EARS),
    mood: pickMood(random),
    accessory: pickAccessory(random, ["scarf", "bow tie", "collar and a golden bell", "bandana", "party hat", "woolly hat", "flower", "crown", "pair of round glasses"]),
    backdrop: pickBackdrop(random),
    tilt: pick(random, [-8, 0, 8]),
    isWaving: pick(random, [true, false]),
    isMirrored: pick(random, [true, false]),
  };
  const coat = [look.mood.name, look.ears, look.coat.name, look.pattern].filter(Boolean).join(" ");
  const alt = `a ${coat} dog${describeAccessory(look.accessory)}${describeBackdrop(look.backdrop)}`;
  return { alt, draw: () => drawDog(alt, look) };
}

const BODY = "M164 410C160 336 190 262 256 262C322 262 352 336 348 410C348 446 330 460 300 460H212C182 460 164 446 164 410Z";
const HEAD = "M256 88C322 88 366 128 368 190C370 256 332 306 256 306C180 306 142 256 144 190C146 128 190 88 256 88Z";
const WHITE = "#fffaf2";

function drawDog(alt: string, look: Look): string {
  const { coat: { base, mark }, pattern, accessory } = look;
  const sock = pattern === "two-tone" || pattern === "patched" ? WHITE : base;
  const tail = line("M330 424C392 424 424 388 418 336", pattern === "patched" ? mark : base, 30) +
    (pattern === "two-tone" ? line("M415 362Q420 350 418 336", WHITE, 30) : "") + line("M450 350Q456 330 450 312M386 330Q384 316 388 304", darker(look.backdrop.colour.hex, .18), 5);
  const leg = path("M256 348V448H200Q198 384 222 348Z", sock) + line("M200 440Q199 400 210 370", darker(base, .14), 4);
  const paw = oval(224, 448, 31, 18, lighter(sock, .12)) + line("M216 450V459M231 450V459", darker(sock, .25), 3.5);
  const lifted = line("M300 380Q352 372 372 336", darker(sock, .05), 44) + oval(374, 330, 27, 25, lighter(sock, .12)) +
    oval(375, 336, 11, 9, PINK) + dot(361, 320, 4.5, PINK) + dot(374, 315, 4.5, PINK) + dot(387, 320, 4.5, PINK);
  const side = look.isMirrored ? mirrored : String;
  return drawScene(
    alt,
    look.backdrop,
    look.isWaving ? (look.isMirrored ? tail : mirrored(tail)) : side(tail),
    furred({ id: "body", d: BODY, box: [154, 252, 204, 218], base, marks: bodyMarks(look) }),
    pair(oval(180, 428, 42, 34, darker(base, .07))),
    side(leg + paw),
    side(look.isWaving ? "" : mirrored(leg + paw)),
    look.isWaving ? "" : line("M256 374V452", darker(sock, .14), 4),
    wear(accessory, { neck: [256, 300, .94] }),
    side(look.isWaving ? lifted : ""),
    group(`rotate(${look.tilt} 256 290)`, drawHead(look)),
  );
}

function drawHead(look: Look): string {
  const { coat: { base, mark }, pattern, mood, accessory } = look;
  const muzzle = pattern === "masked" ? darker(mark, .2) : pattern === "" ? lighter(base, .45) : WHITE;
  const isMasked = pattern === "masked";
  const [behind, before] = drawEars(look);
  return behind + furred({ id: "head", d: HEAD, box: [134, 78, 244, 238], base, marks: headMarks(look) }) + before +
    wear(accessory, { head: [256, 104, .9] }) + oval(256, 250, 68, 50, muzzle) + drawBlush(232, 88, 24) +
    pair(oval(206, 148, 13, 7, isMasked ? mark : lighter(mark, .1))) +
    drawEyes(mood, { left: [206, 188], right: [306, 188], size: 21, iris: "#8a5a34", lids: pattern === "patched" ? [lighter(base, .8), mark] : [base, base] }) +
    oval(256, 224, 25, 18, INK) + oval(249, 217, 8, 4.5, "#8d8296") + line("M256 240V250", inkOn(muzzle), 5) +
    drawMouth(mood, { at: [256, 250], width: 28, ink: inkOn(muzzle) }) +
    wear(accessory, { side: [346, 116, .8], eyes: [256, 190, 1] });
}

// What lies behind the head, and what hangs in front of it.
function drawEars({ ears, coat: { base, mark }, pattern }: Look): [string, string] {
  const colour = pattern === "" ? darker(base, .14) : mark;
  if (ears === "floppy-eared") return ["", pair(path("M190 96C140 84 98 128 92 196C88 250 106 290 132 288C162 284 160 214 176 172C184 150 206 130 214 112C212 102 202 98 190 96Z", colour))];
  const upright = "M152 190C134 140 130 92 140 62C144 50 156 50 166 58C196 82 220 104 232 126Z";
  if (ears === "perky-eared") return [pair(path(upright, colour), path("M164 160C154 128 152 104 157 84C176 98 194 116 206 132Z", lighter(PINK, .25))), ""];
  return [pair(path(upright, colour)), pair(path("M140 70C150 44 184 60 190 92C194 118 176 146 158 150C140 140 134 100 140 70Z", darker(colour, .16)))];
}

function headMarks({ coat: { base, mark }, pattern }: Look): string {
  switch (pattern) {
    case "spotted":
      return dot(180, 120, 15, mark) + dot(300, 108, 12, mark) + dot(342, 170, 16, mark) + dot(158, 214, 13, mark) + dot(346, 250, 11, mark) + dot(232, 138, 9, mark);
    case "patched":
      return oval(256, 200, 140, 140, lighter(base, .8)) + oval(310, 176, 56, 66, mark);
    case "masked":
      return oval(256, 272, 96, 70, darker(mark, .1));
    case "two-tone":
      return path("M256 100Q262 160 290 200Q380 210 380 320H132Q132 210 222 200Q250 160 256 100Z", WHITE);
    default:
      return "";
  }
}

function bodyMarks({ coat: { base, mark }, pattern }: Look): string {
  const shadow = oval(256, 286, 84, 34, darker(base, .1));
  switch (pattern) {
    case "spotted":
      return shadow + [[186, 340, 14], [206, 384, 11], [330, 350, 15], [316, 310, 9], [300, 392, 10], [184, 396, 9], [222, 318, 9]].map(([x, y, r]) => dot(x!, y!, r!, mark)).join("");
    case "patched":
      return shadow + oval(256, 360, 120, 120, lighter(base, .8)) + oval(340, 350, 50, 60, mark);
    case "two-tone":
      return shadow + oval(256, 350, 62, 90, WHITE);
    default:
      return shadow + oval(256, 336, 46, 54, lighter(base, .38));
  }
}
