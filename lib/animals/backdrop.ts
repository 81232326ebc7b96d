import { mix } from "./palette.ts";
import { DECORS, LAND } from "./scene.ts";
import { field } from "./shapes.ts";
import { toKey } from "./words.ts";

/** What a caller wants behind an animal: nothing, colours, or another scene of ours. */
export type Backdrop = "none" | Fill | ChosenScene;

/** A colour, or a gradient from top to bottom: `#ff8800`. */
export interface Fill {
  readonly top: string;
  readonly bottom: string;
}

/** A colour of our scenes, a decoration, or both. */
export interface ChosenScene {
  readonly scene?: string;
  readonly decor?: string;
}

/** The words of backgrounds on land, as a URL has them. A colour and a decoration can be joined: `mint-hearts`. */
export const SCENE_WORDS: readonly string[] = [...LAND.scenes.map(toKey), ...DECORS];

/** Parses a background as a URL has it: `none`, `f80`, `ff8800-0088ff`, `mint`, `hearts` or `mint-hearts`. */
export function parseBackdrop(text: string): Backdrop | undefined {
  if (text === "none") return "none";
  // Three parts are too many already, and a long text can have thousands.
  const colours = text.split("-", 3).map(toSixDigits);
  if (colours.length <= 2 && colours.every((colour) => colour !== undefined)) {
    return { top: colours[0]!, bottom: colours.at(-1)! };
  }
  return SCENES.get(toKey(text));
}

/** Every scene that can be chosen, by what a URL has for it. */
const SCENES = new Map<string, ChosenScene>([
  ...LAND.scenes.map((scene) => [toKey(scene), { scene }] as const),
  ...DECORS.map((decor) => [decor, { decor }] as const),
  ...LAND.scenes.flatMap((scene) => DECORS.map((decor) => [`${toKey(scene)}-${decor}`, { scene, decor }] as const)),
]);

/** Reports whether a background consists of colours of the caller. */
export function isFill(backdrop: Backdrop | undefined): backdrop is Fill {
  return typeof backdrop === "object" && "top" in backdrop;
}

/** Returns the scene that a caller has chosen. Nothing and colours leave the scene of the name as it is. */
export function toChosenScene(backdrop: Backdrop | undefined): ChosenScene {
  return backdrop === undefined || backdrop === "none" || isFill(backdrop) ? {} : backdrop;
}

/** Returns the colour in the middle, which decides about lines in front of it. */
export function middleOf({ top, bottom }: Fill): string {
  return mix(top, bottom, .5);
}

/** Describes a background of colours: the end of the alternative text. */
export function describeFill({ top, bottom }: Fill): string {
  return top === bottom ? `, on the colour ${top}` : `, on a gradient from ${top} to ${bottom}`;
}

/** Fills the whole picture with colours. A gradient has its colours in its id, because a page may contain many. */
export function drawFill({ top, bottom }: Fill): string {
  if (top === bottom) return drawField(top);
  const id = `g-${top.slice(1)}-${bottom.slice(1)}`;
  return `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>` +
    `</linearGradient>${drawField(`url(#${id})`)}`;
}

/** Fills the picture as {@linkcode field} does, but writes `x`: within a major version, drawings keep their bytes. */
function drawField(fill: string): string {
  return field(fill).replace("<rect", '<rect x="0"');
}

function toSixDigits(text: string): string | undefined {
  const digits = /^#?((?:[0-9a-f]{3}){1,2})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, "$&$&")}`;
}
