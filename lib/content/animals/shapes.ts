// The few SVG elements that every drawing is made of. No group opacity, clip, mask or pattern: the rasteriser pays 10 to
// 70 ms for each, and a whole picture without them costs 3.

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

/** Draws circles of one colour: x, y and radius of each. */
export function dots(fill: string, ...places: readonly (readonly [number, number, number])[]): string {
  return places.map(([x, y, r]) => dot(x, y, r, fill)).join("");
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
