import { FACE_OF } from "@pawkit/animals";
import { TERMINAL_PARAMETERS } from "@/lib/content/parameters.ts";
import type { PictureVariant, TextOptions } from "@/lib/content/drawings/variant.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/** The radius of the corners, as a part of the width. */
const RADIUS = 0.1;

/**
 * Reads `columns` and `colors`.
 *
 * @throws {ApiError} `invalid_parameter` with the allowed values.
 */
export function parseTextOptions(query: URLSearchParams): TextOptions {
  const { columns, colors: colours } = parseValues(query, TERMINAL_PARAMETERS);
  return { columns, colours };
}

/** Returns the variant that shows the same as that of a picture in a terminal. */
export function toTerminalVariant(variant: PictureVariant, { columns, colours }: TextOptions): PictureVariant {
  return {
    ...variant,
    type: "txt",
    size: columns,
    radius: columns * RADIUS,
    // Among the lines of the background, those of the animal would be hard to see.
    background: colours === "none" ? "none" : variant.background,
    colours,
  };
}

/** An animal in a terminal. */
export interface TerminalAnimal {
  /** The picture in half blocks or a line drawing, or empty for a photograph. */
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
  const lines = [toSentence(name, alt), url, ...family];
  return start + lines.map((line) => `${escapeUnsafe(line)}\n`).join("");
}

/** Returns who an animal is: `Ada is a cheerful cat.`, or `Ada's face: a cheerful cat.` */
export function toSentence(name: string, alt: string): string {
  return alt.startsWith(FACE_OF) ? `${name}'s face: ${alt.slice(FACE_OF.length)}.` : `${name} is ${alt}.`;
}
