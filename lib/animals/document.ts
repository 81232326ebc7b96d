import { part, toMoving, toStill } from "./motion.ts";
import type { Random } from "./random.ts";
import { group, SIDE } from "./shapes.ts";

/** The layers of a drawing, the lowest first. */
export interface Layers {
  readonly background: string;
  /** The animal, and what it is on, which belongs to it: a branch. */
  readonly animal: string;
  /** What is in front of the animal and belongs to the background: waves, bubbles. */
  readonly front?: string;
}

/** The face of an animal, with what it wears there. */
export interface Face {
  /** The colour of the background and the disc behind the face. */
  readonly background: string;
  readonly head: string;
  /** The square of the plane that contains the head: its middle and its side. */
  readonly box: readonly [x: number, y: number, side: number];
  /** The y of the chin, or of what a sign in front of the animal may cover. */
  readonly chin: number;
  /** The left paw, wing or fin, around 0 0, which holds the edge of a sign. */
  readonly hand: string;
}

/** The size of a document. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a drawing. */
export const SQUARE: Size = { width: SIDE, height: SIDE };

/** Options of an SVG document. */
export interface SvgOptions {
  /** The radius of its corners. */
  readonly radius?: number | undefined;
  /** Creates the stream of numbers that decides the times of a moving picture. Without one nothing moves. */
  readonly seedMotion?: (() => Random) | undefined;
}

/** Returns the SVG document of a drawing: a square with round corners. */
export function toDocument(alt: string, { background, animal, front = "" }: Layers, options: SvgOptions): string {
  return toSvg(alt, SQUARE, background + animal + front, options);
}

/** Returns the SVG document of a face. */
export function toFaceDocument(alt: string, { background, ...face }: Face, options: SvgOptions): string {
  return toSvg(alt, SQUARE, background + part("breathe", drawFaceAt(face, 256, 256, SIDE), [256, 460]), options);
}

/** Draws a face so that its box has this middle and side. */
export function drawFaceAt({ head, box }: Pick<Face, "head" | "box">, x: number, y: number, side: number): string {
  const size = Math.round(side / box[2] * 1000) / 1000;
  return group(`translate(${x} ${y}) scale(${size}) translate(${-box[0]} ${-box[1]})`, head);
}

/** Returns an SVG document; its title is the text for screen readers. */
export function toSvg(
  alt: string,
  { width, height }: Size,
  drawing: string,
  { radius = 0, seedMotion }: SvgOptions = {},
): string {
  const content = seedMotion === undefined ? toStill(drawing) : toMoving(drawing, seedMotion());
  const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
    `height="${height}" role="img" stroke-linecap="round" stroke-linejoin="round"><title>${alt}</title>`;
  if (radius === 0) return `${start}${content}</svg>`;
  // Named after what it is, because a page can contain many drawings, and equal ids must mean the same.
  const id = `r${radius}`;
  return `${start}<clipPath id="${id}"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath>` +
    `<g clip-path="url(#${id})">${content}</g></svg>`;
}
