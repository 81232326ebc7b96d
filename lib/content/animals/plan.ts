import { group, SIDE } from "@/lib/content/animals/shapes.ts";

/** An animal before it is drawn. Planning and describing it is cheap; drawing it is not, so that is done on demand. */
export interface AnimalPlan {
  /** The alternative text: `a cheerful ginger tabby cat with a blue scarf, sitting, on a mint background`. */
  readonly alt: string;
  /** Returns the picture as an SVG document: a square, or as wide as the preview of a link. */
  draw(isPreview?: boolean): string;
  /** Returns the same animal without its background. */
  withoutBackground(): AnimalPlan;
}

/** The layers of a drawing, the lowest first. */
export interface Layers {
  /** The colour of the background, the disc behind the animal, and the decorations. */
  readonly background: readonly [field: string, halo: string, decor: string];
  /** What the animal is on, which belongs to it: a branch. */
  readonly ground?: string;
  readonly animal: string;
  /** What is in front of the animal and belongs to the background: waves, bubbles. */
  readonly front?: string;
}

/** Prepends "a" or "an". */
export function withArticle(words: string): string {
  return ("aeiou".includes(words[0]!) ? "an " : "a ") + words;
}

/** The parts of the alternative text that every animal has. */
type DescribedLook = Readonly<Record<"accessory" | "pose" | "background", { readonly words: string }>>;

/** Plans an animal that looks like this; the words before its kind may be empty, and `draw` is called on demand. */
export function toPlan<Look extends DescribedLook>(
  kind: string,
  words: readonly string[],
  look: Look,
  draw: (look: Look) => Layers,
): AnimalPlan {
  let animal = "a ";
  for (const word of words) if (word !== "") animal += `${word} `;
  animal += kind + look.accessory.words + look.pose.words;
  const alt = animal + look.background.words;
  const withoutBackground = (): AnimalPlan => {
    // Without the water, a fish swims in nothing.
    const bareAlt = animal.replace(/ (in|out of)$/, "");
    return {
      alt: bareAlt,
      draw: (isPreview) => toSvg(bareAlt, { ...draw(look), background: ["", "", ""], front: "" }, isPreview),
      withoutBackground,
    };
  };
  return { alt, draw: (isPreview) => toSvg(alt, draw(look), isPreview), withoutBackground };
}

/** The part of the plane that is visible. That of a preview has exactly the ratio of 1200 × 630 pixels. */
const SQUARE_AREA = { x: 0, y: 0, width: SIDE, height: SIDE };
const PREVIEW_AREA = { x: -224, y: 4, width: 960, height: 504 };

/** Returns the SVG document of a drawing; its title is the text for screen readers. */
function toSvg(alt: string, layers: Layers, isPreview = false): string {
  const { background: [field, halo, decor], ground = "", animal, front = "" } = layers;
  const { x, y, width, height } = isPreview ? PREVIEW_AREA : SQUARE_AREA;
  // Mirrored at the left and right edge of the square, so that hills, waves and branches continue without a break.
  const scenery = field + decor + ground + front;
  const sides = isPreview
    ? group("matrix(-1 0 0 1 0 0)", scenery) + group(`matrix(-1 0 0 1 ${2 * SIDE} 0)`, scenery)
    : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" ` +
    `role="img" stroke-linecap="round" stroke-linejoin="round"><title>${alt}</title>` +
    `${sides}${field}${halo}${decor}${ground}${animal}${front}</svg>`;
}
