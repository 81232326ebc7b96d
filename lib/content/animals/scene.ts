import { withArticle } from "@/lib/content/animals/drawing.ts";
import { BACKGROUNDS, INK, lighter } from "@/lib/content/animals/palette.ts";
import { dot, group, line, oval, path, SIDE, veil } from "@/lib/content/animals/shapes.ts";
import { drawBelow, type Random } from "@/lib/content/random.ts";

const DECORS = ["dots", "hearts", "stars", "clouds", "hills", "leaves", "confetti", "plain"] as const;

type Decor = typeof DECORS[number];

/** The background of an animal. */
export interface Backdrop {
  readonly hex: string;
  readonly decor: Decor;
  /** Part of the alternative text: ` on a mint background`. */
  readonly words: string;
}

/** Every colour with every decoration. Created once, because the alternative text of every animal contains one. */
const BACKDROPS = BACKGROUNDS.map(({ name, hex }) =>
  DECORS.map((decor): Backdrop => ({ hex, decor, words: ` on ${withArticle(name)} background` }))
);

/** Picks a backdrop. */
export function pickBackdrop(random: Random): Backdrop {
  const ofColour = BACKDROPS[drawBelow(random, BACKGROUNDS.length)]!;
  return ofColour[drawBelow(random, DECORS.length)]!;
}

/** Draws an animal in front of its backdrop, as an SVG document. */
export function drawScene(alt: string, backdrop: Backdrop, ...parts: readonly string[]): string {
  const { hex } = backdrop;
  return frame(
    alt,
    `<rect width="${SIDE}" height="${SIDE}" fill="${hex}"/>`,
    dot(256, 256, 214, lighter(hex, .42)),
    drawDecor(backdrop),
    veil(256, 462, 150, 15, INK, .13),
    ...parts,
  );
}

/** Returns the SVG document that consists of these parts; its title is the text for screen readers. */
export function frame(alt: string, ...parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}" role="img">` +
    `<title>${alt}</title>${parts.join("")}</svg>`;
}

/** The x, y and size of each decoration: around the animal, never behind it. */
const PLACES = [
  [62, 84, 1],
  [452, 70, .8],
  [40, 300, .7],
  [474, 268, 1],
  [120, 36, .6],
  [396, 34, .7],
  [76, 440, .8],
  [446, 430, .7],
] as const;

function drawDecor({ hex, decor }: Backdrop): string {
  const tint = lighter(hex, .62);
  if (decor === "plain") return "";
  if (decor === "hills") return drawHills(hex);
  if (decor === "clouds") {
    return at(80, 96, 1, cloud(tint)) + at(436, 70, .8, cloud(tint)) + at(452, 300, .6, cloud(tint));
  }
  return PLACES.map(([x, y, size], i) => at(x, y, size, SPRITES[decor](tint, i))).join("");
}

const SPRITES: Record<Exclude<Decor, "plain" | "hills" | "clouds">, (tint: string, index: number) => string> = {
  dots: (tint) => dot(0, 0, 17, tint),
  hearts: (tint) => path("M0 20C-30-2-20-24-6-20Q0-18 0-12Q0-18 6-20C20-24 30-2 0 20Z", tint),
  stars: (tint) => path("M0-24L7-7L24 0L7 7L0 24L-7 7L-24 0L-7-7Z", tint),
  leaves: (tint, i) =>
    group(`rotate(${i * 47})`, path("M0-26C22-14 22 14 0 26C-22 14-22-14 0-26Z", tint), line("M0-8V30", tint, 4)),
  confetti: (_, i) =>
    group(`rotate(${i * 65})`, `<rect x="-11" y="-6" width="22" height="12" rx="6" fill="${CONFETTI[i % 4]}"/>`),
};

const CONFETTI = ["#f79aa8", "#8fc7f2", "#ffd166", "#a8dba0"] as const;

function at(x: number, y: number, size: number, sprite: string): string {
  return group(`translate(${x} ${y}) scale(${size})`, sprite);
}

function cloud(tint: string): string {
  return oval(0, 8, 54, 18, tint) + dot(-20, -4, 22, tint) + dot(14, -10, 28, tint);
}

function drawHills(hex: string): string {
  return path("M0 400Q120 330 256 392T512 380V512H0Z", lighter(hex, .2)) +
    path("M0 446Q150 400 300 440T512 436V512H0Z", lighter(hex, .5)) +
    dot(430, 84, 40, "#fff3c4");
}
