import { wear } from "@/lib/content/animals/accessories.ts";
import { type Drawing, joinWords } from "@/lib/content/animals/drawing.ts";
import { drawBlush, drawEyes, drawMouth } from "@/lib/content/animals/face.ts";
import { darker, INK, IRISES, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { pickLook } from "@/lib/content/animals/look.ts";
import { drawScene } from "@/lib/content/animals/scene.ts";
import { toOutline } from "@/lib/content/animals/outline.ts";
import { dots, group, line, mirroredIf, oval, pair, path } from "@/lib/content/animals/shapes.ts";
import { drawBelow, pick, type Random } from "@/lib/content/random.ts";

const COATS = [
  { name: "red", base: "#e8743b", dark: "#4a2f35", light: "#fff5ea" },
  { name: "arctic", base: "#eef1f6", dark: "#8c97ab", light: "#ffffff" },
  { name: "silver", base: "#6f7385", dark: "#3a3946", light: "#e8e6ee" },
  { name: "sandy", base: "#ecc48c", dark: "#9a6a43", light: "#fff8ec" },
  { name: "amber", base: "#f2a541", dark: "#6b3d2a", light: "#fff6e6" },
  { name: "russet", base: "#c4552d", dark: "#3d2630", light: "#fdeadb" },
] as const;

const PATTERNS = ["", "cross-marked", "speckled", "white-striped", "dark-masked"] as const;
const NECKWEAR = ["scarf", "bowTie", "bandana"] as const;
const GARMENTS = [...NECKWEAR, "partyHat", "woollyHat", "flower", "bow", "crown", "glasses"] as const;

type FoxLook = ReturnType<typeof pickFoxLook>;

/** Plans a sitting fox with its brush beside it. */
export function planFox(random: Random): Drawing {
  const look = pickFoxLook(random);
  const words = joinWords(look.mood.name, look.hasBigEars ? "big-eared" : "", look.coat.name, look.pattern);
  const alt = `a ${words} fox${look.accessory.words}${look.backdrop.words}`;
  return { alt, draw: () => drawFox(alt, look) };
}

function pickFoxLook(random: Random) {
  return {
    coat: pick(random, COATS),
    pattern: pick(random, PATTERNS),
    hasBigEars: drawBelow(random, 4) === 0,
    iris: pick(random, IRISES),
    ...pickLook(random, GARMENTS),
    tilt: pick(random, [-6, 0, 6]),
    isMirrored: pick(random, [true, false]),
  };
}

const TAIL = toOutline(
  "M300 452C380 476 470 440 478 360C484 300 452 270 456 214C414 236 392 272 386 312C380 350 350 372 316 392C305 410 300 430 300 452Z",
);
const BODY = toOutline(
  "M176 420C176 340 202 262 256 262C310 262 336 340 336 420C336 448 322 460 296 460C270 460 242 460 216 460C190 460 176 448 176 420Z",
);
const HEAD = toOutline(
  "M256 112C306 110 344 132 354 176C360 200 380 214 400 226C392 240 380 248 366 252C370 260 366 266 358 270C330 278 300 292 276 306C262 313 250 313 236 306C212 292 182 278 154 270C146 266 142 260 146 252C132 248 120 240 112 226C132 214 152 200 158 176C168 132 206 110 256 112Z",
);
const BIB =
  "M206 282Q256 310 306 282Q312 316 292 340L284 330L272 360L262 346L256 372L250 346L240 360L228 330L220 340Q200 316 206 282Z";
const CHEEKS = "C180 212 208 222 224 240Q244 260 256 226Q268 260 288 240C304 222 332 212";
const EAR = "M162 178C144 130 142 84 152 50C155 38 166 38 174 46C202 74 226 104 238 128Z";
const INNER_EAR = "M172 158C162 128 160 104 164 86C184 98 202 118 212 134Z";
const EAR_TIP = "M147 90C146 74 148 62 152 50C155 38 166 38 174 46C184 56 194 67 203 78C186 92 164 96 147 90Z";

function drawFox(alt: string, look: FoxLook): string {
  const { coat: { base, dark, light }, accessory } = look;
  const tail = path(TAIL.d, base) + TAIL.patch(.1, .95, "Q450 460", darker(base, .08)) +
    TAIL.patch(1.55, 2.85, "Q400 284 414 300Q428 276 442 296Q456 280", light);
  const leg = path("M256 350V448H208Q206 384 226 350Z", base) +
    path("M256 398L246 408L232 398L222 410L208 402V448H256Z", dark);
  const paw = oval(230, 449, 28, 16, darker(dark, .1)) + line("M223 451V458M236 451V458", lighter(dark, .35), 3.5);
  return drawScene(
    alt,
    look.backdrop,
    mirroredIf(look.isMirrored, tail),
    path(BODY.d, base) + BODY.patch(.6, 1.4, "Q256 350", darker(base, .1)),
    pair(oval(192, 428, 36, 32, darker(base, .07)), leg, paw),
    line("M256 380V452", darker(dark, .25), 3.5),
    path(BIB, light),
    wear(accessory, { neck: [256, 300, .84] }),
    group(`rotate(${look.tilt} 256 290)`, drawHead(look)),
  );
}

function drawHead(look: FoxLook): string {
  const { coat: { base, dark, light }, mood, accessory } = look;
  const ear = pair(path(EAR, base), path(INNER_EAR, lighter(PINK, .45)), path(EAR_TIP, dark));
  return (look.hasBigEars ? group("translate(-38 -12) scale(1.15)", ear) : ear) +
    path(HEAD.d, base) + drawHeadMarks(look) + HEAD.patch(1.6, 9.4, CHEEKS, light) +
    wear(accessory, { head: [256, 124, .82] }) + drawBlush(244, 88, 24) +
    drawEyes(mood, { left: [204, 196], right: [308, 196], size: 21, iris: look.iris, lids: [base, base] }) +
    oval(256, 258, 20, 14, INK) + oval(250, 253, 6, 3.5, "#8d8296") +
    drawMouth(mood, { at: [256, 276], width: 20, ink: INK }) +
    wear(accessory, { side: [346, 136, .8], eyes: [256, 198, 1] });
}

function drawHeadMarks({ coat: { base, dark, light }, pattern }: FoxLook): string {
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
    return pair(oval(204, 198, 36, 36, darker(base, .3)), path("M236 240L200 236L240 200Z", dark));
  }
  return path("M256 170Q270 210 280 250H232Q242 210 256 170Z", darker(base, .08));
}
