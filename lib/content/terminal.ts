import { FACE_OF } from "@pawkit/animals";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

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
  /** The parents, if it is the child of two. */
  readonly parents?: readonly TerminalParent[] | undefined;
}

/** A parent of an animal in a terminal. */
export interface TerminalParent {
  readonly name: string;
  /** The address at which the terminal shows it. */
  readonly url: string;
}

/**
 * Returns the text of an animal for a terminal: the picture, who it is, the address of the picture, and its parents. A
 * name may contain control and bidirectional characters, which a terminal would obey: they are written as `\u001b`.
 */
export function toTerminalText({ picture, name, alt, url, parents = [] }: TerminalAnimal): string {
  const start = picture === "" ? "" : `${picture}\n`;
  const family = parents.length === 0 ? [] : [
    `Its parents are ${parents.map((parent) => parent.name).join(" and ")}:`,
    ...parents.map((parent) => parent.url),
  ];
  const lines = [describe(name, alt), url, ...family];
  return start + lines.map((line) => `${escapeUnsafe(line)}\n`).join("");
}

function describe(name: string, alt: string): string {
  return alt.startsWith(FACE_OF) ? `${name}'s face: ${alt.slice(FACE_OF.length)}.` : `${name} is ${alt}.`;
}
