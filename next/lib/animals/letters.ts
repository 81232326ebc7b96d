import { INK } from "./palette.ts";
import { group, line } from "./shapes.ts";

/** The path data of each character, 60 wide and 90 high. Drawn, because every viewer has other fonts, or none. */
const CHARACTERS: Readonly<Record<string, string>> = {
  0: "M30 5C8 5 5 30 5 45S8 85 30 85 55 60 55 45 52 5 30 5Z",
  1: "M16 22L34 6V85",
  2: "M8 26C8 0 52 0 52 26C52 48 12 62 8 85H54",
  3: "M9 16C20 0 52 2 52 24C52 40 36 43 26 43C40 43 55 48 55 64C55 88 20 92 7 74",
  4: "M42 85V6L6 60H56",
  5: "M50 6H15L11 43C30 31 55 38 55 60C55 88 20 92 7 74",
  6: "M46 7C20 14 6 40 6 60C6 93 54 93 54 60C54 34 16 32 7 56",
  7: "M6 6H54C40 30 28 56 24 85",
  8: "M30 43C6 40 4 6 30 6S54 40 30 43C2 46 0 85 30 85S58 46 30 43Z",
  9: "M14 84C40 78 54 52 54 32C54 0 6 0 6 32C6 58 44 60 53 36",
  A: "M6 85L30 6L54 85M15 58H45",
  B: "M8 44H30C56 44 56 6 30 6H8V85H32C62 85 62 44 32 44",
  C: "M54 20C42 0 6 0 6 45S42 91 54 71",
  D: "M8 6V85H22C66 85 66 6 22 6Z",
  E: "M52 6H8V85H52M8 45H44",
  F: "M52 6H8V85M8 45H44",
  G: "M53 20C42 0 6 0 6 45C6 94 54 94 54 60V50H34",
  H: "M8 6V85M52 6V85M8 45H52",
  I: "M5 6V85",
  J: "M44 6V62C44 92 10 92 8 64",
  K: "M8 6V85M52 6L8 52M24 36L54 85",
  L: "M8 6V85H50",
  M: "M6 85V6L34 56L62 6V85",
  N: "M8 85V6L52 85V6",
  O: "M30 6C-2 6-2 85 30 85S62 6 30 6Z",
  P: "M8 85V6H32C60 6 60 50 32 50H8",
  Q: "M30 6C-2 6-2 85 30 85S62 6 30 6ZM38 66L56 88",
  R: "M8 85V6H32C60 6 60 50 32 50H8M32 50L54 85",
  S: "M50 18C40 0 8 2 8 25C8 52 53 38 53 65C53 92 14 92 6 70",
  T: "M5 6H55M30 6V85",
  U: "M8 6V56C8 95 52 95 52 56V6",
  V: "M6 6L30 85L54 6",
  W: "M4 6L20 85L36 16L52 85L68 6",
  X: "M8 6L52 85M52 6L8 85",
  Y: "M6 6L30 46L54 6M30 46V85",
  Z: "M8 6H52L8 85H54",
  "'": "M6 6V24",
  "-": "M8 47H36",
};

/** The widths of the characters that are not 60 wide. */
const WIDTHS: Readonly<Record<string, number>> = { I: 10, M: 68, W: 72, "'": 12, "-": 44, " ": 20 };

/** The space between two characters. */
const GAP = 24;

/** Where and how large a text is drawn. */
export interface LetterOptions {
  readonly middle: number;
  readonly top: number;
  /** The size; 1 means a height of 90. */
  readonly scale: number;
  /** The width that the text may have. A wider one is drawn smaller. */
  readonly maxWidth: number;
}

/** Returns the width of a line of {@linkcode drawLetters} with the scale 1. */
export function measureLetters(text: string): number {
  return toCharacters(text).reduce((sum, each) => sum + widthOf(each) + GAP, -GAP);
}

/** Draws a line of digits and letters, which are all capitals. Other characters are left out. */
export function drawLetters(text: string, { middle, top, scale: wanted, maxWidth }: LetterOptions): string {
  const total = measureLetters(text);
  const scale = Math.round(Math.min(wanted, maxWidth / total) * 1000) / 1000;
  let x = middle - total * scale / 2;
  return toCharacters(text).map((each) => {
    const start = Math.round(x * 10) / 10;
    x += (widthOf(each) + GAP) * scale;
    return each === " " ? "" : group(`translate(${start} ${top}) scale(${scale})`, line(CHARACTERS[each]!, INK, 17));
  }).join("");
}

function toCharacters(text: string): string[] {
  return Array.from(text.toUpperCase()).filter((each) => each in CHARACTERS || each === " ");
}

function widthOf(character: string): number {
  return WIDTHS[character] ?? 60;
}
