import type { AnimalOptions } from "@pawkit/animals/named";
import { drawLettering, measureLettering } from "./lettering.ts";
import { COLOURS, drawTile } from "./preview.ts";

/** The options of Ada's cat under each caption: the parameters in the address. */
export type Sheet = Readonly<Record<string, AnimalOptions>>;

/** What the parameters of a view do. */
export const LOOKS: Sheet = {
  "/cat/Ada": {},
  "view=face": { view: "face" },
  "radius=max": { view: "face", radius: "max" },
  "background=ffd54a": { view: "face", radius: "max", background: "ffd54a" },
};

/** What some traits do. */
export const DRESSED: Sheet = {
  "wears=crown": { wears: "crown" },
  "coat=ginger": { coat: "ginger" },
  "pose=sleeping": { pose: "sleeping" },
  "mood=winking": { mood: "winking" },
};

/** The side of an animal, the space around it, and the height of a caption. */
const SIDE = 144;
const SPACE = 16;
const CAPTION = 26;

/** The size of the letters. */
const SIZE = 19;

/** Draws Ada's cat with several options next to each other. The card is light, so that captions suit dark pages. */
export function drawSheet(sheet: Sheet): { readonly svg: string; readonly width: number } {
  const entries = Object.entries(sheet);
  const width = entries.length * (SIDE + SPACE) + SPACE;
  const height = SIDE + 2 * SPACE + CAPTION;
  const tiles = entries.map(([caption, options], index) => {
    const x = SPACE + index * (SIDE + SPACE);
    const middle = x + (SIDE - measureLettering(caption, SIZE)) / 2;
    return drawTile({ kind: "cat", name: "Ada", options, x, y: SPACE, side: SIDE }) +
      drawLettering(caption, { x: middle, y: height - 20, size: SIZE, stroke: 11, colour: COLOURS.ink });
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
    `height="${height}"><rect width="${width}" height="${height}" fill="${COLOURS.card}"/>${tiles.join("")}</svg>`;
  return { svg, width };
}
