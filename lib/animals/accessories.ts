import { withArticle } from "./words.ts";
import { darker, GOLD, lighter } from "./palette.ts";
import { d, dot, dots, edged, group, limb, line, oval, path } from "./shapes.ts";

/** Where an accessory goes: the throat, the top of the head, beside one ear, between the eyes, or the back. */
export type Place = "neck" | "head" | "side" | "eyes" | "back";

/** The design of an accessory: its place, its description and its drawing. */
export interface Design {
  readonly place: Place;
  /** The noun behind the colour of its fabric, or a function that returns the whole description. */
  readonly words: string | ((colour: string) => string);
  /** Draws it in the colour of its fabric, around the point that is attached to the animal. */
  readonly draw: (hex: string) => string;
  /** The only colour of the accessory. Others exist in every fabric. */
  readonly hex: string | undefined;
}

const ORANGE = "#ec7528";
const CREAM = "#fff3c4";

/** The design of every accessory, by its name. */
export const ACCESSORIES = {
  scarf: design("neck", "scarf", (hex) => {
    return drawScarfEnd(hex) +
      drawFabric(hex, path("M-92-22Q0 26 92-22Q104 0 94 18Q0 66-94 18Q-104 0-92-22Z", hex)) +
      line("M-56 2Q-62 14-60 26M56 2Q62 14 60 26M-22 12Q-26 26-24 38M22 12Q26 26 24 38", lighter(hex, .5), 6);
  }),
  "bow tie": design("neck", "bow tie", (hex) => {
    const wings =
      "M0 10C-22-20-58-30-66-18C-72 0-72 22-66 38C-58 50-22 40 0 10C22 40 58 50 66 38C72 22 72 0 66-18C58-30 22-20 0 10Z";
    return drawFabric(hex, path(wings, hex)) +
      line("M-22 4L-46-2M-22 16L-46 22M22 4L46-2M22 16L46 22", darker(hex, .25), 4) +
      oval(0, 10, 15, 17, darker(hex, .18));
  }),
  collar: design("neck", (colour) => `a golden bell on ${withArticle(`${colour} collar`)}`, (hex) => {
    return drawFabric(hex, path("M-92-18Q0 30 92-18L94 6Q0 52-94 6Z", hex)) +
      edged(darker(GOLD, .3), dot(0, 34, 19, GOLD)) +
      line("M-14 34H14", darker(GOLD, .35), 4) + dot(0, 42, 4, darker(GOLD, .45)) + dot(-7, 26, 4, CREAM);
  }),
  bandana: design("neck", "bandana", (hex) => {
    return drawFabric(hex, path("M-92-20Q0 28 92-20L88 6Q40 60 0 92Q-40 60-88 6Z", hex)) +
      dots("0,22,6 -34,16,6 34,16,6 -17,42,6 17,42,6 0,62,6", lighter(hex, .7));
  }),
  "party hat": design("head", "party hat", (hex) => {
    const cone = drawFabric(hex, path("M-48 12L-4-96Q0-102 4-96L48 12Q0 32-48 12Z", hex));
    // With pale bands, an orange hat would be a traffic cone.
    if (hex === ORANGE) {
      return cone + dots("-24,2,8 10,8,8 -6,-26,8 18,-24,7 2,-56,7", CREAM) + dot(0, -102, 16, "#1f8f8a");
    }
    return cone +
      path("M-37-15Q0 4 37-15L29-35Q0-20-29-35ZM-20-57Q0-46 20-57L13-74Q0-68-13-74Z", lighter(hex, .6)) +
      dot(0, -102, 15, "#fff6d8");
  }),
  "woolly hat": design("head", "woolly hat", (hex) => {
    const brim = `<rect x="-94" y="-10" width="188" height="36" rx="18" fill="${lighter(hex, .45)}"/>`;
    return drawFabric(hex, dot(0, -72, 24, lighter(hex, .62)), path("M-84 8C-90-92 90-92 84 8Z", hex), brim) +
      line("M-40-46Q-48-26-46-14M0-58V-14M40-46Q48-26 46-14", darker(hex, .14), 6);
  }),
  nightcap: design("head", "nightcap", (hex) => {
    const cap = "M-76 6C-74-64-24-96 34-88C84-80 112-44 116 2Q106 10 96 4Q90-30 70-38Q78-14 76 6Z";
    const brim = `<rect x="-86" y="-10" width="172" height="34" rx="17" fill="${lighter(hex, .5)}"/>`;
    return drawFabric(hex, path(cap, hex), brim, dot(106, 14, 20, lighter(hex, .62))) +
      dots("-40,-34,7 -4,-58,7 4,-28,7 44,-54,7 48,-24,6 84,-40,6", lighter(hex, .7));
  }),
  crown: design("head", () => "a golden crown", () => {
    return edged(darker(GOLD, .36), path("M-54 10L-62-58L-28-28L0-72L28-28L62-58L54 10Q0 28-54 10Z", GOLD)) +
      path("M-54 10L-57-12Q0 6 57-12L54 10Q0 28-54 10Z", darker(GOLD, .2)) +
      dot(0, -74, 8, "#d8433f") + dots("-62,-60,7 62,-60,7", "#3f7fd6") + dot(0, 8, 7, CREAM);
  }, GOLD),
  flower: design("side", "flower", (hex) => {
    const petals = [0, 1, 2, 3, 4].map((fifth) => {
      const angle = fifth / 5 * 2 * Math.PI;
      return d`M${22 * Math.sin(angle) - 18} ${-22 * Math.cos(angle)}a18 18 0 1 0 36 0a18 18 0 1 0-36 0`;
    });
    return path("M10 22Q40 20 46 44Q20 48 10 22Z", "#5fa65c") + drawFabric(hex, path(petals.join(""), hex)) +
      dots("0,0,22", hex) + dot(0, 0, 13, "#ffd75e");
  }),
  bow: design("side", "bow", (hex) => {
    const wings =
      "M0 0C-16-34-58-38-60-20C-62-4-62 8-60 22C-56 38-16 34 0 0C16 34 56 38 60 22C62 8 62-4 60-20C58-38 16-34 0 0Z";
    return drawFabric(hex, path(wings, hex)) +
      line("M-16-4L-42-12M-16 6L-42 14M16-4L42-12M16 6L42 14", darker(hex, .22), 4) + dot(0, 0, 13, darker(hex, .2));
  }),
  blanket: design("back", "saddle blanket", (hex) => {
    return line("M-56 132V146M-28 137V151M0 139V153M28 137V151M56 132V146", "#ffd75e", 8) +
      drawFabric(hex, path("M-58 14C-46-16 46-16 62 18Q76 76 72 130Q0 148-72 130Q-74 70-58 14Z", hex)) +
      line("M-66 40Q0 16 70 44M-72 106Q0 122 73 106", lighter(hex, .6), 7) +
      line("M-60 84L-40 60L-20 84L0 60L20 84L40 60L60 84", "#ffd75e", 7);
  }),
  glasses: design("eyes", (colour) => `${colour} glasses`, (hex) => {
    const rims = "M-88 0a38 38 0 1 0 76 0a38 38 0 1 0-76 0M12 0a38 38 0 1 0 76 0a38 38 0 1 0-76 0";
    return path(rims, "#fff", ".22") +
      limb(`${rims}M-13-6Q0-16 13-6M-88-8L-104-14M88-8L104-14`, hex, 8, edgeOfFabric(hex)) +
      line("M-66-14L-56-24M34-14L44-24", "#fff", 5);
  }),
};

/** The name of an accessory. */
export type AccessoryName = keyof typeof ACCESSORIES;

/** Draws the end of a scarf that hangs from its knot. */
export function drawScarfEnd(hex: string): string {
  return group(
    "translate(34 20) rotate(-8)",
    drawFabric(hex, path("M-20 0H20L24 92Q2 100-20 92Z", darker(hex, .1))),
    line("M-20 66H23M-20 50H22", lighter(hex, .55), 6),
  );
}

/** Draws fabric with an edge of its own colour. */
export function drawFabric(hex: string, ...parts: readonly string[]): string {
  return edged(edgeOfFabric(hex), ...parts);
}

function edgeOfFabric(hex: string): string {
  return darker(hex, .3);
}

function design(place: Place, words: Design["words"], draw: Design["draw"], hex?: string): Design {
  return { place, words, draw, hex };
}
