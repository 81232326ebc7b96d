import { wear } from "@/lib/content/animals/accessories.ts";
import { drawBlush, drawEyes, drawMouth } from "@/lib/content/animals/face.ts";
import { darker, inkOn, IRISES, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { pickLook } from "@/lib/content/animals/look.ts";
import { drawScene } from "@/lib/content/animals/scene.ts";
import { toOutline } from "@/lib/content/animals/outline.ts";
import { dot, dots, group, line, mirroredIf, oval, pair, path, rings } from "@/lib/content/animals/shapes.ts";
import { type Drawing, joinWords } from "@/lib/content/animals/drawing.ts";
import { pick, type Random } from "@/lib/content/random.ts";

const COATS = [
  { name: "ginger", base: "#f0994a", mark: "#cf6f25" },
  { name: "grey", base: "#a3a8b8", mark: "#757b90" },
  { name: "cream", base: "#f8dcb0", mark: "#e0b27a" },
  { name: "brown", base: "#a9764f", mark: "#7a4f32" },
  { name: "black", base: "#4d4759", mark: "#35303f" },
  { name: "white", base: "#fbf6ef", mark: "#d9cdc4" },
  { name: "blue-grey", base: "#8fa3b8", mark: "#667c94" },
  { name: "cinnamon", base: "#d08a62", mark: "#a9623c" },
] as const;

const PATTERNS = ["", "tabby", "tuxedo", "calico", "pointed", "spotted"] as const;
const POSES = ["sitting", "lying"] as const;
const NECKWEAR = ["scarf", "bowTie", "collar", "bandana"] as const;
const GARMENTS = [...NECKWEAR, "partyHat", "woollyHat", "flower", "bow", "crown", "glasses"] as const;

type CatLook = ReturnType<typeof pickCatLook>;

/** Plans a cat that sits upright or lies with its paws tucked in. */
export function planCat(random: Random): Drawing {
  const look = pickCatLook(random);
  const { coat, pattern, mood, accessory, backdrop } = look;
  const words = joinWords(mood.name, coat.name, pattern, "cat", look.pose === "lying" ? "lying down" : "");
  const alt = `a ${words}${accessory.words}${backdrop.words}`;
  return { alt, draw: () => drawCat(alt, look) };
}

function pickCatLook(random: Random) {
  const coat = pick(random, COATS);
  const pattern = pick(random, PATTERNS);
  return {
    coat,
    // White markings would be invisible on a white coat.
    pattern: coat.name === "white" && pattern === "tuxedo" ? "" : pattern,
    iris: pick(random, IRISES),
    ...pickLook(random, GARMENTS),
    pose: pick(random, POSES),
    tilt: pick(random, [-6, 0, 6]),
    isMirrored: pick(random, [true, false]),
  };
}

const WHITE = "#fffaf3";
const SOOT = "#4d4759";
const BODIES = {
  sitting: toOutline(
    "M160 416C156 330 196 250 256 250C316 250 356 330 352 416C352 448 330 460 300 460C270 460 242 460 212 460C182 460 160 448 160 416Z",
  ),
  lying: toOutline(
    "M108 408C104 330 166 276 256 276C346 276 408 330 404 408C404 446 376 460 340 460C290 460 222 460 172 460C136 460 108 446 108 408Z",
  ),
};
const TAILS = {
  sitting: "M330 428C430 446 470 372 420 318C404 300 410 282 424 270",
  lying: "M396 400C436 400 456 440 416 446C380 450 350 448 322 444",
};
const HEAD = toOutline(
  "M256 96C336 96 386 142 386 202C386 264 330 300 256 300C182 300 126 264 126 202C126 142 176 96 256 96Z",
);
const EAR = "M138 190C126 150 124 104 132 76C136 62 148 60 158 68C186 88 214 112 228 132Z";
const INNER_EAR = "M152 166C146 140 145 116 149 98C150 92 154 91 159 95C176 107 192 122 202 134Z";

function drawCat(alt: string, look: CatLook): string {
  const { coat: { base, mark }, pattern, pose, accessory } = look;
  const course = TAILS[pose];
  const tail = mirroredIf(
    look.isMirrored,
    line(course, pattern === "pointed" ? mark : pose === "lying" ? darker(base, .09) : base, 36) +
      (pattern === "tabby" ? rings(course, mark, 36) : ""),
  );
  const body = path(BODIES[pose].d, base) + drawBodyMarks(look);
  const sink = pose === "lying" ? 38 : 0;
  return drawScene(
    alt,
    look.backdrop,
    pose === "sitting" ? tail + body + drawLegs(look) : body + drawPaws(look) + tail,
    wear(accessory, { neck: [256, 292 + sink, .98] }),
    group(`translate(0 ${sink}) rotate(${look.tilt} 256 290)`, drawHead(look)),
  );
}

function drawLegs(look: CatLook): string {
  const { coat: { base }, pattern } = look;
  const sock = sockOf(look);
  const haunch = oval(186, 424, 40, 36, darker(base, .06));
  const leg = path("M256 346V446H204Q202 380 224 346Z", pattern === "pointed" ? base : sock) +
    line("M204 440Q203 396 212 366", darker(base, .14), 4);
  return pair(haunch, leg) + drawPaws(look) + line("M256 372V452", darker(sock, .14), 4);
}

function drawPaws(look: CatLook): string {
  const sock = sockOf(look);
  return pair(oval(226, 448, 28, 17, lighter(sock, .12)) + line("M219 450V458M232 450V458", darker(sock, .25), 3.5));
}

function sockOf({ coat: { base, mark }, pattern }: CatLook): string {
  if (pattern === "tuxedo" || pattern === "calico") return WHITE;
  return pattern === "pointed" ? mark : base;
}

function drawHead(look: CatLook): string {
  const { coat: { base, mark }, pattern, mood, accessory } = look;
  // The ears and the eyelids.
  const tips = pattern === "pointed" ? mark : base;
  const ink = inkOn(pattern === "pointed" ? mark : pattern === "tuxedo" || pattern === "calico" ? "#ffffff" : base);
  const skin = base === "#4d4759" ? "#6b6178" : PINK;
  return pair(path(EAR, tips), path(INNER_EAR, lighter(skin, .2))) +
    path(HEAD.d, base) + drawHeadMarks(look) +
    wear(accessory, { head: [256, 112, .86] }) +
    drawBlush(246, 86, 26) +
    drawEyes(mood, { left: [204, 202], right: [308, 202], size: 25, iris: look.iris, lids: [tips, tips] }) +
    path("M244 232Q256 226 268 232Q268 242 256 248Q244 242 244 232Z", PINK) +
    line("M256 246V252", ink, 5) + drawMouth(mood, { at: [256, 254], width: 24, ink }) +
    pair(line("M158 232L96 222M158 246L94 252", darker(base, .45), 3)) +
    wear(accessory, { side: [356, 120, .8], eyes: [256, 204, 1.04] });
}

function drawHeadMarks({ coat: { base, mark }, pattern }: CatLook): string {
  if (pattern === "tabby") {
    return line("M256 108V138M228 110Q229 120 231 130M284 110Q283 120 281 130", mark, 13) +
      pair(line("M136 198H160M140 224H158", mark, 12));
  }
  if (pattern === "tuxedo") return HEAD.patch(1.4, 2.6, "C214 238 246 206 256 150C266 206 298 238", WHITE);
  if (pattern === "calico") {
    return HEAD.patch(.1, 1.05, "C330 250 320 150", mark) +
      HEAD.patch(2.8, 3.75, "C236 150 190 230", SOOT) +
      HEAD.patch(1.5, 2.5, "C210 226 302 226", WHITE);
  }
  if (pattern === "pointed") return oval(256, 236, 88, 58, mark);
  if (pattern === "spotted") {
    return dot(256, 116, 12, mark) + dot(226, 128, 10, mark) + dot(286, 128, 10, mark) +
      pair(dot(144, 214, 10, mark), dot(162, 190, 8, mark));
  }
  return oval(256, 264, 58, 32, lighter(base, .35));
}

function drawBodyMarks({ coat: { base, mark }, pattern, pose }: CatLook): string {
  const outline = BODIES[pose];
  const isWhite = pattern === "tuxedo" || pattern === "calico";
  const [shadowEnd, bibY] = pose === "lying" ? [382, 372] : [344, 318];
  const shadow = outline.patch(.6, 1.4, `Q256 ${shadowEnd}`, darker(base, .1));
  const bib = isWhite ? oval(256, bibY + 18, 44, 56, WHITE) : oval(256, bibY, 42, 32, lighter(base, .35));
  const plain = shadow + bib;
  if (pattern === "tabby") return plain + pair(line(pose === "lying" ? LYING_STRIPES : STRIPES, mark, 13));
  if (pattern === "calico") {
    return shadow + outline.patch(1.4, 1.95, "Q300 380", mark) +
      outline.patch(.05, .5, "Q226 390", SOOT) + bib;
  }
  if (pattern === "spotted") return plain + pair(dots(SPOTS[pose], mark));
  return plain;
}

const STRIPES = "M182 336Q194 332 206 342M174 366Q192 362 208 372M168 396Q182 392 194 400";
const LYING_STRIPES = "M150 352Q168 346 186 358M128 382Q150 374 172 386M122 412Q144 404 164 416";
const SPOTS = {
  sitting: "192,330,9 180,358,9 204,362,9 184,388,9",
  lying: "158,352,9 136,384,9 170,384,9 146,414,9 182,412,9",
} as const;
