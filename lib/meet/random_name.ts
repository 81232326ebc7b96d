const FIRST_NAMES = (
  "Alba Alfie Archie Bao Basil Bela Bibi Bruno Chip Cleo Coco Daisy Dido Dora Echo Elmo Ember Enzo Felix Fifi Finn " +
  "Fritz Ginger Gus Hugo Ida Indigo Iris Ivy Jasper Juno Kiki Koda Lola Loki Lotte Luna Mabel Mango Max Milo Mina " +
  "Momo Nala Nemo Nori Odin Olive Otto Pip Pixie Polly Poppy Quinn Ravi Remy Romy Ruby Rufus Saffron Sage Suki Teddy " +
  "Theo Tilda Tofu Toto Uma Vega Viola Wally Wanda Yara Yoko Yuki Zelda Ziggy"
).split(" ");

const LAST_NAMES = (
  "Acorn Almond Apricot Berry Birch Biscuit Blossom Breeze Brook Button Candle Caramel Cedar Cherry Chestnut Clover " +
  "Cloud Cocoa Comet Cookie Cotton Crumble Dumpling Feather Fern Ginkgo Honey Juniper Lemon Maple Marble Meadow " +
  "Mitten Mochi Moon Moss Muffin Noodle Nutmeg Pancake Peach Pebble Pepper Pickle Pretzel Puddle Pumpkin Quince " +
  "Ribbon River Sesame Sorbet Thimble Tulip Truffle Velvet Waffle Walnut Whisker Willow"
).split(" ");

/** Returns a whole number from 0 to below a limit. */
export type PickBelow = (limit: number) => number;

/** Returns a random name such as `Milo-Fern`, one of several thousand. */
export function pickName(pickBelow: PickBelow = (limit) => Math.floor(Math.random() * limit)): string {
  return [FIRST_NAMES, LAST_NAMES].map((words) => words[pickBelow(words.length)]!).join("-");
}
