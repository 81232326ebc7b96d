/** A colour and the word for it. */
export interface Colour {
  readonly name: string;
  readonly hex: string;
}

/** Soft grounds that every coat stands out from. */
export const BACKGROUNDS = [
  { name: "mint", hex: "#bfe8d4" },
  { name: "peach", hex: "#ffd3b8" },
  { name: "sky blue", hex: "#bcdff7" },
  { name: "lavender", hex: "#d8cdf6" },
  { name: "butter yellow", hex: "#ffe9a8" },
  { name: "rose", hex: "#fbccd7" },
  { name: "sage", hex: "#cfe0b8" },
  { name: "aqua", hex: "#b3e6e6" },
] as const satisfies readonly Colour[];

/** Clear colours for what an animal wears. */
export const FABRICS = [
  { name: "red", hex: "#e0524f" },
  { name: "blue", hex: "#3f7fd6" },
  { name: "teal", hex: "#1f9e95" },
  { name: "mustard", hex: "#eead2b" },
  { name: "pink", hex: "#ec6fa0" },
  { name: "purple", hex: "#8a62cf" },
  { name: "green", hex: "#4e9f54" },
  { name: "orange", hex: "#f0843c" },
] as const satisfies readonly Colour[];

/** Irises. */
export const IRISES = ["#7cb342", "#f2b632", "#4aa3df", "#b8792f", "#39b5a0"] as const;

/** Lines of eyes, mouths and noses: softer than black. */
export const INK = "#33263a";

/** The colour of lines that show on `hex`: ink, or a pale tone on dark fur. */
export function inkOn(hex: string): string {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return .3 * (rgb >> 16) + .59 * (rgb >> 8 & 255) + .11 * (rgb & 255) < 90 ? "#eee3f2" : INK;
}

/** Blush, tongues and the inside of ears. */
export const PINK = "#f48ba0";

/** The colour between two: 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [Number.parseInt(from.slice(1), 16), Number.parseInt(to.slice(1), 16)];
  const channels = [16, 8, 0].map((bits) => Math.round((a >> bits & 255) * (1 - share) + (b >> bits & 255) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** A shade of the same colour. */
export function darker(hex: string, share: number): string {
  return mix(hex, "#3b2340", share);
}

/** A tint of the same colour. */
export function lighter(hex: string, share: number): string {
  return mix(hex, "#ffffff", share);
}
