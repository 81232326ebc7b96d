import { withArticle } from "@/lib/content/animals/drawing.ts";
import * as garments from "@/lib/content/animals/garments.ts";
import { FABRICS, GOLD, isDistinct, MIN_GARMENT_DISTANCE } from "@/lib/content/animals/palette.ts";
import { group } from "@/lib/content/animals/shapes.ts";
import { drawBelow, type Random } from "@/lib/content/random.ts";

/** Where a garment goes: the middle of the throat, the top of the head, beside one ear, between the eyes, on the back. */
export type Place = "neck" | "head" | "side" | "eyes" | "back";

/** A garment: its place, its description and its drawing. */
interface Garment {
  readonly place: Place;
  /** The noun behind the colour of its fabric, or a function that returns the whole description. */
  readonly words: string | ((colour: string) => string);
  readonly draw: (hex: string) => string;
  /** The only colour of the garment. Others exist in every fabric. */
  readonly hex?: string;
}

const GARMENTS = {
  scarf: { place: "neck", words: "scarf", draw: garments.drawScarf },
  bowTie: { place: "neck", words: "bow tie", draw: garments.drawBowTie },
  collar: {
    place: "neck",
    words: (colour) => `a golden bell on ${withArticle(`${colour} collar`)}`,
    draw: garments.drawCollar,
  },
  bandana: { place: "neck", words: "bandana", draw: garments.drawBandana },
  partyHat: { place: "head", words: "party hat", draw: garments.drawPartyHat },
  woollyHat: { place: "head", words: "woolly hat", draw: garments.drawWoollyHat },
  nightcap: { place: "head", words: "nightcap", draw: garments.drawNightcap },
  crown: { place: "head", words: () => "a golden crown", draw: garments.drawCrown, hex: GOLD },
  flower: { place: "side", words: "flower", draw: garments.drawFlower },
  bow: { place: "side", words: "bow", draw: garments.drawBow },
  blanket: { place: "back", words: "saddle blanket", draw: garments.drawBlanket },
  glasses: { place: "eyes", words: (colour) => `${colour} glasses`, draw: garments.drawGlasses },
} as const satisfies Record<string, Garment>;

/** The name of a garment. */
export type GarmentName = keyof typeof GARMENTS;

/** The garment of one animal. */
export interface Accessory {
  readonly name: GarmentName | "";
  readonly place: Place;
  readonly hex: string;
  /** The index of the colour in {@linkcode GARMENT_COLOURS}. */
  readonly colour: number;
  /** Part of the alternative text: ` with a blue scarf`. */
  readonly words: string;
  readonly draw: () => string;
}

/** The colours that a garment can have; the last one means no garment. */
export const GARMENT_COLOURS = [...FABRICS, { name: "", hex: GOLD }, { name: "", hex: "" }] as const;

/** Every garment in every colour. Created once, because planning reads them for every animal. */
const OUTFITS = Object.fromEntries(
  Object.entries<Garment>(GARMENTS).map(([name, { place, words, draw, hex: only }]) => [
    name,
    GARMENT_COLOURS.map((fabric, colour): Accessory => ({
      name: name as GarmentName,
      place,
      hex: fabric.hex,
      colour,
      words: ` with ${typeof words === "string" ? withArticle(`${fabric.name} ${words}`) : words(fabric.name)}`,
      draw: () => draw(fabric.hex),
    })).filter(({ hex }) => only === undefined ? hex !== "" && hex !== GOLD : hex === only),
  ]),
);

const NOTHING: Accessory = {
  name: "",
  place: "neck",
  hex: "",
  colour: GARMENT_COLOURS.length - 1,
  words: "",
  draw: () => "",
};

/** The garments of an animal, each in the colours that contrast with its coat. */
export type Wardrobe = readonly (readonly Accessory[])[];

/** Returns the garments that suit an animal, in the colours that are distinct from all colours of its coat. */
export function prepareWardrobe(names: readonly GarmentName[], coat: readonly string[]): Wardrobe {
  const isVisible = (hex: string) => coat.every((colour) => isDistinct(hex, colour, MIN_GARMENT_DISTANCE));
  return names.map((name) => OUTFITS[name]!.filter(({ hex }) => isVisible(hex)))
    .filter((colours) => colours.length > 0);
}

/** Picks a garment; one animal in seven wears nothing. */
export function pickAccessory(random: Random, wardrobe: Wardrobe): Accessory {
  const colours = wardrobe[drawBelow(random, wardrobe.length)]!;
  const accessory = colours[drawBelow(random, colours.length)]!;
  return drawBelow(random, 7) === 0 ? NOTHING : accessory;
}

/** The x, y, size and, if any, the turn in degrees of each place on one animal. */
export type Anchors = Partial<Record<Place, readonly [number, number, number, number?]>>;

/** Draws the garment if it goes to one of these places. */
export function wear(accessory: Accessory, anchors: Anchors): string {
  const anchor = anchors[accessory.place];
  if (accessory.name === "" || anchor === undefined) return "";
  const [x, y, size, turn = 0] = anchor;
  const rotation = turn === 0 ? "" : ` rotate(${turn})`;
  return group(`translate(${x} ${y}) scale(${size})${rotation}`, accessory.draw());
}
