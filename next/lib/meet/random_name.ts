const FIRST_NAMES = (
  "Bao Bela Chip Coco Dido Ember Finn Ginger Hugo Indigo Juno Kiki Loki Luna Mango Milo Nala Nori Olive Otto Pip " +
  "Poppy Quinn Remy Ruby Sage Saffron Tofu Toto Uma Wanda Yuki"
).split(" ");

const LAST_NAMES = (
  "Acorn Biscuit Button Clover Cookie Fern Maple Mochi Moon Muffin Noodle Peach Pebble Pickle Waffle Willow"
).split(" ");

/** Returns a whole number from 0 to below a limit. */
export type PickBelow = (limit: number) => number;

/** Returns a random name such as `Milo-Fern-x1k`, one of several million. */
export function pickName(pickBelow: PickBelow = (limit) => Math.floor(Math.random() * limit)): string {
  const pick = (words: readonly string[]) => words[pickBelow(words.length)]!;
  const ending = pickBelow(36 ** 3).toString(36).padStart(3, "0");
  return `${pick(FIRST_NAMES)}-${pick(LAST_NAMES)}-${ending}`;
}
