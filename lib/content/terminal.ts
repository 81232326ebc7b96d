import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";

/** The number of columns of a picture in a terminal. */
export const TERMINAL_COLUMNS = 40;

/** The radius of its corners in pixels, of which a column is one. */
export const TERMINAL_RADIUS = 4;

/** An animal in a terminal. */
export interface TerminalAnimal {
  /** The picture in half blocks, of `toHalfBlocks`; empty for a photograph. */
  readonly picture: string;
  /** The name as it was typed, or both names of a family. */
  readonly name: string;
  /** The alternative text. */
  readonly alt: string;
  /** The address of the picture. */
  readonly url: string;
}

/**
 * Returns the text of an animal for a terminal: the picture, who it is, and the address of the picture. A name may
 * contain control and bidirectional characters, which a terminal would obey: they are written as `\u001b`.
 */
export function toTerminalText({ picture, name, alt, url }: TerminalAnimal): string {
  const start = picture === "" ? "" : `${picture}\n`;
  return `${start}${escapeUnsafe(`${name} is ${alt}.`)}\n${escapeUnsafe(url)}\n`;
}
