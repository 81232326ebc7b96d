import { drawLettering } from "./lettering.ts";

/** The colours of the terminal. */
const BACKGROUND = "#211414";
const PROMPT = "#b8e994";
const TEXT = "#fdf6e3";

/** The side of a pixel, the space around all, and the height of a line of text. */
const PIXEL = 9;
const MARGIN = 24;
const LINE = 26;

/** The size of the letters, and the most of them in a line. */
const SIZE = 19.5;
const COLUMNS = 62;

/** Draws a command and its response in a terminal. The response is a picture of half blocks and lines of text. */
export function drawTerminal(command: string, response: string): { readonly svg: string; readonly width: number } {
  const lines = response.trimEnd().split("\n");
  const isPicture = (line: string) => line.includes("\x1b[");
  const rows = lines.filter(isPicture);
  const texts = lines.filter((line) => line !== "" && !isPicture(line)).flatMap(wrap);
  const top = MARGIN + LINE + 6;
  const below = top + rows.length * 2 * PIXEL + 14;
  const width = 2 * MARGIN + COLUMNS * 10;
  const height = below + texts.length * LINE + MARGIN - 4;
  const write = (text: string, y: number, colour: string) =>
    drawLettering(text, { x: MARGIN, y, size: SIZE, stroke: 11, colour, isMonospaced: true });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
    `height="${height}"><rect width="${width}" height="${height}" fill="${BACKGROUND}"/>` +
    write(`$ ${command}`, MARGIN + 16, PROMPT) + rows.map((row, i) => drawRow(row, top + i * 2 * PIXEL)).join("") +
    texts.map((text, i) => write(text, below + 18 + i * LINE, TEXT)).join("") + "</svg>";
  return { svg, width };
}

/** Draws a row of half blocks: the upper half has the colour of the text, the lower one that of the background. */
function drawRow(row: string, top: number): string {
  let [text, background]: (string | undefined)[] = [];
  let column = 0;
  let drawn = "";
  const fill = (y: number, colour: string | undefined) => {
    const x = MARGIN + column * PIXEL;
    return colour && `<rect x="${x}" y="${y}" width="${PIXEL}" height="${PIXEL}" fill="rgb(${colour})"/>`;
  };
  // deno-lint-ignore no-control-regex -- escape sequences are what it looks for
  for (const [, codes, character] of row.matchAll(/\x1b\[([\d;]*)m|(.)/gu)) {
    if (codes !== undefined) {
      if (/^0?(;|$)/.test(codes)) text = background = undefined;
      if (/(^|;)39(;|$)/.test(codes)) text = undefined;
      if (/(^|;)49(;|$)/.test(codes)) background = undefined;
      text = toColour(codes, 38) ?? text;
      background = toColour(codes, 48) ?? background;
      continue;
    }
    const [upper, lower] = character === "▀" ? [text, background] : character === "▄" ? [background, text] : [];
    drawn += (fill(top, upper) ?? "") + (fill(top + PIXEL, lower) ?? "");
    column++;
  }
  return drawn;
}

function toColour(codes: string, start: number): string | undefined {
  return new RegExp(`(?:^|;)${start};2;(\\d+);(\\d+);(\\d+)`).exec(codes)?.slice(1).join();
}

/** Breaks a line between words. */
function wrap(line: string): string[] {
  return line.split(" ").reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    return longer.length > COLUMNS || last === undefined ? [...lines, word] : [...lines.slice(0, -1), longer];
  }, []);
}
