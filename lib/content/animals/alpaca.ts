import { wear } from "@/lib/content/animals/accessories.ts";
import { type Drawing, joinWords } from "@/lib/content/animals/drawing.ts";
import { drawEyes, drawMouth } from "@/lib/content/animals/face.ts";
import { darker, INK, inkOn, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { pickLook } from "@/lib/content/animals/look.ts";
import { drawScene } from "@/lib/content/animals/scene.ts";
import { dot, dots, group, line, mirroredIf, oval, path, veil } from "@/lib/content/animals/shapes.ts";
import { pick, type Random } from "@/lib/content/random.ts";

const FLEECES = [
  { name: "cream", wool: "#f5e0bc", face: "#edd0a2" },
  { name: "white", wool: "#fdfbf7", face: "#f2e6da" },
  { name: "caramel", wool: "#d9a066", face: "#f0cfa2" },
  { name: "chocolate", wool: "#80573f", face: "#a97c5c" },
  { name: "grey", wool: "#b4b3be", face: "#d8d6de" },
  { name: "rose-grey", wool: "#c9a39c", face: "#ecd3cb" },
  { name: "black", wool: "#57505f", face: "#776e80" },
] as const;

const PATTERNS = ["", "pale-faced", "patchy", "dark-legged", "white-bibbed"] as const;
const FRINGES = ["curly", "mop-haired", "neatly trimmed"] as const;
const NECKWEAR = ["scarf", "bowTie", "collar"] as const;
const GARMENTS = [...NECKWEAR, "partyHat", "woollyHat", "flower", "bow", "blanket", "glasses"] as const;

type AlpacaLook = ReturnType<typeof pickAlpacaLook>;

/** Plans a standing alpaca. */
export function planAlpaca(random: Random): Drawing {
  const look = pickAlpacaLook(random);
  const words = joinWords(look.mood.name, look.fringe, look.fleece.name, look.pattern);
  const alt = `a ${words} alpaca${look.accessory.words}${look.backdrop.words}`;
  return { alt, draw: () => drawAlpaca(alt, look) };
}

function pickAlpacaLook(random: Random) {
  const fleece = pick(random, FLEECES);
  const pattern = pick(random, PATTERNS);
  return {
    fleece,
    // White markings would be invisible on a white fleece.
    pattern: fleece.name === "white" && pattern === "white-bibbed" ? "" : pattern,
    fringe: pick(random, FRINGES),
    ...pickLook(random, GARMENTS),
    tilt: pick(random, [-6, 0, 6]),
    isMirrored: pick(random, [true, false]),
  };
}

const CURLS = "152,112,22 178,102,26 206,102,26 230,114,20 192,82,28 164,88,20 220,88,20";
const MOP =
  "M128 128C120 70 260 70 252 128C246 142 236 128 228 138C220 148 212 130 200 142C190 150 180 130 168 142C158 148 150 132 140 138Z";
const WAVES = "M270 350q10 14 22 2M322 372q10 14 22 2M336 318q10 14 22 2M252 384q10 14 22 2M300 326q8 10 18 2";

function drawAlpaca(alt: string, look: AlpacaLook): string {
  const { fleece: { wool }, pattern, accessory } = look;
  const leg = pattern === "dark-legged" ? darker(wool, .42) : wool;
  const alpaca = drawLeg(214, darker(leg, .12)) + drawLeg(356, darker(leg, .12)) +
    drawFluff(394, 300, 26, 26, 5, darker(wool, .06)) +
    drawLeg(244, leg) + drawLeg(326, leg) + drawFluff(286, 340, 108, 74, 13, wool) + drawPatches(look) +
    line("M210 330C196 290 190 240 190 180", darker(wool, .05), 104) +
    line("M206 330C192 290 186 240 186 180", wool, 98) +
    dots("150,330,22 142,282,22 138,232,22 238,262,22 240,216,22", wool) +
    drawFluff(200, 350, 50, 42, 8, wool) +
    (pattern === "white-bibbed" ? drawFluff(182, 316, 34, 56, 9, "#fffaf2") : "") +
    wear(accessory, { neck: [190, 262, .72], back: [326, 296, .96] }) +
    group(`rotate(${look.tilt} 190 220)`, drawHead(look));
  return drawScene(alt, look.backdrop, mirroredIf(look.isMirrored, alpaca));
}

function drawHead(look: AlpacaLook): string {
  const { fleece: { wool, face }, pattern, mood, accessory } = look;
  const skin = pattern === "pale-faced" ? "#fff6ea" : face;
  const ear = path("M138 110C112 96 104 58 116 34C122 26 132 30 138 40C150 60 160 84 162 100Z", wool) +
    path("M138 98C124 84 120 62 124 48C136 62 144 80 148 94Z", lighter(PINK, .35));
  return ear + group("matrix(-1 0 0 1 380 0)", ear) + drawFluff(190, 150, 66, 62, 12, wool) +
    oval(190, 164, 54, 56, skin) + oval(190, 190, 36, 28, lighter(skin, .45)) +
    veil(148, 184, 17, 11, "#ff7d8e", .42) + veil(232, 184, 17, 11, "#ff7d8e", .42) +
    drawEyes(mood, { left: [162, 154], right: [218, 154], size: 15, iris: "#6d4a35", lids: [skin, skin] }) +
    line("M146 140L138 134M151 133L146 125M234 140L242 134M229 133L234 125", inkOn(skin), 4) +
    path("M180 176Q190 170 200 176Q198 186 190 188Q182 186 180 176Z", INK) +
    drawMouth(mood, { at: [190, 196], width: 14, ink: INK }) +
    drawFringe(look) + wear(accessory, { head: [190, 94, .62], side: [240, 96, .72], eyes: [190, 156, .62] });
}

function drawFringe({ fringe, fleece: { wool } }: AlpacaLook): string {
  const tone = darker(wool, .04);
  if (fringe === "curly") return dots(CURLS, tone);
  if (fringe === "mop-haired") return path(MOP, tone) + dot(190, 84, 30, tone);
  return oval(190, 106, 58, 26, tone) + oval(190, 90, 40, 22, tone);
}

function drawLeg(x: number, colour: string): string {
  return line(`M${x} 400V436`, colour, 36) + dot(x, 408, 24, colour) +
    path(`M${x - 17} 442H${x + 17}L${x + 19} 458Q${x} 466 ${x - 19} 458Z`, "#5a4650");
}

function drawPatches({ pattern, fleece: { wool } }: AlpacaLook): string {
  const waves = line(WAVES, darker(wool, .12), 5);
  if (pattern !== "patchy") return waves;
  return drawFluff(330, 330, 36, 28, 8, darker(wool, .22)) + drawFluff(270, 384, 22, 16, 7, darker(wool, .22)) + waves;
}

// Draws an ellipse with a border of curls.
function drawFluff(cx: number, cy: number, rx: number, ry: number, curls: number, fill: string): string {
  const size = Math.round(4.2 * (rx + ry) / curls * 10) / 20;
  const border = Array.from({ length: curls }, (_, i) => {
    const turn = 2 * Math.PI * i / curls;
    return dot(Math.round(cx + rx * Math.cos(turn)), Math.round(cy + ry * Math.sin(turn)), size, fill);
  });
  return oval(cx, cy, rx, ry, fill) + border.join("");
}
