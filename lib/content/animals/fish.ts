import { pickAccessory, wear } from "@/lib/content/animals/accessories.ts";
import { type Drawing, joinWords } from "@/lib/content/animals/drawing.ts";
import { drawEye, type Mood, MOODS } from "@/lib/content/animals/face.ts";
import { darker, INK, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { frame } from "@/lib/content/animals/scene.ts";
import { type Outline, toOutline } from "@/lib/content/animals/outline.ts";
import { dot, dots, group, line, mirroredIf, oval, path, SIDE, veil } from "@/lib/content/animals/shapes.ts";
import { pick, type Random } from "@/lib/content/random.ts";

const SCALES = [
  { name: "orange", base: "#f58b3c", fin: "#e06a24", mark: "#fff7ec" },
  { name: "golden", base: "#f9c440", fin: "#ee9a2e", mark: "#fff3c4" },
  { name: "coral", base: "#f3766c", fin: "#d8504f", mark: "#ffd9cf" },
  { name: "violet", base: "#9b7fdb", fin: "#7657bd", mark: "#f2d36b" },
  { name: "teal", base: "#35b0a2", fin: "#1d8a80", mark: "#ffe08a" },
  { name: "pink", base: "#f49ac0", fin: "#e06a9c", mark: "#fff0f6" },
  { name: "blue", base: "#4f86d9", fin: "#2f61b3", mark: "#ffd84d" },
  { name: "silver", base: "#c9d3df", fin: "#98a7b8", mark: "#6d7f94" },
] as const;

const WATERS = [
  { name: "turquoise", top: "#bdeef0", bed: "#f4dfb0" },
  { name: "light blue", top: "#c3e4fb", bed: "#f3e2bd" },
  { name: "lilac", top: "#dcd4fa", bed: "#f1d9c4" },
  { name: "sea green", top: "#bfe9d2", bed: "#eedfae" },
  { name: "pale pink", top: "#fcd9de", bed: "#f6e3b8" },
  { name: "deep blue", top: "#7fb5e6", bed: "#d9c48f" },
] as const;

const PATTERNS = ["", "banded", "dotted", "scaly", "striped", "two-coloured"] as const;
const BUILDS = ["round", "slender", "tall-finned"] as const;
const TAILS = ["forked", "fan", "flowing"] as const;
const GARMENTS = ["partyHat", "woollyHat", "crown", "flower", "bow", "bowTie"] as const;

type FishLook = ReturnType<typeof pickFishLook>;

/** Plans a swimming fish. */
export function planFish(random: Random): Drawing {
  const look = pickFishLook(random);
  const words = joinWords(look.mood.name, look.build, look.pattern, look.scales.name);
  const alt = `a ${words} fish${look.accessory.words} in ${look.water.name} water`;
  return { alt, draw: () => drawFish(alt, look) };
}

function pickFishLook(random: Random) {
  return {
    scales: pick(random, SCALES),
    pattern: pick(random, PATTERNS),
    build: pick(random, BUILDS),
    tail: pick(random, TAILS),
    mood: pick(random, MOODS),
    accessory: pickAccessory(random, GARMENTS),
    water: pick(random, WATERS),
    tilt: pick(random, [-8, -3, 4]),
    isMirrored: pick(random, [true, false]),
  };
}

// Each outline runs from the mouth over the back (1) to the tail (2) and below the belly (3) back to the mouth.
const BODIES = {
  "round": toOutline(
    "M76 262C86 160 168 116 236 116C320 116 372 190 392 256C372 326 320 400 236 400C164 400 86 360 76 262Z",
  ),
  "slender": toOutline(
    "M62 262C84 186 164 150 236 150C320 150 380 210 404 256C380 304 320 362 236 362C164 362 84 334 62 262Z",
  ),
  "tall-finned": toOutline(
    "M86 260C100 170 168 128 228 128C312 128 366 196 392 256C366 318 312 388 228 388C168 388 100 350 86 260Z",
  ),
};

const TAIL_SHAPES = {
  forked: "M372 256L468 162C484 152 490 166 484 182Q466 222 456 256Q466 290 484 330C490 346 484 360 468 350Z",
  fan: "M370 256C410 190 450 166 472 172C496 190 498 322 472 340C450 346 410 322 370 256Z",
  flowing:
    "M370 256C400 176 450 130 488 140C470 170 470 200 490 222C462 232 462 280 490 290C470 312 470 342 488 372C450 382 400 336 370 256Z",
} as const;

const SPOTS =
  "236,176,11 280,200,11 228,222,11 322,224,11 274,248,11 350,256,11 300,176,11 318,290,11 216,352,11 264,350,11";
const STRIPES = "M214 184Q290 178 350 224M204 216Q300 208 368 246M206 340Q290 340 348 298M226 366Q280 362 318 330";
const SCALE_ROW = "q12 32 0 36m40-36q12 32 0 36m40-36q12 32 0 36";

function drawFish(alt: string, look: FishLook): string {
  const { scales: { base, fin }, build, accessory, mood } = look;
  const shape = BODIES[build];
  const [back, belly] = [yAt(shape, 1), yAt(shape, 3)];
  const rise = build === "tall-finned" ? 82 : 46;
  const top = back - rise;
  const dorsalFin = `M168 ${back + 30}C190 ${top} 262 ${top - 26} 312 ${top + 12}Q324 ${top + 24} 312 ${top + 40}` +
    `Q312 ${back + 20} 334 ${back + 70}Z`;
  const analFin = `M204 ${belly - 16}C214 ${belly + rise * .5} 250 ${belly + rise} 290 ${belly + rise * .6}` +
    `Q300 ${belly + rise * .4} 290 ${belly + 2}Q290 ${belly - 20} 304 ${belly - 44}Z`;
  const rays = `M222 ${back + 8}Q230 ${top + 22} 246 ${top + 12}M262 ${back + 8}Q272 ${top + 28} 286 ${top + 20}`;
  const fish = path(TAIL_SHAPES[look.tail], fin) +
    line("M404 244L444 214M404 268L444 298", darker(fin, .14), 5) +
    path(dorsalFin, fin) + path(analFin, fin) + line(rays, darker(fin, .14), 5) +
    path(shape.d, base) + drawBodyMarks(look, shape) +
    path("M226 276C262 262 300 276 312 300C304 326 262 340 232 316C222 306 220 286 226 276Z", darker(fin, .04)) +
    line("M250 292Q274 290 292 300M250 308Q268 312 284 310", darker(fin, .2), 5) +
    veil(140, 290, 24, 15, "#ff6f86", .45) +
    drawEye(mood.eyes[1], { at: [146, 232], size: 30, iris: darker(fin, .1), lid: base }) + drawLips(mood) +
    wear(accessory, { neck: [150, belly - 62, .66] }) +
    group(`rotate(-16 180 ${back})`, wear(accessory, { head: [182, back + 14, .8], side: [200, back + 16, .9] }));
  return frame(
    alt,
    drawWater(look.water),
    group(`rotate(${look.tilt} 256 256)`, mirroredIf(look.isMirrored, fish)),
    mirroredIf(look.isMirrored, BUBBLES),
  );
}

function drawLips({ mouth }: Mood): string {
  if (mouth === "small") return oval(80, 276, 10, 12, darker(PINK, .25)) + oval(78, 276, 5, 6, "#7a2f45");
  if (mouth === "smile") return line("M82 280Q98 306 124 298", INK, 6);
  return path("M80 276Q104 290 130 284Q128 316 104 314Q84 306 80 276Z", "#7a2f45") + oval(108, 305, 14, 7, PINK) +
    line("M78 275Q104 290 132 283", INK, 5);
}

function yAt(shape: Outline, t: number): number {
  return Number(shape.at(t).split(" ")[1]);
}

function drawBodyMarks({ pattern, scales: { base, fin, mark } }: FishLook, shape: Outline): string {
  const belly = shape.patch(2.3, 3.75, "C180 330 270 340", lighter(base, .38));
  if (pattern === "banded") {
    return drawBand(shape, [.72, 1.12], INK) + drawBand(shape, [.77, 1.07], mark) + drawBand(shape, [1.26, 1.62], INK) +
      drawBand(shape, [1.31, 1.57], mark);
  }
  if (pattern === "dotted") return belly + dots(SPOTS, mark);
  if (pattern === "scaly") {
    const rows = [0, 1, 2, 3].map((row) => `M${214 + row % 2 * 20} ${176 + row * 36}${SCALE_ROW}`);
    return belly + line(rows.join(""), darker(base, .16), 5);
  }
  if (pattern === "striped") return line(STRIPES, mark, 13);
  if (pattern === "two-coloured") return shape.patch(.8, 3.2, "Q236 256", mark);
  return belly + line("M200 180Q236 250 198 336", darker(base, .12), 7) + oval(288, 176, 44, 10, fin);
}

// A band from the back to the opposite point of the belly.
function drawBand(shape: Outline, [from, to]: readonly [number, number], fill: string): string {
  const bulge = 236 + 150 * (to - 1) - 24;
  return path(
    `${shape.cut(from, to)}${shape.cut(4 - to, 4 - from, `Q${bulge} 256 `)}Q${bulge - 20} 256 ${shape.at(from)}Z`,
    fill,
  );
}

function drawWater({ top, bed }: typeof WATERS[number]): string {
  const weed = darker("#6fc19a", .08);
  return `<rect width="${SIDE}" height="${SIDE}" fill="${top}"/>` + dot(256, 250, 214, lighter(top, .38)) +
    path("M0 452Q130 424 256 448T512 436V512H0Z", bed) +
    path("M0 486Q150 462 300 484T512 474V512H0Z", darker(bed, .07)) +
    line("M46 462Q28 420 50 386T44 310M76 466Q92 430 76 398", weed, 14) +
    line("M462 456Q482 418 460 384M488 460Q470 400 490 360T480 296", lighter(weed, .2), 14) +
    dot(420, 466, 16, darker(bed, .18)) + dot(444, 474, 10, darker(bed, .26)) + dot(112, 482, 12, darker(bed, .18));
}

/** Bubbles that rise from the mouth of a fish that looks to the left. */
const BUBBLES = drawBubble(44, 200, 15) + drawBubble(66, 150, 10) + drawBubble(38, 104, 19) +
  drawBubble(84, 62, 11) + drawBubble(448, 90, 12);

function drawBubble(x: number, y: number, r: number): string {
  return veil(x, y, r, r, "#ffffff", .75) + veil(x + r * .12, y + r * .12, r * .76, r * .76, "#bfe3f5", .5) +
    dot(x - r * .32, y - r * .34, r * .2, "#fff");
}
