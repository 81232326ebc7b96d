/** The 16 basic colours of CSS, and what else callers write instead of digits. */
const COLOURS: ReadonlyMap<string, string> = new Map(Object.entries({
  aqua: "00ffff",
  black: "000000",
  blue: "0000ff",
  fuchsia: "ff00ff",
  gray: "808080",
  green: "008000",
  lime: "00ff00",
  maroon: "800000",
  navy: "000080",
  olive: "808000",
  purple: "800080",
  red: "ff0000",
  silver: "c0c0c0",
  teal: "008080",
  white: "ffffff",
  yellow: "ffff00",
  grey: "808080",
  orange: "ffa500",
  transparent: "none",
}));

/** Replaces the names of colours, separated by hyphens, with their digits: `red-f80` becomes `ff0000-f80`. */
export function replaceColourNames(text: string): string {
  return text.split("-").map((each) => COLOURS.get(each.toLowerCase()) ?? each).join("-");
}
