import type { Habitat } from "./habitat.ts";
import { type Look, SLEEPING, type Surroundings } from "./look.ts";
import { part } from "./motion.ts";
import { withArticle } from "./words.ts";
import { BACKGROUND_COLOURS, darker, INK, isDistinct, lighter } from "./palette.ts";
import { d, dot, field, group, line, oval, path, SIDE } from "./shapes.ts";

/** What is around an animal on its background. */
export const DECORS = ["dots", "hearts", "stars", "clouds", "hills", "leaves", "confetti", "plain"] as const;

type Decor = typeof DECORS[number];

/** The background of an animal. */
export interface Background extends Surroundings {
  readonly hex: string;
  readonly decor: Decor;
  readonly traits: { readonly scene: string; readonly decor: Decor };
}

/** Every colour with a pale and with a deep halo, each with every decoration. */
const BACKGROUNDS = new Map(BACKGROUND_COLOURS.map(({ name, hex, deep }) => {
  const toBackground = (halo: string) =>
    DECORS.map((decor): Background => ({ hex, halo, decor, traits: { scene: name, decor } }));
  return [name as string, [lighter(hex, .42), deep].map(toBackground)];
}));

/** Returns the backgrounds for a coat: every colour whose halo is distinct from the coat, with each decoration. */
export function prepareBackgrounds(coat: string): readonly (readonly Background[])[] {
  return Array.from(BACKGROUNDS.values(), (halos) => halos.find(([first]) => isDistinct(first!.halo, coat)))
    .filter((backgrounds) => backgrounds !== undefined);
}

/** The end of the alternative text for each colour, prepared because planning reads it for every animal. */
const WORDS = new Map(
  BACKGROUND_COLOURS.map(({ name }) => [name as string, `, on ${withArticle(name)} background`]),
);

/** The backgrounds of all animals but fish. */
export const LAND: Habitat<Background> = {
  scenes: [...BACKGROUNDS.keys()],
  describe: (scene) => WORDS.get(scene)!,
  list: ({ scene, decor }) => {
    return BACKGROUNDS.get(scene)!.map((backgrounds) => backgrounds.find((each) => each.decor === decor)!);
  },
  fill: (hex) => ({ hex, halo: hex, decor: "plain", traits: { scene: "", decor: "plain" } }),
};

/** Draws what is behind an animal. */
export function drawBackground(background: Background): string {
  return field(background.hex) + dot(256, 256, 214, background.halo) + drawDecor(background);
}

/** Draws what is behind a face. */
export function drawFaceBackground({ hex, halo }: Pick<Background, "hex" | "halo">): string {
  return field(hex) + dot(256, 256, 232, halo);
}

/** Draws the shadow of an animal on the ground, from one x to another. */
export function drawShadow(from: number, to: number): string {
  return oval((from + to) / 2, 461, (to - from) / 2, 15, INK, .13);
}

/** What the snores of an animal depend on. */
type Sleeper = Look<Pick<Background, "halo">>;

/** Draws the letters above an animal if it sleeps; they rise from the point to the right, or to the left. */
export function drawSnores({ pose, background, isMirrored }: Sleeper, x: number, y: number): string {
  if (pose.name !== SLEEPING) return "";
  const letters = [[0, 0, 1], [38, -40, 1.3], [84, -92, 1.6]].map(([dx, dy, size]) => {
    const left = isMirrored ? SIDE - x - dx! - 20 * size! : x + dx!;
    return d`M${left} ${y + dy!}h${20 * size!}l${-20 * size!} ${22 * size!}h${20 * size!}`;
  });
  return part("rise", line(letters.join(""), darker(background.halo, .42), 7));
}

/** The x, y and size of each decoration: around the animal, never behind it. */
const DECOR_POSITIONS = [
  [62, 84, 1],
  [452, 70, .8],
  [40, 300, .7],
  [474, 268, 1],
  [120, 36, .6],
  [396, 34, .7],
  [76, 440, .8],
  [446, 430, .7],
] as const;

const CLOUD_POSITIONS = [[80, 96, 1], [436, 70, .8], [452, 300, .6]] as const;
function drawDecor({ hex, decor }: Background): string {
  if (decor === "plain") return "";
  if (decor === "hills") return drawHills(hex);
  const tint = lighter(hex, .62);
  return (decor === "clouds" ? CLOUD_POSITIONS : DECOR_POSITIONS).map(([x, y, size], i) => {
    return group(`translate(${x} ${y}) scale(${size})`, SPRITES[decor](tint, i));
  }).join("");
}

const SPRITES: Record<Exclude<Decor, "plain" | "hills">, (tint: string, index: number) => string> = {
  dots: (tint) => dot(0, 0, 17, tint),
  hearts: (tint) => path("M0 20C-30-2-20-24-6-20Q0-18 0-12Q0-18 6-20C20-24 30-2 0 20Z", tint),
  stars: (tint) => path("M0-24L7-7L24 0L7 7L0 24L-7 7L-24 0L-7-7Z", tint),
  clouds: (tint) => oval(0, 8, 54, 18, tint) + dot(-20, -4, 22, tint) + dot(14, -10, 28, tint),
  leaves: (tint, i) =>
    group(`rotate(${i * 47})`, path("M0-26C22-14 22 14 0 26C-22 14-22-14 0-26Z", tint), line("M0-8V30", tint, 4)),
  confetti: (_, i) =>
    group(`rotate(${i * 65})`, `<rect x="-11" y="-6" width="22" height="12" rx="6" fill="${CONFETTI[i % 4]}"/>`),
};

const CONFETTI = ["#f79aa8", "#8fc7f2", "#ffd166", "#a8dba0"] as const;

function drawHills(hex: string): string {
  return path("M0 400Q120 330 256 392T512 380V512H0Z", lighter(hex, .2)) +
    path("M0 446Q150 400 300 440T512 436V512H0Z", lighter(hex, .5)) + dot(430, 84, 40, "#fff3c4");
}
