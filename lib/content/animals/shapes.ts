// The SVG elements that every drawing consists of. They use no group opacity, clip, mask or pattern, because each takes
// the rasterizer 10 to 70 ms, and a whole picture without them takes 3 ms.

/** Width and height of every drawing. */
export const SIDE = 512;

/** Draws a filled path. */
export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

/** Draws an open line with round ends. */
export function line(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Draws rings across a line with the same path data. */
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

/** Draws circles of one colour; `circles` are the centre and radius of each: `"140,306,7 180,312,7"`. */
export function dots(circles: string, fill: string): string {
  return circles.split(" ").map((circle) => {
    const [x, y, r] = circle.split(",").map(Number);
    return dot(x!, y!, r!, fill);
  }).join("");
}

/** Draws a translucent ellipse. */
export function veil(cx: number, cy: number, rx: number, ry: number, fill: string, opacity: number): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" fill-opacity="${opacity}"/>`;
}

/** Transforms parts together. */
export function group(transform: string, ...parts: readonly string[]): string {
  return `<g transform="${transform}">${parts.join("")}</g>`;
}

/** Mirrors parts at the vertical axis of the picture. */
export function mirrored(...parts: readonly string[]): string {
  return group(`matrix(-1 0 0 1 ${SIDE} 0)`, ...parts);
}

/** Mirrors a part, or returns it unchanged. */
export function mirroredIf(isMirrored: boolean, part: string): string {
  return isMirrored ? mirrored(part) : part;
}

/** Draws parts and their mirror image, such as both ears. */
export function pair(...parts: readonly string[]): string {
  return parts.join("") + mirrored(...parts);
}
