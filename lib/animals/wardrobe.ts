import { ACCESSORIES, type AccessoryName, type Place } from "./accessories.ts";
import { FABRICS, GOLD, isDistinct, MIN_ACCESSORY_DISTANCE } from "./palette.ts";
import { withArticle } from "./words.ts";

/** What one animal wears. */
export interface Accessory {
  readonly name: AccessoryName | "nothing";
  readonly place: Place;
  /** The name of its colour. */
  readonly fabric: string;
  readonly hex: string;
  /** Part of the alternative text: ` with a blue scarf`. */
  readonly words: string;
}

/** The colours of a coat. */
export interface CoatColours {
  readonly base: string;
  readonly mark?: string;
  readonly fin?: string;
  /** A part below the accessory only, which may be less distinct. */
  readonly breast?: string;
}

/** Returns the accessory of this name in this colour. A name without one in this colour has another. */
export function findAccessory(name: string, fabric: string): Accessory {
  const variants = VARIANTS.get(name)!;
  for (const variant of variants) if (variant.fabric === fabric) return variant;
  return variants[0]!;
}

/** Returns the accessories of these names, each in the colours that are distinct from all colours of a coat. */
export function prepareAccessories(
  names: readonly AccessoryName[],
  coat: CoatColours,
): readonly (readonly Accessory[])[] {
  return names.map((name) => VARIANTS.get(name)!.filter(({ hex }) => isVisibleOn(coat, hex)))
    .filter((colours) => colours.length > 0);
}

/** Returns the colours of an accessory. The first is the colour of the name. A golden accessory has a single colour. */
export function listFabrics(name: string, fabric: string): readonly Accessory[] {
  return [findAccessory(name, fabric), ...VARIANTS.get(name)!];
}

/** Reports whether an accessory of this colour is distinct from all colours of a coat. */
export function isVisibleOn({ base, mark, fin, breast }: CoatColours, hex: string): boolean {
  if (hex === "") return true;
  if (breast !== undefined && !isDistinct(hex, breast)) return false;
  const colours = [base, mark, fin].filter((colour) => colour !== undefined);
  return colours.every((colour) => isDistinct(hex, colour, MIN_ACCESSORY_DISTANCE));
}

/** Reports whether an accessory is worn on the head, of which it hides the top. */
export function isHat(name: string): boolean {
  return HATS.includes(name);
}

const HATS = Object.entries(ACCESSORIES).filter(([, { place }]) => place === "head").map(([name]) => name);

/** The colours of all accessories. */
export const ACCESSORY_COLOURS: readonly string[] = [...FABRICS.map(({ hex }) => hex), GOLD];

/** Every accessory in every colour. Created once, because planning reads them for every animal. */
const VARIANTS: ReadonlyMap<string, readonly Accessory[]> = new Map([
  ["nothing", [{ name: "nothing", place: "neck", fabric: "", hex: "", words: "" }]],
  ...(Object.keys(ACCESSORIES) as AccessoryName[]).map((name) => [name, toVariants(name)] as const),
]);

function toVariants(name: AccessoryName): readonly Accessory[] {
  const { place, words, hex } = ACCESSORIES[name];
  const fabrics = hex === undefined ? FABRICS : [{ name: "", hex }];
  return fabrics.map((fabric) => {
    const phrase = typeof words === "string" ? withArticle(`${fabric.name} ${words}`) : words(fabric.name);
    return { name, place, fabric: fabric.name, hex: fabric.hex, words: ` with ${phrase}` };
  });
}
