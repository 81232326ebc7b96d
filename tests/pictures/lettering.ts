/** The height of a line of the alphabet below: from the top of an `l` to the bottom of a `p`. */
const LINE = 120;

/** The y of the baseline in it. */
const BASELINE = 96;

/** The space between two letters, and the width of a space. */
const GAP = 21;
const SPACE = 18;

/** The width of every character of a terminal. */
const CELL = 62;

/** The path and the width of each character. Drawn, so that the pictures are the same on machines with other fonts. */
const CHARACTERS: Readonly<Record<string, readonly [path: string, width: number]>> = {
  a: ["M44 70a22 26 0 1 1-44 0a22 26 0 1 1 44 0ZM44 45V96", 44],
  b: ["M0 70a22 26 0 1 1 44 0a22 26 0 1 1-44 0ZM0 17V96", 44],
  c: ["M41 55A22 26 0 1 0 41 85", 41],
  d: ["M44 70a22 26 0 1 1-44 0a22 26 0 1 1 44 0ZM44 17V96", 44],
  e: ["M1 70H45A22 26 0 1 0 40 86", 45],
  f: ["M31 18C17 13 11 20 11 34V96M0 46H27", 29],
  g: ["M44 70a22 26 0 1 1-44 0a22 26 0 1 1 44 0ZM44 45V98C44 124 8 126 2 110", 44],
  h: ["M0 17V96M0 68C0 37 40 37 40 68V96", 40],
  i: ["M0 46V96M0 21V21.5", 0],
  j: ["M12 46V104C12 118 4 122-4 119M12 21V21.5", 14],
  k: ["M0 17V96M36 45L0 77M13 66L39 96", 39],
  l: ["M0 17V96", 0],
  m: ["M0 45V96M0 66C0 38 34 38 34 66V96M34 66C34 38 68 38 68 66V96", 68],
  n: ["M0 45V96M0 68C0 37 40 37 40 68V96", 40],
  o: ["M0 70a23 26 0 1 1 46 0a23 26 0 1 1-46 0Z", 46],
  p: ["M0 70a22 26 0 1 1 44 0a22 26 0 1 1-44 0ZM0 45V120", 44],
  q: ["M44 70a22 26 0 1 1-44 0a22 26 0 1 1 44 0ZM44 45V120", 44],
  r: ["M0 45V96M0 70C0 50 10 43 26 46", 26],
  s: ["M33 54C27 40 2 41 2 57C2 74 35 66 35 82C35 100 5 100 0 86", 35],
  t: ["M12 25V80C12 94 20 98 32 94M0 46H29", 32],
  u: ["M0 45V73C0 104 40 104 40 73M40 45V96", 40],
  v: ["M0 45L21 96L42 45", 42],
  w: ["M0 45L16 96L33 50L50 96L66 45", 66],
  x: ["M0 45L38 96M38 45L0 96", 38],
  y: ["M0 45L21 95M42 45L21 95C14 114 8 121-3 118", 42],
  z: ["M0 45H37L0 96H38", 38],
  A: ["M0 96L28 20L56 96M11 70H45", 56],
  P: ["M0 96V20H26C54 20 54 63 26 63H0", 47],
  // Narrower than it is, because the next letter fits below its bar.
  T: ["M0 20H56M28 20V96", 47],
  "/": ["M0 108L34 12", 34],
  ".": ["M0 95V95.5", 0],
  ",": ["M5 95C7 104 5 110 0 115", 6],
  ":": ["M0 56V56.5M0 95V95.5", 0],
  "-": ["M0 68H32", 32],
  "=": ["M0 57H36M0 80H36", 36],
  "$": ["M36 36C28 20 2 22 2 40C2 62 39 52 39 74C39 94 6 96 0 80M20 12V104", 39],
  "5": ["M38 20H8L5 50C20 40 44 46 44 70C44 98 12 102 0 86", 44],
  "4": ["M36 96V20L0 74H48", 48],
};

/** Where and how a text is drawn. */
export interface LetteringOptions {
  readonly x: number;
  /** The y of the baseline. */
  readonly y: number;
  /** The height of a line. */
  readonly size: number;
  readonly colour: string;
  /** The width of the strokes, for a size of {@linkcode LINE}. */
  readonly stroke: number;
  /** Whether every character is equally wide, as in a terminal. */
  readonly isMonospaced?: boolean;
}

/** Returns the width of a text with a size. */
export function measureLettering(text: string, size: number): number {
  return Array.from(text).reduce((sum, each) => sum + widthOf(each) + GAP, -GAP) * size / LINE;
}

/** Draws a line of text as SVG. @throws {Error} If a character is not in the alphabet. */
export function drawLettering(text: string, options: LetteringOptions): string {
  const { x, y, size, colour, stroke, isMonospaced = false } = options;
  let start = 0;
  const letters = Array.from(text).map((each) => {
    const width = widthOf(each);
    const ratio = isMonospaced ? Math.min(1, (CELL - GAP) / width) : 1;
    const left = isMonospaced ? start + (CELL - width * ratio) / 2 : start;
    start += isMonospaced ? CELL : width + GAP;
    const transform = `translate(${left} ${-BASELINE}) scale(${ratio} 1)`;
    return each === " " ? "" : `<path transform="${transform}" d="${CHARACTERS[each]![0]}"/>`;
  });
  return `<g transform="translate(${x} ${y}) scale(${size / LINE})" fill="none" stroke="${colour}" ` +
    `stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round">${letters.join("")}</g>`;
}

function widthOf(character: string): number {
  if (character === " ") return SPACE;
  const drawn = CHARACTERS[character];
  if (drawn === undefined) {
    throw new Error(`Cannot draw the text: must have letters that are drawn, got "${character}"`);
  }
  return drawn[1];
}
