/**
 * Returns an estimate of the width of a text. It is that of a wide font (DejaVu Sans, Verdana), because every viewer
 * has another one and the text must fit with all of them.
 */
export function measureText(text: string, size: number): number {
  return addWidth(0, text) * size;
}

/** Returns a width after a text was added, for a font of the size 1. */
function addWidth(width: number, text: string): number {
  let sum = width;
  for (const character of text) sum += widthOf(character);
  return sum;
}

/** Splits a text into lines that fit a width: between words, or inside of a word that is too long for a line. */
export function wrapText(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  // Each character is measured once: callers choose parts of the text, and measuring took 3 ms.
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    const start = line === "" ? "" : `${line} `;
    const longer = addWidth(used, line === "" ? word : ` ${word}`);
    if (longer * size <= width) {
      line = start + word;
      used = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const parts = breakWord(word, size, width);
    line = parts.pop()!;
    used = addWidth(0, line);
    lines.push(...parts);
  }
  return line === "" ? lines : [...lines, line];
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

function breakWord(word: string, size: number, width: number): string[] {
  const parts = [""];
  let used = 0;
  for (const character of word) {
    used += widthOf(character);
    if (used * size > width) {
      parts.push("");
      used = widthOf(character);
    }
    parts[parts.length - 1] += character;
  }
  return parts;
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
