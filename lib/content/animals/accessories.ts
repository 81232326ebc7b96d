import { withArticle } from "@/lib/content/animals/drawing.ts";
import { darker, FABRICS, lighter } from "@/lib/content/animals/palette.ts";
import { dot, dots, group, line, oval, path } from "@/lib/content/animals/shapes.ts";
import { drawBelow, pick, type Random } from "@/lib/content/random.ts";

/** Where a garment goes: the middle of the collar, the top of the head, beside one ear, between the eyes, on the back. */
export type Place = "neck" | "head" | "side" | "eyes" | "back";

/** A garment: its place, its description, and its drawing around the point that is attached to the animal. */
interface Garment {
  readonly place: Place;
  readonly describe: (colour: string) => string;
  readonly draw: (hex: string) => string;
}

const GOLD = "#f5c542";

const WARDROBE = {
  scarf: { place: "neck", describe: (colour) => withArticle(`${colour} scarf`), draw: scarf },
  bowTie: { place: "neck", describe: (colour) => withArticle(`${colour} bow tie`), draw: bowTie },
  collar: { place: "neck", describe: (colour) => `a golden bell on ${withArticle(`${colour} collar`)}`, draw: collar },
  bandana: { place: "neck", describe: (colour) => withArticle(`${colour} bandana`), draw: bandana },
  partyHat: { place: "head", describe: (colour) => withArticle(`${colour} party hat`), draw: partyHat },
  woollyHat: { place: "head", describe: (colour) => withArticle(`${colour} woolly hat`), draw: woollyHat },
  crown: { place: "head", describe: () => "a golden crown", draw: crown },
  flower: { place: "side", describe: (colour) => withArticle(`${colour} flower`), draw: flower },
  bow: { place: "side", describe: (colour) => withArticle(`${colour} bow`), draw: bow },
  blanket: { place: "back", describe: (colour) => withArticle(`${colour} saddle blanket`), draw: blanket },
  glasses: { place: "eyes", describe: (colour) => `${colour} glasses`, draw: glasses },
} as const satisfies Record<string, Garment>;

/** The name of a garment. */
export type GarmentName = keyof typeof WARDROBE;

/** The garment of one animal. */
export interface Accessory {
  readonly place: Place;
  /** Part of the alternative text: ` with a blue scarf`. */
  readonly words: string;
  readonly draw: () => string;
}

/** Every garment in every colour. Created once, because every drawn animal is described with its garment. */
const OUTFITS = Object.fromEntries(
  Object.entries<Garment>(WARDROBE).map(([garment, { place, describe, draw }]) => [
    garment,
    FABRICS.map(({ name, hex }): Accessory => ({ place, words: ` with ${describe(name)}`, draw: () => draw(hex) })),
  ]),
);

const NOTHING: Accessory = { place: "neck", words: "", draw: () => "" };

/** Picks one of the garments that suit an animal; one animal in seven wears nothing. */
export function pickAccessory(random: Random, choices: readonly [GarmentName, ...GarmentName[]]): Accessory {
  const outfit = OUTFITS[pick(random, choices)]![drawBelow(random, FABRICS.length)]!;
  return drawBelow(random, 7) === 0 ? NOTHING : outfit;
}

/** The x, y and size of each place on one animal. */
export type Anchors = Partial<Record<Place, readonly [number, number, number]>>;

/** Draws the garment if it goes to one of these places. */
export function wear(accessory: Accessory, anchors: Anchors): string {
  const anchor = anchors[accessory.place];
  if (anchor === undefined) return "";
  const [x, y, size] = anchor;
  return group(`translate(${x} ${y}) scale(${size})`, accessory.draw());
}

function scarf(hex: string): string {
  const end = group(
    "translate(34 20) rotate(-8)",
    path("M-20 0H20L24 92Q2 100-20 92Z", darker(hex, .14)),
    line("M-20 66H23M-20 50H22", lighter(hex, .55), 6),
  );
  return end + path("M-92-22Q0 26 92-22Q104 0 94 18Q0 66-94 18Q-104 0-92-22Z", hex) +
    line("M-56 2Q-62 14-60 26M56 2Q62 14 60 26M-22 12Q-26 26-24 38M22 12Q26 26 24 38", lighter(hex, .5), 6);
}

function bowTie(hex: string): string {
  const wing = "M0 10C-22-20-58-30-66-18C-72 0-72 22-66 38C-58 50-22 40 0 10Z";
  return path(wing, hex) + group("translate(0 0) scale(-1 1)", path(wing, hex)) +
    line("M-22 4L-46-2M-22 16L-46 22M22 4L46-2M22 16L46 22", darker(hex, .25), 4) +
    oval(0, 10, 15, 17, darker(hex, .18));
}

function collar(hex: string): string {
  return path("M-92-18Q0 30 92-18L94 6Q0 52-94 6Z", hex) + dot(0, 34, 19, GOLD) +
    line("M-14 34H14", darker(GOLD, .35), 4) +
    dot(0, 42, 4, darker(GOLD, .45)) + dot(-7, 26, 4, "#fff3c4");
}

function bandana(hex: string): string {
  return path("M-92-20Q0 28 92-20L88 6Q40 60 0 92Q-40 60-88 6Z", hex) +
    dots("0,22,6 -34,16,6 34,16,6 -17,42,6 17,42,6 0,62,6", lighter(hex, .7));
}

function partyHat(hex: string): string {
  return path("M-48 12L-4-96Q0-102 4-96L48 12Q0 32-48 12Z", hex) +
    path("M-37-15Q0 4 37-15L29-35Q0-20-29-35Z", lighter(hex, .6)) +
    path("M-20-57Q0-46 20-57L13-74Q0-68-13-74Z", lighter(hex, .6)) + dot(0, -102, 15, "#fff6d8");
}

function woollyHat(hex: string): string {
  return path("M-84 8C-90-92 90-92 84 8Z", hex) +
    line("M-40-46Q-48-20-46 0M0-60V0M40-46Q48-20 46 0", darker(hex, .14), 6) +
    `<rect x="-94" y="-10" width="188" height="36" rx="18" fill="${lighter(hex, .45)}"/>` +
    dot(0, -72, 24, lighter(hex, .62));
}

function crown(): string {
  return path("M-54 10L-62-58L-28-28L0-72L28-28L62-58L54 10Q0 28-54 10Z", GOLD) +
    path("M-54 10L-57-12Q0 6 57-12L54 10Q0 28-54 10Z", darker(GOLD, .2)) +
    dot(0, -74, 8, "#e0524f") + dot(-62, -60, 7, "#3f7fd6") + dot(62, -60, 7, "#3f7fd6") + dot(0, 8, 7, "#fff3c4");
}

function flower(hex: string): string {
  const petals = [0, 72, 144, 216, 288].map((turn) => group(`rotate(${turn})`, oval(0, -21, 15, 19, hex)));
  return path("M10 22Q40 20 46 44Q20 48 10 22Z", "#6fb36a") + petals.join("") + dot(0, 0, 13, "#ffd75e");
}

function bow(hex: string): string {
  const wing = path("M0 0C-16-34-58-38-60-20C-62-4-62 8-60 22C-56 38-16 34 0 0Z", hex);
  return wing + group("scale(-1 1)", wing) +
    line("M-16-4L-42-12M-16 6L-42 14M16-4L42-12M16 6L42 14", darker(hex, .22), 4) + dot(0, 0, 13, darker(hex, .2));
}

function glasses(hex: string): string {
  const rim = (x: number) =>
    `<circle cx="${x}" cy="0" r="38" fill="#fff" fill-opacity=".22" stroke="${hex}" stroke-width="8"/>`;
  return rim(-50) + rim(50) + line("M-13-6Q0-16 13-6", hex, 8) + line("M-88-8L-104-14M88-8L104-14", hex, 8) +
    line("M-66-14L-56-24M34-14L44-24", "#ffffff", 5);
}

function blanket(hex: string): string {
  const tassels = [-48, -24, 0, 24, 48].map((x) => line(`M${x} 92V104`, "#ffd75e", 7));
  return tassels.join("") + path("M-58-28Q0-42 58-28L62 90Q0 98-62 90Z", hex) +
    line("M-58 0Q0-10 58 0M-60 66Q0 74 60 66", lighter(hex, .6), 7) +
    line("M-50 42L-33 22L-16 42L0 22L16 42L33 22L50 42", "#ffd75e", 7);
}
