import { type Accessory, describeAccessory, pickAccessory, wear } from "@/lib/content/animals/accessories.ts";
import type { Drawing } from "@/lib/content/animals/drawing.ts";
import { drawEye, type Mood, pickMood } from "@/lib/content/animals/face.ts";
import { darker, INK, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { frame } from "@/lib/content/animals/scene.ts";
import { dot, furred, group, line, mirrored, oval, path, veil } from "@/lib/content/animals/shapes.ts";
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

interface Look {
  readonly scales: typeof SCALES[number];
  readonly pattern: typeof PATTERNS[number];
  readonly build: typeof BUILDS[number];
  readonly tail: typeof TAILS[number];
  readonly mood: Mood;
  readonly accessory: Accessory | undefined;
  readonly water: typeof WATERS[number];
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
    accessory: pickAccessory(random, ["party hat", "woolly hat", "crown", "flower", "bow", "bow tie"]),
    water: pick(random, WATERS),
    tilt: pick(random, [-8, -3, 4]),
    isMirrored: pick(random, [true, false]),
  };
  const words = [look.mood.name, look.build, look.pattern, look.scales.name].filter(Boolean).join(" ");
  const alt = `a ${words} fish${describeAccessory(look.accessory)} in ${look.water.name} water`;
  return { alt, draw: () => drawFish(alt, look) };
}

// Each build: its outline and how far its back and belly are from the middle line.
const OUTLINES = {
  "round": { d: "M76 262C86 160 168 116 236 116C320 116 372 190 392 256C372 326 320 400 236 400C164 400 86 360 76 262Z", back: 116, belly: 400 },
  "slender": { d: "M62 262C84 186 164 150 236 150C320 150 380 210 404 256C380 304 320 362 236 362C164 362 84 334 62 262Z", back: 150, belly: 362 },
  "tall-finned": { d: "M86 260C100 170 168 128 228 128C312 128 366 196 392 256C366 318 312 388 228 388C168 388 100 350 86 260Z", back: 128, belly: 388 },
} as const;

const TAIL_SHAPES = {
  forked: "M372 256L468 162C484 152 490 166 484 182Q466 222 456 256Q466 290 484 330C490 346 484 360 468 350Z",
  fan: "M370 256C410 190 450 166 472 172C496 190 498 322 472 340C450 346 410 322 370 256Z",
  flowing: "M370 256C400 176 450 130 488 140C470 170 470 200 490 222C462 232 462 280 490 290C470 312 470 342 488 372C450 382 400 336 370 256Z",
} as const;

function drawFish(alt: string, look: Look): string {
  const { scales: { base, fin }, build, accessory, mood } = look;
  const { d, back, belly } = OUTLINES[build];
  const rise = build === "tall-finned" ? 82 : 46;
  const fins = path(`M176 ${back + 22}C200 ${back - rise} 270 ${back - rise - 6} 318 ${back - 22}C322 ${back + 10} 326 ${back + 40} 336 ${back + 70}Z`, fin) +
    path(`M196 ${belly - 18}C204 ${belly + rise * .6} 236 ${belly + rise * .9} 272 ${belly + rise * .5}Q278 ${belly} 300 ${belly - 40}Z`, fin) +
    line(`M220 ${back + 10}Q226 ${back - rise * .4} 240 ${back - rise * .6}M262 ${back + 10}Q268 ${back - rise * .4} 280 ${back - rise * .5}`, darker(fin, .14), 5);
  const fish = path(TAIL_SHAPES[look.tail], fin) + line("M404 246L456 208M408 256H462M404 266L456 304", darker(fin, .14), 5) + fins +
    furred({ id: "body", d, box: [50, 100, 366, 316], base, marks: bodyMarks(look) }) +
    path("M226 276C262 262 300 276 312 300C304 326 262 340 232 316C222 306 220 286 226 276Z", darker(fin, .04)) + line("M250 292Q274 290 292 300M250 308Q268 312 284 310", darker(fin, .2), 5) +
    veil(140, 290, 24, 15, "#ff6f86", .45) + drawEye(mood.eyes[1], { at: [146, 232], size: 30, iris: darker(fin, .1), lid: base }) + drawLips(mood) +
    wear(accessory, { neck: [150, belly - 62, .66] }) +
    group(`rotate(-16 180 ${back})`, wear(accessory, { head: [182, back + 14, .8], side: [200, back + 16, .9] }));
  return frame(alt, drawWater(look), group(`rotate(${look.tilt} 256 256)`, look.isMirrored ? mirrored(fish) : fish), drawBubbles(look));
}

function drawLips({ mouth }: Mood): string {
  if (mouth === "small") return oval(80, 276, 10, 12, darker(PINK, .25)) + oval(78, 276, 5, 6, "#7a2f45");
  if (mouth === "smile") return line("M82 280Q98 306 124 298", INK, 6);
  return path("M80 274Q88 318 126 302Q112 284 80 274Z", "#7a2f45") + path("M92 296Q104 310 122 302Q108 290 92 296Z", PINK) + line("M78 273Q108 286 130 300", INK, 5);
}

function bodyMarks({ pattern, scales: { base, fin, mark } }: Look): string {
  const belly = oval(220, 420, 190, 90, lighter(base, .38));
  switch (pattern) {
    case "banded":
      return line("M216 90Q190 250 216 420M318 90Q296 250 318 420", INK, 48) + line("M216 90Q190 250 216 420M318 90Q296 250 318 420", mark, 36);
    case "dotted":
      return belly + [[230, 160], [276, 190], [226, 214], [322, 214], [270, 244], [346, 260], [300, 170], [316, 290], [216, 380], [270, 362], [180, 150]].map(([x, y]) => dot(x!, y!, 12, mark)).join("");
    case "scaly":
      return belly + line([0, 1, 2, 3, 4, 5].map((row) => `M${206 + row % 2 * 22} ${150 + row * 38}` + "q14 34 0 38m44-38q14 34 0 38m44-38q14 34 0 38m44-38q14 34 0 38").join(""), darker(base, .16), 5);
    case "striped":
      return line("M200 176Q300 170 400 220M190 212Q300 206 400 244M200 350Q300 350 390 296M210 384Q300 380 380 330", mark, 14);
    case "two-coloured":
      return path("M190 80Q230 250 180 430H430V80Z", mark) + oval(220, 430, 190, 70, lighter(mark, .3));
    default:
      return belly + line("M196 160Q240 250 192 360", darker(base, .12), 7) + oval(300, 150, 60, 16, fin);
  }
}

function drawWater({ water: { top, bed } }: Look): string {
  const weed = darker("#6fc19a", .08);
  return `<rect width="512" height="512" fill="${top}"/>` + dot(256, 250, 214, lighter(top, .38)) +
    path("M0 452Q130 424 256 448T512 436V512H0Z", bed) + path("M0 486Q150 462 300 484T512 474V512H0Z", darker(bed, .07)) +
    line("M46 462Q28 420 50 386T44 310M76 466Q92 430 76 398", weed, 14) + line("M462 456Q482 418 460 384M488 460Q470 400 490 360T480 296", lighter(weed, .2), 14) +
    dot(420, 466, 16, darker(bed, .18)) + dot(444, 474, 10, darker(bed, .26)) + dot(112, 482, 12, darker(bed, .18));
}

function drawBubbles({ isMirrored }: Look): string {
  const bubble = (x: number, y: number, r: number) => veil(x, y, r, r, "#ffffff", .75) + veil(x + r * .12, y + r * .12, r * .76, r * .76, "#bfe3f5", .5) + dot(x - r * .32, y - r * .34, r * .2, "#fff");
  const rising = bubble(44, 200, 15) + bubble(66, 150, 10) + bubble(38, 104, 19) + bubble(84, 62, 11) + bubble(448, 90, 12);
  return isMirrored ? mirrored(rising) : rising;
}
