import { describeAccessory, pickAccessory, wear } from "@/lib/content/animals/accessories.ts";
import { drawBlush, drawEyes, drawMouth, type Mood, pickMood } from "@/lib/content/animals/face.ts";
import { darker, inkOn, IRISES, lighter, PINK } from "@/lib/content/animals/palette.ts";
import { type Backdrop, describeBackdrop, drawScene, pickBackdrop } from "@/lib/content/animals/scene.ts";
import { dot, furred, group, line, mirrored, oval, pair, path, rings } from "@/lib/content/animals/shapes.ts";
import type { Drawing } from "@/lib/content/animals/drawing.ts";
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

interface Look {
  readonly coat: typeof COATS[number];
  readonly pattern: typeof PATTERNS[number];
  readonly iris: string;
  readonly mood: Mood;
  readonly accessory: ReturnType<typeof pickAccessory>;
  readonly backdrop: Backdrop;
  readonly tilt: number;
  readonly isMirrored: boolean;
}

/** Plans a sitting cat. */
export function planCat(random: Random): Drawing {
  const look: Look = {
    coat: pick(random, COATS),
    pattern: pick(random, PATTERNS),
    iris: pick(random, IRISES),
    mood: pickMood(random),
    accessory: pickAccessory(random, ["scarf", "bow tie", "collar and a golden bell", "bandana", "party hat", "woolly hat", "flower", "bow", "crown", "pair of round glasses"]),
    backdrop: pickBackdrop(random),
    tilt: pick(random, [-6, 0, 6]),
    isMirrored: pick(random, [true, false]),
  };
  const coat = [look.coat.name, look.pattern].filter(Boolean).join(" ");
  const alt = `a ${look.mood.name} ${coat} cat${describeAccessory(look.accessory)}${describeBackdrop(look.backdrop)}`;
  return { alt, draw: () => drawCat(alt, look) };
}

const TAIL = "M330 428C430 446 470 372 420 318C404 300 410 282 424 270";
const BODY = "M160 416C156 330 196 250 256 250C316 250 356 330 352 416C352 448 330 460 300 460H212C182 460 160 448 160 416Z";
const HEAD = "M256 96C336 96 386 142 386 202C386 264 330 300 256 300C182 300 126 264 126 202C126 142 176 96 256 96Z";
const EAR = "M138 190C126 150 124 104 132 76C136 62 148 60 158 68C186 88 214 112 228 132Z";
const INNER_EAR = "M152 166C146 140 145 116 149 98C150 92 154 91 159 95C176 107 192 122 202 134Z";

function drawCat(alt: string, look: Look): string {
  const { coat: { base, mark }, pattern, accessory } = look;
  const isWhiteBelow = pattern === "tuxedo" || pattern === "calico";
  const sock = isWhiteBelow ? "#fffaf3" : pattern === "pointed" ? mark : base;
  const tail = line(TAIL, pattern === "pointed" ? mark : base, 36) + (pattern === "tabby" ? rings(TAIL, mark, 36) : "");
  const body = furred({ id: "body", d: BODY, box: [150, 240, 212, 230], base, marks: bodyMarks(look) });
  const legs = pair(
    oval(186, 424, 40, 36, darker(base, .06)),
    path("M256 346V446H204Q202 380 224 346Z", isWhiteBelow ? sock : base) + line("M204 440Q203 396 212 366", darker(base, .14), 4),
    oval(226, 448, 28, 17, lighter(sock, .12)) + line("M219 450V458M232 450V458", darker(sock, .25), 3.5),
  );
  return drawScene(
    alt,
    look.backdrop,
    (look.isMirrored ? mirrored : String)(tail),
    body,
    legs,
    line("M256 372V452", darker(sock, .14), 4),
    wear(accessory, { neck: [256, 292, .98] }),
    group(`rotate(${look.tilt} 256 290)`, drawHead(look)),
  );
}

function drawHead(look: Look): string {
  const { coat: { base, mark }, pattern, mood, accessory } = look;
  const ear = pattern === "pointed" ? mark : base;
  const ink = inkOn(pattern === "pointed" ? mark : pattern === "tuxedo" || pattern === "calico" ? "#ffffff" : base);
  const skin = base === "#4d4759" ? "#6b6178" : PINK;
  return pair(path(EAR, ear), path(INNER_EAR, lighter(skin, .2))) +
    furred({ id: "head", d: HEAD, box: [116, 86, 280, 224], base, marks: headMarks(look) }) +
    wear(accessory, { head: [256, 112, .86] }) +
    drawBlush(246, 86, 26) +
    drawEyes(mood, { left: [204, 202], right: [308, 202], size: 25, iris: look.iris, lids: pattern === "pointed" ? [mark, mark] : [base, base] }) +
    path("M244 232Q256 226 268 232Q268 242 256 248Q244 242 244 232Z", PINK) +
    line("M256 246V252", ink, 5) + drawMouth(mood, { at: [256, 254], width: 24, ink }) +
    pair(line("M158 232L96 222M158 246L94 252", darker(base, .45), 3)) +
    wear(accessory, { side: [356, 120, .8], eyes: [256, 204, 1.04] });
}

function headMarks({ coat: { base, mark }, pattern }: Look): string {
  switch (pattern) {
    case "tabby":
      return line("M256 90V140M226 94Q228 116 230 132M286 94Q284 116 282 132", mark, 13) + pair(line("M120 196H152M122 224H148", mark, 12));
    case "tuxedo":
      return path("M256 150Q270 200 310 236Q340 270 300 310H212Q172 270 202 236Q242 200 256 150Z", "#fffaf3");
    case "calico":
      return oval(330, 120, 100, 76, mark) + oval(150, 140, 70, 70, "#4d4759") + oval(256, 290, 74, 60, "#fffaf3");
    case "pointed":
      return oval(256, 250, 92, 74, mark);
    case "spotted":
      return dot(256, 112, 12, mark) + dot(226, 130, 10, mark) + dot(286, 130, 10, mark) + pair(dot(140, 214, 10, mark), dot(160, 190, 8, mark));
    default:
      return oval(256, 292, 70, 44, lighter(base, .35));
  }
}

function bodyMarks({ coat: { base, mark }, pattern }: Look): string {
  switch (pattern) {
    case "tabby":
      return pair(line("M150 330Q180 326 196 338M150 362Q184 358 204 370M150 394Q176 392 192 402", mark, 13)) + oval(256, 330, 40, 54, lighter(base, .35));
    case "tuxedo":
      return oval(256, 330, 58, 90, "#fffaf3");
    case "calico":
      return oval(340, 330, 60, 70, mark) + oval(160, 400, 50, 60, "#4d4759") + oval(256, 330, 50, 80, "#fffaf3");
    case "spotted":
      return pair([[184, 320], [176, 352], [204, 344], [186, 382], [210, 306]].map(([x, y]) => dot(x!, y!, 10, mark)).join(""));
    default:
      return oval(256, 326, 46, 60, lighter(base, .35));
  }
}
