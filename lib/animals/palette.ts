/** Soft colours for backgrounds. Behind a pale animal, the halo has the deep tone. */
export const BACKGROUND_COLOURS = [
  { name: "mint", hex: "#bfe8d4", deep: "#9ddabd" },
  { name: "peach", hex: "#ffd3b8", deep: "#ffb995" },
  { name: "sky blue", hex: "#bcdff7", deep: "#99ccf1" },
  { name: "lavender", hex: "#d8cdf6", deep: "#c2b1ef" },
  { name: "butter yellow", hex: "#ffe9a8", deep: "#fcd773" },
  { name: "rose", hex: "#fbccd7", deep: "#f7acbe" },
  { name: "sage", hex: "#cfe0b8", deep: "#b4ce96" },
  { name: "aqua", hex: "#b3e6e6", deep: "#8fd7d8" },
] as const;

/** Strong colours for accessories. */
export const FABRICS = [
  { name: "red", hex: "#d8433f" },
  { name: "blue", hex: "#3f7fd6" },
  { name: "teal", hex: "#1f8f8a" },
  { name: "mustard", hex: "#dd9a16" },
  { name: "pink", hex: "#e85f97" },
  { name: "purple", hex: "#8357c9" },
  { name: "green", hex: "#3f8f47" },
  { name: "orange", hex: "#ec7528" },
] as const;

/** The colour of crowns and bells. */
export const GOLD = "#eeb02a";

/** The colours of irises. */
export const IRISES = [
  { name: "green", hex: "#7cb342" },
  { name: "amber", hex: "#f2b632" },
  { name: "blue", hex: "#4aa3df" },
  { name: "copper", hex: "#b8792f" },
  { name: "teal", hex: "#39b5a0" },
] as const;

/** The colour of eyes, mouths and noses: softer than black. */
export const INK = "#33263a";

/** The colour of blush, tongues and the inside of ears. */
export const PINK = "#f48ba0";

/** The colour of white markings. */
export const WHITE = "#fffaf2";

/** The smallest OKLab distance between an animal or an accessory and the background. Black and white are 1 apart. */
export const MIN_DISTANCE = .12;

/**
 * The smallest distance between an accessory and the coat below it. At .1 (orange on amber) an accessory was lost in
 * the coat, and at .13 (green on teal, mustard on sand) it was hard to see in a small picture.
 */
export const MIN_ACCESSORY_DISTANCE = .14;

/** Reports whether two colours are far enough apart. */
export function isDistinct(a: string, b: string, min = MIN_DISTANCE): boolean {
  return distance(a, b) >= min;
}

/** Returns the colour of lines on `hex`: ink, or a pale tone on dark fur. */
export function inkOn(hex: string): string {
  return distance(hex, INK) < .24 ? "#f3e9f5" : INK;
}

/** Returns the colour of edges and folds on `hex`: darker, but lighter on black fur, and clear on pale fur. */
export function edgeOf(hex: string): string {
  const [lightness] = toOklab(hex);
  if (lightness < .48) return lighter(hex, .2);
  return darker(hex, lightness > .84 || lightness < .6 ? .36 : .2);
}

/** Returns the colour of edges on `hex` in front of nearly the same colours: the tint or shade that differs most. */
export function strongEdgeOf(hex: string, behind: readonly string[]): string {
  const [tint, shade] = [lighter(hex, .55), darker(hex, .6)];
  const distanceTo = (edge: string) => Math.min(...behind.map((colour) => distance(colour, edge)));
  return distanceTo(tint) > distanceTo(shade) ? tint : shade;
}

/** Returns the colour of markings on a coat without a colour for them: darker, but lighter on dark fur. */
export function markOn(hex: string): string {
  const [lightness] = toOklab(hex);
  return lightness < .52 ? lighter(hex, .36) : darker(hex, .42);
}

/** The colour of blush, which is translucent. */
export const BLUSH = "#ff7d8e";

/** Returns the opacity of a blush on `hex`: the least that looks pink. At .42 it is brown on green and grey on teal. */
export function blushOpacity(hex: string): number {
  const isPink = ([, redness]: readonly number[]) => redness! > .06;
  return [.42, .6, .75].find((amount) => isPink(toOklab(mix(hex, BLUSH, amount)))) ?? .85;
}

/** Mixes two colours; `amount` is that of the second one, from 0 to 1. */
export function mix(from: string, to: string, amount: number): string {
  const [a, b] = [Number.parseInt(from.slice(1), 16), Number.parseInt(to.slice(1), 16)];
  const channels = [16, 8, 0].map((bits) => Math.round((a >> bits & 255) * (1 - amount) + (b >> bits & 255) * amount));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns a darker shade of a colour. */
export function darker(hex: string, amount: number): string {
  return mix(hex, "#3b2340", amount);
}

/** Returns a lighter tint of a colour. */
export function lighter(hex: string, amount: number): string {
  return mix(hex, "#ffffff", amount);
}

/** Returns how different two colours look: their distance in OKLab, where black and white are 1 apart. */
export function distance(a: string, b: string): number {
  const [from, to] = [toOklab(a), toOklab(b)];
  const [lightness, redness, yellowness] = [from[0] - to[0], from[1] - to[1], from[2] - to[2]];
  return Math.sqrt(lightness * lightness + redness * redness + yellowness * yellowness);
}

/**
 * Returns how light a colour looks (from 0, black, to 1, white), how red (below 0 it is green) and how yellow (below 0
 * it is blue). The matrices are those of Björn Ottosson's OKLab for linear sRGB.
 */
function toOklab(hex: string): readonly [number, number, number] {
  const rgb = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [LINEAR[rgb >> 16]!, LINEAR[rgb >> 8 & 255]!, LINEAR[rgb & 255]!];
  const l = Math.cbrt(.4122214708 * r + .5363325363 * g + .0514459929 * b);
  const m = Math.cbrt(.2119034982 * r + .6806995451 * g + .1073969566 * b);
  const s = Math.cbrt(.0883024619 * r + .2817188376 * g + .6299787005 * b);
  return [
    .2104542553 * l + .7936177850 * m - .0040720468 * s,
    1.9779984951 * l - 2.4285922050 * m + .4505937099 * s,
    .0259040371 * l + .7827717662 * m - .8086757660 * s,
  ];
}

/** The linear value of every value of a channel. */
const LINEAR = Float64Array.from({ length: 256 }, (_, channel) => {
  const value = channel / 255;
  return value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
});
