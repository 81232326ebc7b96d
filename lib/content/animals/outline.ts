/**
 * A closed curve of which stretches can be taken, so that a marking ends exactly where its animal ends. (Clipping says
 * the same in one word, but takes the rasteriser 10 to 70 ms a shape; a stretch takes it nothing.)
 */
export interface Outline {
  /** All of it, as path data. */
  readonly d: string;
  /** The place `t`: 1.5 is half way along the second curve. */
  at(t: number): string;
  /** The stretch from one place to another, as path data that begins with `lead`; the end may lie past the start. */
  cut(from: number, to: number, lead?: string): string;
}

type Point = readonly [number, number];
type Curve = readonly [Point, Point, Point, Point];

/** Makes an outline of path data: one `M`, then `C` only, back to where it began. */
export function toOutline(d: string): Outline {
  const curves = toCurves(d);
  const stretch = (t: number, end: number): Curve => {
    const curve = curves[Math.floor(t) % curves.length]!;
    return slice(curve, t % 1, Math.min(1, end - Math.floor(t)));
  };
  return {
    d,
    at: (t) => toText(stretch(t, t + 1)[0]),
    cut(from, to, lead = "M") {
      let data = lead + toText(stretch(from, to)[0]);
      for (let t = from; t < to; t = Math.floor(t) + 1) data += `C${stretch(t, to).slice(1).map(toText).join(" ")}`;
      return data;
    },
  };
}

function toCurves(d: string): Curve[] {
  const numbers = d.match(/-?\d+(\.\d+)?/g)!.map(Number);
  const points = Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i]!, numbers[2 * i + 1]!]);
  const count = (points.length - 1) / 3;
  return Array.from({ length: count }, (_, i) => points.slice(3 * i, 3 * i + 4) as unknown as Curve);
}

// De Casteljau: what lies before `to`, and of that what lies after `from`.
function slice(curve: Curve, from: number, to: number): Curve {
  const head = split(curve, to)[0];
  return split(head, from / to)[1];
}

function split([a, b, c, d]: Curve, t: number): [Curve, Curve] {
  const [ab, bc, cd] = [mix(a, b, t), mix(b, c, t), mix(c, d, t)];
  const [abc, bcd] = [mix(ab, bc, t), mix(bc, cd, t)];
  const middle = mix(abc, bcd, t);
  return [[a, ab, abc, middle], [middle, bcd, cd, d]];
}

function mix(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

function toText([x, y]: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
