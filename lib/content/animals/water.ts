import { darker, lighter } from "@/lib/content/animals/palette.ts";
import { dot, line, path, SIDE, veil } from "@/lib/content/animals/shapes.ts";
import { pick, type Random } from "@/lib/content/random.ts";

const WATERS = [
  { name: "turquoise", top: "#bdeef0", bed: "#f4dfb0" },
  { name: "light blue", top: "#c3e4fb", bed: "#f3e2bd" },
  { name: "lilac", top: "#dcd4fa", bed: "#f1d9c4" },
  { name: "sea green", top: "#bfe9d2", bed: "#eedfae" },
  { name: "pale pink", top: "#fcd9de", bed: "#f6e3b8" },
  { name: "deep blue", top: "#7fb5e6", bed: "#d9c48f" },
] as const;

/** What a fish swims in. */
export type Water = typeof WATERS[number];

/** Draws the water's colour. */
export function pickWater(random: Random): Water {
  return pick(random, WATERS);
}

/** Draws the water, its bed and what grows there. */
export function drawWater({ top, bed }: Water): string {
  const weed = darker("#6fc19a", .08);
  return `<rect width="${SIDE}" height="${SIDE}" fill="${top}"/>` + dot(256, 250, 214, lighter(top, .38)) +
    path("M0 452Q130 424 256 448T512 436V512H0Z", bed) +
    path("M0 486Q150 462 300 484T512 474V512H0Z", darker(bed, .07)) +
    line("M46 462Q28 420 50 386T44 310M76 466Q92 430 76 398", weed, 14) +
    line("M462 456Q482 418 460 384M488 460Q470 400 490 360T480 296", lighter(weed, .2), 14) +
    dot(420, 466, 16, darker(bed, .18)) + dot(444, 474, 10, darker(bed, .26)) + dot(112, 482, 12, darker(bed, .18));
}

/** Bubbles, rising where a fish that looks to the left has its mouth. */
export const BUBBLES: string = drawBubble(44, 200, 15) + drawBubble(66, 150, 10) + drawBubble(38, 104, 19) +
  drawBubble(84, 62, 11) + drawBubble(448, 90, 12);

function drawBubble(x: number, y: number, r: number): string {
  return veil(x, y, r, r, "#ffffff", .75) + veil(x + r * .12, y + r * .12, r * .76, r * .76, "#bfe3f5", .5) +
    dot(x - r * .32, y - r * .34, r * .2, "#fff");
}
