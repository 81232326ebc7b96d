import type { Layers } from "./document.ts";
import type { Habitat } from "./habitat.ts";
import type { Surroundings } from "./look.ts";
import { part } from "./motion.ts";
import { darker, isDistinct, lighter } from "./palette.ts";
import { dot, dots, field, type Frame, line, oval, path, WIDE } from "./shapes.ts";

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
export function drawWater({ top, bed, halo }: Water, isAbove: boolean, frame: Frame): Layers["background"] {
  const isWide = frame === WIDE;
  const back = [field(isAbove ? lighter(top, .3) : top, frame), dot(256, 250, 214, halo)] as const;
  if (isAbove) {
    const more = isWide ? "-150,130,24 -118,120,34 -86,132,22 606,150,20 634,142,28 660,152,18 " : "";
    return [...back, dots(`${more}84,92,22 112,84,30 142,94,20 396,64,18 420,58,24 444,66,16`, "#fff")];
  }
  const weed = darker("#6fc19a", .08);
  const [far, near] = isWide
    ? [
      "M-224 440Q-130 480 0 452Q130 424 256 448T512 436T736 446V512H-224Z",
      "M-224 482Q-150 510 0 486Q150 462 300 484T512 474T736 482V512H-224Z",
    ]
    : ["M0 452Q130 424 256 448T512 436V512H0Z", "M0 486Q150 462 300 484T512 474V512H0Z"];
  const decor = path(far, bed) + path(near, darker(bed, .07)) +
    line(`M46 462Q28 420 50 386T44 310M76 466Q92 430 76 398${isWide ? WIDE_WEEDS[0] : ""}`, weed, 14) +
    line(
      `M462 456Q482 418 460 384M488 460Q470 400 490 360T480 296${isWide ? WIDE_WEEDS[1] : ""}`,
      lighter(weed, .2),
      14,
    ) +
    dots(`420,466,16 112,482,12${isWide ? " -120,478,18 676,474,14" : ""}`, darker(bed, .18)) +
    dot(444, 474, 10, darker(bed, .26));
  return [...back, decor];
}

/** Further weeds at both sides of a preview. */
const WIDE_WEEDS = [
  "M-176 466Q-194 410-172 366T-178 270M-148 468Q-132 430-146 396M596 462Q580 430 596 402",
  "M-64 470Q-80 440-62 410M664 462Q684 400 662 350T672 250M700 464Q716 424 700 384",
] as const;

/** Draws the waves and the splash in front of a fish that leaps. */
export function drawWaves({ top, deep }: Water, frame: Frame): string {
  return path(toWave(frame, 424, 43, -34), deep) +
    path(toWave(frame, 458, 32, -26), lighter(top, .25)) +
    path(toWave(frame, 490, 43, -20), "#fff", ".5") +
    dots("214,396,9 178,378,6 250,402,6 300,398,8 462,376,7 446,398,9", deep);
}

/** Returns the path data of waves at this height, from one side of the frame to the other. */
function toWave({ x, width }: Frame, y: number, half: number, rise: number): string {
  const count = Math.ceil(width / (2 * half));
  return `M${x} ${y}q${half}${rise} ${2 * half} 0${`t${2 * half} 0`.repeat(count - 1)}V512H${x}Z`;
}

/** Bubbles that rise from the mouth of a fish that looks to the left. */
export const BUBBLES: string = part("rise", drawBubble(44, 200, 15) + drawBubble(66, 150, 10)) +
  part("rise", drawBubble(38, 104, 19) + drawBubble(84, 62, 11) + drawBubble(448, 90, 12));

function drawBubble(x: number, y: number, r: number): string {
  return oval(x, y, r, r, "#ffffff", .75) + oval(x + r * .12, y + r * .12, r * .76, r * .76, "#bfe3f5", .5) +
    dot(x - r * .32, y - r * .34, r * .2, "#fff");
}
