const FIRST_NAMES = (
  "Alba Alfie Archie Bao Basil Bela Bella Bento Bibi Bruno Casper Chip Cleo Coco Daisy Dido Dora Echo Elmo Ember " +
  "Enzo Faye Felix Fifi Finn Fritz Ginger Gigi Gus Hazel Hugo Ida Indigo Iris Ivy Jasper Juno Kiki Koda Lola Loki " +
  "Lotte Lulu Luna Mabel Mango Max Mika Milo Mina Momo Nala Nemo Nico Nori Odin Olive Oscar Otto Pablo Pip Pixie " +
  "Polly Poppy Quinn Ravi Remy Rolo Romy Rosie Ruby Rufus Sage Saffron Sami Selma Suki Tali Teddy Theo Tilda Tofu " +
  "Toto Uma Ursa Vega Viola Wally Wanda Wilma Yara Yoko Yuki Zara Zelda Ziggy"
).split(" ");

const LAST_NAMES = (
  "Acorn Almond Amber Apple Apricot Berry Birch Biscuit Blossom Breeze Brook Button Candle Caramel Cedar Cherry " +
  "Chestnut Clover Cloud Cocoa Comet Cookie Cotton Cricket Crumble Dumpling Feather Fern Ginkgo Hazelnut Heather " +
  "Honey Juniper Lemon Lentil Maple Marble Meadow Mitten Mochi Moon Moss Muffin Nectar Noodle Nutmeg Pancake Parsley " +
  "Peach Pebble Pepper Pickle Poppyseed Pretzel Puddle Pumpkin Quince Ribbon River Sesame Sorbet Thimble Tulip " +
  "Truffle Velvet Waffle Walnut Whisker Willow Woolly"
).split(" ");

/** Returns a whole number from 0 to below a limit. */
export type PickBelow = (limit: number) => number;

/** Returns a random name such as `Milo-Fern`, one of several thousand. */
export function pickName(pickBelow: PickBelow = (limit) => Math.floor(Math.random() * limit)): string {
  return [FIRST_NAMES, LAST_NAMES].map((words) => words[pickBelow(words.length)]!).join("-");
}
