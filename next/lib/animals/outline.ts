import { d, path } from "./shapes.ts";

/**
 * A closed curve that can be cut into sections, so that a marking ends exactly at the edge of its animal. Clipping
 * would have the same effect, but takes the rasterizer 10 to 70 ms for each shape. A section costs nothing.
 */
export interface Outline {
  /** The whole curve, as path data. */
  readonly d: string;
  /** The point `t`: 1.5 is half way along the second Bézier curve. */
  at(t: number): string;
  /** The section from one point to another, as path data that begins with `lead`. It may pass the start. */
  cut(from: number, to: number, lead?: string): string;
  /** The area between a section and `back`, path data that leads from its end back to its start. */
  area(from: number, to: number, back: string): string;
  /** Draws this area. */
  patch(from: number, to: number, back: string, fill: string): string;
}

type Point = readonly [number, number];
type Curve = readonly [Point, Point, Point, Point];

/** Converts path data to an outline: one `M`, then only `C`, ending at the start. */
export function toOutline(data: string): Outline {
  const curves = toCurves(data);
  // The part of one curve from `t` to `end`, or to the end of that curve.
  const section = (t: number, end: number): Curve => {
    const curve = curves[Math.floor(t) % curves.length]!;
    return slice(curve, t % 1, Math.min(1, end - Math.floor(t)));
  };
  const at = (t: number) => toText(section(t, t + 1)[0]);
  const cut = (from: number, to: number, lead = "M") => {
    let part = lead + toText(section(from, to)[0]);
    for (let t = from; t < to; t = Math.floor(t) + 1) part += `C${section(t, to).slice(1).map(toText).join(" ")}`;
    return part;
  };
  const area = (from: number, to: number, back: string) => `${cut(from, to)}${back} ${at(from)}Z`;
  const patch = (from: number, to: number, back: string, fill: string) => path(area(from, to, back), fill);
  return { d: data, at, cut, area, patch };
}

function toCurves(data: string): Curve[] {
  const numbers = data.match(/-?\d+(\.\d+)?/g)!.map(Number);
  const points = Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i]!, numbers[2 * i + 1]!]);
  const count = (points.length - 1) / 3;
  return Array.from({ length: count }, (_, i) => points.slice(3 * i, 3 * i + 4) as unknown as Curve);
}

// De Casteljau's algorithm: the part before `to`, and of that the part after `from`.
function slice(curve: Curve, from: number, to: number): Curve {
  const head = split(curve, to)[0];
  return split(head, from / to)[1];
}

function split([a, b, c, d]: Curve, t: number): [Curve, Curve] {
  const [ab, bc, cd] = [interpolate(a, b, t), interpolate(b, c, t), interpolate(c, d, t)];
  const [abc, bcd] = [interpolate(ab, bc, t), interpolate(bc, cd, t)];
  const middle = interpolate(abc, bcd, t);
  return [[a, ab, abc, middle], [middle, bcd, cd, d]];
}

function interpolate(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

function toText([x, y]: Point): string {
  return d`${x} ${y}`;
}
