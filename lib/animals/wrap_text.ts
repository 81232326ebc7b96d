/**
 * Returns an estimate of the width of a text in a wide font such as DejaVu Sans or Verdana. Every viewer has other
 * fonts, and the text must fit with all of them.
 */
export function measureText(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width * size;
}

/** Splits a short text into lines that fit a width: between words, or inside of a word that is too long for a line. */
export function wrapText(text: string, size: number, width: number): string[] {
  const lines = [""];
  const fits = (line: string) => measureText(line, size) <= width;
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    const last = lines.at(-1)!;
    const longer = last === "" ? word : `${last} ${word}`;
    if (fits(longer)) {
      lines[lines.length - 1] = longer;
      continue;
    }
    if (last !== "") lines.push("");
    for (const character of word) {
      if (!fits(lines.at(-1)! + character)) lines.push("");
      lines[lines.length - 1] += character;
    }
  }
  return lines.filter((line) => line !== "");
}

/** Like {@linkcode wrapText}, with lines of about the same length: a last line with one word looks like a mistake. */
export function wrapEvenly(text: string, size: number, width: number): string[] {
  let lines = wrapText(text, size, width);
  for (let narrower = width - size; narrower > width / 2; narrower -= size) {
    const candidate = wrapText(text, size, narrower);
    if (candidate.length > lines.length) break;
    lines = candidate;
  }
  return lines;
}

/** The width of a character, if the size of the font is 1. */
function widthOf(character: string): number {
  if (/[\p{M}\u200d]/u.test(character)) return 0;
  if (/[ijl.,:;'|!()[\] ]/.test(character)) return .36;
  if (/[mwMW@%]/.test(character)) return .96;
  if (/[A-Z]/.test(character)) return .72;
  // Latin, Greek, Cyrillic, Hebrew and Arabic. Others may be as wide as high.
  return character < "\u0800" ? .62 : 1.05;
}
