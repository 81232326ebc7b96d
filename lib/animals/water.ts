import type { Habitat } from "./habitat.ts";
import type { Surroundings } from "./look.ts";
import { part } from "./motion.ts";
import { darker, isDistinct, lighter } from "./palette.ts";
import { dot, dots, field, line, oval, path, SIDE } from "./shapes.ts";

/** Soft colours for water. Behind a pale fish, the halo has the deep tone. */
const WATERS = [
  { name: "turquoise", top: "#bdeef0", deep: "#6ac3cc", bed: "#f4dfb0" },
  { name: "light blue", top: "#c3e4fb", deep: "#6fb1e6", bed: "#f3e2bd" },
  { name: "lilac", top: "#dcd4fa", deep: "#a591e6", bed: "#f1d9c4" },
  { name: "sea green", top: "#bfe9d2", deep: "#6ac096", bed: "#eedfae" },
  { name: "pale pink", top: "#fcd9de", deep: "#f08fa2", bed: "#f6e3b8" },
  { name: "deep blue", top: "#7fb5e6", deep: "#5b9bd6", bed: "#d9c48f" },
] as const;

/** The water around a fish. */
export interface Water extends Surroundings {
  readonly top: string;
  readonly deep: string;
  readonly bed: string;
}

/** Every water with a pale and with a deep halo. */
const TONES: ReadonlyMap<string, readonly Water[]> = new Map(WATERS.map(({ name, ...water }) => {
  const toWater = (halo: string) => ({ ...water, halo, traits: { scene: name } });
  return [name, [lighter(water.top, .38), water.deep].map(toWater)];
}));

/** Returns the waters whose halo is distinct from a fish. */
export function prepareWaters(coat: string): readonly (readonly Water[])[] {
  return Array.from(TONES.values(), (tones) => tones.find(({ halo }) => isDistinct(halo, coat)))
    .filter((water) => water !== undefined).map((water) => [water]);
}

/** The waters of all fish. */
export const SEA: Habitat<Water> = {
  scenes: [...TONES.keys()],
  // This follows the words of a pose.
  describe: (scene) => ` ${scene} water`,
  list: ({ scene }) => TONES.get(scene)!,
  fill: (hex) => ({ top: hex, deep: hex, bed: hex, halo: hex, traits: { scene: "" } }),
};

/** Draws the water behind a fish: the sea bed with weeds, or the sky above the waves. */
export function drawWater({ top, bed, halo }: Water, isAbove: boolean): string {
  const back = field(isAbove ? lighter(top, .3) : top) + dot(256, 250, 214, halo);
  if (isAbove) return back + dots("84,92,22 112,84,30 142,94,20 396,64,18 420,58,24 444,66,16", "#fff");
  const weed = darker("#6fc19a", .08);
  return back + path("M0 452Q130 424 256 448T512 436V512H0Z", bed) +
    path("M0 486Q150 462 300 484T512 474V512H0Z", darker(bed, .07)) +
    line("M46 462Q28 420 50 386T44 310M76 466Q92 430 76 398", weed, 14) +
    line("M462 456Q482 418 460 384M488 460Q470 400 490 360T480 296", lighter(weed, .2), 14) +
    dots("420,466,16 112,482,12", darker(bed, .18)) + dot(444, 474, 10, darker(bed, .26));
}

/** Draws the waves and the splash in front of a fish that leaps. */
export function drawWaves({ top, deep }: Water): string {
  return path(toWave(424, 43, -34), deep) + path(toWave(458, 32, -26), lighter(top, .25)) +
    path(toWave(490, 43, -20), "#fff", ".5") +
    dots("214,396,9 178,378,6 250,402,6 300,398,8 462,376,7 446,398,9", deep);
}

/** Returns the path data of waves at this height. */
function toWave(y: number, half: number, rise: number): string {
  const count = Math.ceil(SIDE / (2 * half));
  return `M0 ${y}q${half}${rise} ${2 * half} 0${`t${2 * half} 0`.repeat(count - 1)}V512H0Z`;
}

/** Bubbles that rise from the mouth of a fish that looks to the left. */
export const BUBBLES: string = part("rise", drawBubble(44, 200, 15) + drawBubble(66, 150, 10)) +
  part("rise", drawBubble(38, 104, 19) + drawBubble(84, 62, 11) + drawBubble(448, 90, 12));

function drawBubble(x: number, y: number, r: number): string {
  return oval(x, y, r, r, "#ffffff", .75) + oval(x + r * .12, y + r * .12, r * .76, r * .76, "#bfe3f5", .5) +
    dot(x - r * .32, y - r * .34, r * .2, "#fff");
}
