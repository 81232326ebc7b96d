// The few SVG elements that every drawing is made of. No `opacity` and no `clip-path`: the rasteriser pays 20 to 35 ms
// for each, while `fill-opacity` and a pattern paint cost next to nothing.

/** Width and height of every drawing. */
export const SIDE = 512;

/** Draws a filled path. */
export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

/** Draws an open, round-ended line. */
export function line(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Draws rings across a line of the same course. */
export function rings(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="13 21" stroke-dashoffset="-30"/>`;
}

/** Draws an ellipse. */
export function oval(cx: number, cy: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
}

/** Draws a circle. */
export function dot(cx: number, cy: number, r: number, fill: string): string {
  return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`;
}

/** Draws an ellipse that lets what is below shine through. */
export function veil(cx: number, cy: number, rx: number, ry: number, fill: string, opacity: number): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" fill-opacity="${opacity}"/>`;
}

/** Moves, turns or mirrors what it holds. */
export function group(transform: string, ...parts: readonly string[]): string {
  return `<g transform="${transform}">${parts.join("")}</g>`;
}

/** Mirrors a part at the middle of the picture: what a left ear is to a right one. */
export function mirrored(...parts: readonly string[]): string {
  return group(`matrix(-1 0 0 1 ${SIDE} 0)`, ...parts);
}

/** Draws a part and its mirror image. */
export function pair(...parts: readonly string[]): string {
  return parts.join("") + mirrored(...parts);
}

/** A place on the canvas: left, top, width, height. */
export type Box = readonly [number, number, number, number];

/** What {@linkcode furred} paints. */
export interface Fur {
  /** Unique within one drawing. */
  readonly id: string;
  readonly d: string;
  readonly box: Box;
  readonly base: string;
  /** Markings, which end where the shape ends. Without any the shape is plain. */
  readonly marks: string;
}

/** Draws a path whose markings never leave it. */
export function furred({ id, d, box: [x, y, width, height], base, marks }: Fur): string {
  if (marks === "") return path(d, base);
  const fill = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${base}"/>`;
  return `<pattern id="${id}" patternUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}">` +
    group(`translate(${-x} ${-y})`, fill, marks) + `</pattern>` + path(d, `url(#${id})`);
}
