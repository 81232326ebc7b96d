/** Returns how different two colours look: their distance in OKLab, where black and white are 1 apart. */
export function distance(a: string, b: string): number {
  const [from, to] = [toOklab(a), toOklab(b)];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

/** Returns how light a colour looks, from 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  return toOklab(hex)[0];
}

/** Returns how red a colour looks: above 0 it is red or pink, below 0 it is green or teal. */
export function redness(hex: string): number {
  return toOklab(hex)[1];
}

// The matrices of Björn Ottosson's OKLab, for linear sRGB.
function toOklab(hex: string): readonly [number, number, number] {
  const rgb = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [toLinear(rgb >> 16), toLinear(rgb >> 8 & 255), toLinear(rgb & 255)];
  const l = Math.cbrt(.4122214708 * r + .5363325363 * g + .0514459929 * b);
  const m = Math.cbrt(.2119034982 * r + .6806995451 * g + .1073969566 * b);
  const s = Math.cbrt(.0883024619 * r + .2817188376 * g + .6299787005 * b);
  return [
    .2104542553 * l + .7936177850 * m - .0040720468 * s,
    1.9779984951 * l - 2.4285922050 * m + .4505937099 * s,
    .0259040371 * l + .7827717662 * m - .8086757660 * s,
  ];
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
}
