/** Soft colours that contrast with every coat. */
export const BACKGROUNDS = [
  { name: "mint", hex: "#bfe8d4" },
  { name: "peach", hex: "#ffd3b8" },
  { name: "sky blue", hex: "#bcdff7" },
  { name: "lavender", hex: "#d8cdf6" },
  { name: "butter yellow", hex: "#ffe9a8" },
  { name: "rose", hex: "#fbccd7" },
  { name: "sage", hex: "#cfe0b8" },
  { name: "aqua", hex: "#b3e6e6" },
] as const;

/** Strong colours for garments. */
export const FABRICS = [
  { name: "red", hex: "#e0524f" },
  { name: "blue", hex: "#3f7fd6" },
  { name: "teal", hex: "#1f9e95" },
  { name: "mustard", hex: "#eead2b" },
  { name: "pink", hex: "#ec6fa0" },
  { name: "purple", hex: "#8a62cf" },
  { name: "green", hex: "#4e9f54" },
  { name: "orange", hex: "#f0843c" },
] as const;

/** The colours of irises. */
export const IRISES = ["#7cb342", "#f2b632", "#4aa3df", "#b8792f", "#39b5a0"] as const;

/** The colour of eyes, mouths and noses: softer than black. */
export const INK = "#33263a";

/** Returns the colour of lines on `hex`: ink, or a pale tone on dark fur. */
export function inkOn(hex: string): string {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return .3 * (rgb >> 16) + .59 * (rgb >> 8 & 255) + .11 * (rgb & 255) < 90 ? "#eee3f2" : INK;
}

/** The colour of blush, tongues and the inside of ears. */
export const PINK = "#f48ba0";

/** Mixes two colours; `share` is the share of the second one, from 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [Number.parseInt(from.slice(1), 16), Number.parseInt(to.slice(1), 16)];
  const channels = [16, 8, 0].map((bits) => Math.round((a >> bits & 255) * (1 - share) + (b >> bits & 255) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns a darker shade of a colour. */
export function darker(hex: string, share: number): string {
  return mix(hex, "#3b2340", share);
}

/** Returns a lighter tint of a colour. */
export function lighter(hex: string, share: number): string {
  return mix(hex, "#ffffff", share);
}
