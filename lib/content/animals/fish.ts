import { type Accessory, pickAccessory, wear } from "@/lib/content/animals/accessories.ts";
import { type Drawing, joinWords } from "@/lib/content/animals/drawing.ts";
import { drawEye, type Mood, pickMood } from "@/lib/content/animals/face.ts";
import { darker, INK, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { frame } from "@/lib/content/animals/scene.ts";
import { type Outline, toOutline } from "@/lib/content/animals/outline.ts";
import { dots, group, line, mirrored, oval, path, veil } from "@/lib/content/animals/shapes.ts";
import { BUBBLES, drawWater, pickWater, type Water } from "@/lib/content/animals/water.ts";
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

const PATTERNS = ["", "banded", "dotted", "scaly", "striped", "two-coloured"] as const;
const BUILDS = ["round", "slender", "tall-finned"] as const;
const TAILS = ["forked", "fan", "flowing"] as const;

interface Look {
  readonly scales: typeof SCALES[number];
  readonly pattern: typeof PATTERNS[number];
  readonly build: typeof BUILDS[number];
  readonly tail: typeof TAILS[number];
  readonly mood: Mood;
  readonly accessory: Accessory;
  readonly water: Water;
  readonly tilt: number;
  readonly isMirrored: boolean;
}

/** Plans a swimming fish. */
export function planFish(random: Random): Drawing {
  const look: Look = {
    scales: pick(random, SCALES),
    pattern: pick(random, PATTERNS),
    build: pick(random, BUILDS),
    tail: pick(random, TAILS),
    mood: pickMood(random),
    accessory: pickAccessory(random, ["partyHat", "woollyHat", "crown", "flower", "bow", "bowTie"]),
    water: pickWater(random),
    tilt: pick(random, [-8, -3, 4]),
    isMirrored: pick(random, [true, false]),
  };
  const words = joinWords(look.mood.name, look.build, look.pattern, look.scales.name);
  const alt = `a ${words} fish${look.accessory.words} in ${look.water.name} water`;
  return { alt, draw: () => drawFish(alt, look) };
}

// Each build: its outline and how far its back and belly are from the middle line.
const OUTLINES = {
  "round": {
    shape: toOutline(
      "M76 262C86 160 168 116 236 116C320 116 372 190 392 256C372 326 320 400 236 400C164 400 86 360 76 262Z",
    ),
    back: 116,
    belly: 400,
  },
  "slender": {
    shape: toOutline(
      "M62 262C84 186 164 150 236 150C320 150 380 210 404 256C380 304 320 362 236 362C164 362 84 334 62 262Z",
    ),
    back: 150,
    belly: 362,
  },
  "tall-finned": {
    shape: toOutline(
      "M86 260C100 170 168 128 228 128C312 128 366 196 392 256C366 318 312 388 228 388C168 388 100 350 86 260Z",
    ),
    back: 128,
    belly: 388,
  },
} as const;

const TAIL_SHAPES = {
  forked: "M372 256L468 162C484 152 490 166 484 182Q466 222 456 256Q466 290 484 330C490 346 484 360 468 350Z",
  fan: "M370 256C410 190 450 166 472 172C496 190 498 322 472 340C450 346 410 322 370 256Z",
  flowing:
    "M370 256C400 176 450 130 488 140C470 170 470 200 490 222C462 232 462 280 490 290C470 312 470 342 488 372C450 382 400 336 370 256Z",
} as const;

function drawFish(alt: string, look: Look): string {
  const { scales: { base, fin }, build, accessory, mood } = look;
  const { shape, back, belly } = OUTLINES[build];
  const rise = build === "tall-finned" ? 82 : 46;
  const top = back - rise;
  const fins = path(
    `M168 ${back + 30}C190 ${top} 262 ${top - 26} 312 ${top + 12}Q324 ${top + 24} 312 ${top + 40}Q312 ${
      back + 20
    } 334 ${back + 70}Z`,
    fin,
  ) +
    path(
      `M204 ${belly - 16}C214 ${belly + rise * .5} 250 ${belly + rise} 290 ${belly + rise * .6}Q300 ${
        belly + rise * .4
      } 290 ${belly + 2}Q290 ${belly - 20} 304 ${belly - 44}Z`,
      fin,
    ) +
    line(
      `M222 ${back + 8}Q230 ${top + 22} 246 ${top + 12}M262 ${back + 8}Q272 ${top + 28} 286 ${top + 20}`,
      darker(fin, .14),
      5,
    );
  const fish = path(TAIL_SHAPES[look.tail], fin) +
    line("M404 244L444 214M404 268L444 298", darker(fin, .14), 5) + fins +
    path(shape.d, base) + bodyMarks(look, shape) +
    path("M226 276C262 262 300 276 312 300C304 326 262 340 232 316C222 306 220 286 226 276Z", darker(fin, .04)) +
    line("M250 292Q274 290 292 300M250 308Q268 312 284 310", darker(fin, .2), 5) +
    veil(140, 290, 24, 15, "#ff6f86", .45) +
    drawEye(mood.eyes[1], { at: [146, 232], size: 30, iris: darker(fin, .1), lid: base }) + drawLips(mood) +
    wear(accessory, { neck: [150, belly - 62, .66] }) +
    group(`rotate(-16 180 ${back})`, wear(accessory, { head: [182, back + 14, .8], side: [200, back + 16, .9] }));
  return frame(
    alt,
    drawWater(look.water),
    group(`rotate(${look.tilt} 256 256)`, look.isMirrored ? mirrored(fish) : fish),
    look.isMirrored ? mirrored(BUBBLES) : BUBBLES,
  );
}

function drawLips({ mouth }: Mood): string {
  if (mouth === "small") return oval(80, 276, 10, 12, darker(PINK, .25)) + oval(78, 276, 5, 6, "#7a2f45");
  if (mouth === "smile") return line("M82 280Q98 306 124 298", INK, 6);
  return path("M80 276Q104 290 130 284Q128 316 104 314Q84 306 80 276Z", "#7a2f45") + oval(108, 305, 14, 7, PINK) +
    line("M78 275Q104 290 132 283", INK, 5);
}

// The outline runs from the mouth over the back (1) to the tail (2) and below the belly (3) to the mouth.
function bodyMarks({ pattern, scales: { base, fin, mark } }: Look, shape: Outline): string {
  const belly = path(`${shape.cut(2.3, 3.75)}C180 330 270 340 ${shape.at(2.3)}Z`, lighter(base, .38));
  switch (pattern) {
    case "banded":
      return band(shape, [.72, 1.12], INK) + band(shape, [.77, 1.07], mark) + band(shape, [1.26, 1.62], INK) +
        band(shape, [1.31, 1.57], mark);
    case "dotted":
      return belly +
        dots(
          mark,
          [236, 176, 11],
          [280, 200, 11],
          [228, 222, 11],
          [322, 224, 11],
          [274, 248, 11],
          [350, 256, 11],
          [300, 176, 11],
          [318, 290, 11],
          [216, 352, 11],
          [264, 350, 11],
        );
    case "scaly":
      return belly + line(
        [0, 1, 2, 3].map((row) =>
          `M${214 + row % 2 * 20} ${176 + row * 36}q12 32 0 36m40-36q12 32 0 36m40-36q12 32 0 36`
        ).join(""),
        darker(base, .16),
        5,
      );
    case "striped":
      return line(
        "M214 184Q290 178 350 224M204 216Q300 208 368 246M206 340Q290 340 348 298M226 366Q280 362 318 330",
        mark,
        13,
      );
    case "two-coloured":
      return path(`${shape.cut(.8, 3.2)}Q236 256 ${shape.at(.8)}Z`, mark);
    default:
      return belly + line("M200 180Q236 250 198 336", darker(base, .12), 7) + oval(288, 176, 44, 10, fin);
  }
}

// From the back to the same place of the belly.
function band(shape: Outline, [from, to]: readonly [number, number], fill: string): string {
  const bulge = 236 + 150 * (to - 1) - 24;
  return path(
    `${shape.cut(from, to)}${shape.cut(4 - to, 4 - from, `Q${bulge} 256 `)}Q${bulge - 20} 256 ${shape.at(from)}Z`,
    fill,
  );
}
