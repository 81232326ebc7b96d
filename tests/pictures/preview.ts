import { type AnimalOptions, drawAnimal } from "@pawkit/animals/named";
import type { AnimalKind } from "@pawkit/animals";
import { drawLettering, measureLettering } from "./lettering.ts";

/** The colours of the page in the light, as in static/style.css. */
export const COLOURS = { paper: "#fbf6ef", card: "#fffdfa", ink: "#2b2019", soft: "#6a5a4e", line: "#e8dccd" };

/** An animal at a place of a picture. */
export interface Tile {
  readonly kind: AnimalKind;
  readonly name: string;
  readonly options?: AnimalOptions;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Draws an animal as a part of another SVG document. */
export function drawTile({ kind, name, options = {}, x, y, side }: Tile): string {
  const drawing = drawAnimal(kind, name, options).replace(/^<svg[^>]*><title>[^<]*<\/title>/, "").replace(
    /<\/svg>$/,
    "",
  );
  return `<g transform="translate(${x} ${y}) scale(${side / 512})" stroke-linecap="round" stroke-linejoin="round">` +
    `${drawing}</g>`;
}

/** The sides of the animal that the picture is about, and of those around it. */
const LARGE = 404;
const SMALL = 192;

/** The corners, as on the page. */
const ROUND = { radius: 92 };

/** The animals around the first one: kinds, names and places. */
const OTHERS: readonly (readonly [AnimalKind, string, x: number, y: number])[] = [
  ["fox", "Grace", 644, -99],
  ["bird", "Linus", 856, -99],
  ["fish", "Nemo", 1068, -99],
  ["dog", "Rex", 1068, 113],
  ["alpaca", "Guido", 1068, 325],
  ["cat", "Radia", 644, 537],
  ["fox", "Alan", 856, 537],
  ["bird", "Rio", 1068, 537],
];

/** Draws the picture of link previews and of the README, 1200 × 630: the pitch, a name and its animal among others. */
export async function drawPreview(): Promise<string> {
  const icon = await Deno.readTextFile(new URL("../../static/favicon.svg", import.meta.url));
  const logo = `<g transform="translate(66 62) scale(1.03)">${
    icon.replace(/^<svg[^>]*>/, "").replace("</svg>", "")
  }</g>`;
  const write = (text: string, x: number, y: number, size: number, stroke = 15, colour = COLOURS.ink) =>
    drawLettering(text, { x, y, size, stroke, colour });
  const name = "Ada";
  const caret = 100 + measureLettering(name, 62) + 14;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">` +
    `<rect width="1200" height="630" fill="${COLOURS.paper}"/>` +
    logo + write("Pawkit", 152, 108, 48, 16) +
    ["Type a name,", "meet your", "animal."].map((line, i) => write(line, 76, 240 + 94 * i, 88, 17)).join("") +
    `<rect x="70" y="490" width="470" height="84" rx="26" fill="${COLOURS.card}" stroke="${COLOURS.soft}" ` +
    `stroke-width="3"/>` + write(name, 100, 551, 62, 13) +
    `<rect x="${caret}" y="508" width="4" height="48" rx="2" fill="#c84b13"/>` +
    drawTile({ kind: "cat", name, options: ROUND, x: 644, y: 113, side: LARGE }) +
    OTHERS.map(([kind, name, x, y]) => drawTile({ kind, name, options: ROUND, x, y, side: SMALL })).join("") + `</svg>`;
}
