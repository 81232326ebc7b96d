// The SVG elements that every drawing consists of. They use no group opacity, clip, mask or pattern, because each takes
// the rasterizer 10 to 70 ms, and a whole picture without them takes 3 ms. Shapes are filled, lines have round ends:
// both are inherited from the document.

/** Width and height of every drawing. */
export const SIDE = 512;

/** Returns path data with numbers that are rounded to a tenth: `` d`M${x} ${y}q${size * 1.3} 0` ``. */
export function d(texts: TemplateStringsArray, ...numbers: readonly number[]): string {
  return texts.reduce((data, text, i) => data + round(numbers[i - 1]!) + text);
}

/** Fills the whole picture. */
export function field(fill: string): string {
  return `<rect width="${SIDE}" height="${SIDE}" fill="${fill}"/>`;
}

/** Draws a filled path; `opacity` is a number as SVG has it: `.5`. */
export function path(data: string, fill: string, opacity = ""): string {
  return `<path d="${data}" fill="${fill}"${toOpacity(opacity)}/>`;
}

/** Draws an open line with round ends. */
export function line(data: string, colour: string, width: number): string {
  return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${round(width)}"/>`;
}

/** Draws a thick line with an edge, such as a tail or a leg. */
export function limb(data: string, colour: string, width: number, edge: string): string {
  return line(data, edge, width + EDGE_WIDTH) + line(data, colour, width);
}

/** Draws rings across a line with the same path data. */
export function rings(data: string, colour: string, width: number): string {
  return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="butt" stroke-dasharray="13 21" stroke-dashoffset="-30"/>`;
}

/** Draws an ellipse, which can be translucent. */
export function oval(cx: number, cy: number, rx: number, ry: number, fill: string, opacity?: number): string {
  const [x, y, width, height] = [cx, cy, rx, ry].map(round);
  return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${fill}"${toOpacity(opacity)}/>`;
}

/** Draws a circle. */
export function dot(cx: number, cy: number, r: number, fill: string): string {
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fill="${fill}"/>`;
}

/** Draws circles of one colour; `circles` are the centre and radius of each: `"140,306,7 180,312,7"`. */
export function dots(circles: string, fill: string): string {
  return path(toCircles(circles), fill);
}

/** Returns the path data of {@linkcode dots}. A circle that overlaps a shape must run in the same direction. */
export function toCircles(circles: string, direction: 0 | 1 = 0): string {
  return circles.split(" ").map((circle) => {
    const [x, y, r] = circle.split(",").map(Number) as [number, number, number];
    return d`M${x - r} ${y}a${r} ${r} 0 1 ${direction} ${2 * r} 0a${r} ${r} 0 1 ${direction} ${-2 * r} 0`;
  }).join("");
}

/** Transforms parts together. */
export function group(transform: string, ...parts: readonly string[]): string {
  return `<g transform="${transform}">${parts.join("")}</g>`;
}

/** The width of an edge: half of it is outside of the shape. */
const EDGE_WIDTH = 5;

/** Draws shapes with a thin edge, so that pale fur ends somewhere and a head stands out from the body behind it. */
export function edged(edge: string, ...parts: readonly string[]): string {
  return `<g stroke="${edge}" stroke-width="${EDGE_WIDTH}">${parts.join("")}</g>`;
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

function toOpacity(opacity: number | string = ""): string {
  return opacity === "" ? "" : ` fill-opacity="${opacity}"`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
