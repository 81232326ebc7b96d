import type { Pixels } from "./pixels.ts";

/** A pixel is painted if it is at least half opaque: a terminal has no transparency. */
const MIN_ALPHA = 128;

/** The colour of a half of a character: what follows `38;` or `48;`. Without one, the terminal shows through. */
type Colour = string | undefined;

/**
 * Returns pixels as lines of text for a terminal with colours. A character is one pixel wide and two high: the
 * foreground colours its upper half block, the background its lower half.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const pixels = { width: 1, height: 2, data: new Uint8ClampedArray([255, 0, 0, 255, 0, 0, 255, 255]) };
 * assertEquals(toHalfBlocks(pixels), "\x1b[38;2;255;0;0;48;2;0;0;255m▀\x1b[0m\n");
 * ```
 */
export function toHalfBlocks(pixels: Pixels): string {
  let text = "";
  for (let y = 0; y < pixels.height; y += 2) text += `${toLine(pixels, y)}\n`;
  return text;
}

function toLine(pixels: Pixels, y: number): string {
  let text = "";
  let style = "";
  let hasBackground = false;
  let blanks = "";
  for (let x = 0; x < pixels.width; x++) {
    const [upper, lower] = [y, y + 1].map((row) => colourAt(pixels, x, row));
    if (upper === undefined && lower === undefined) {
      blanks += " ";
      continue;
    }
    // Blanks have no colour, and those at the end of a line are left out.
    if (blanks !== "") {
      text += style === "" ? blanks : `\x1b[0m${blanks}`;
      [style, blanks, hasBackground] = ["", "", false];
    }
    const [colours, character] = toCell(upper, lower);
    const needsBackground = upper !== undefined && lower !== undefined;
    // The background of the character before it must not stay.
    if (colours !== style) text += `\x1b[${hasBackground && !needsBackground ? "0;" : ""}${colours}m`;
    text += character;
    [style, hasBackground] = [colours, needsBackground];
  }
  return style === "" ? text : `${text}\x1b[0m`;
}

function colourAt({ width, height, data }: Pixels, x: number, y: number): Colour {
  const i = 4 * (y * width + x);
  if (y >= height || data[i + 3]! < MIN_ALPHA) return undefined;
  return `2;${data[i]};${data[i + 1]};${data[i + 2]}`;
}

function toCell(upper: Colour, lower: Colour): readonly [colours: string, character: string] {
  if (lower === undefined) return [`38;${upper}`, "▀"];
  if (upper === undefined) return [`38;${lower}`, "▄"];
  return [`38;${upper};48;${lower}`, "▀"];
}
