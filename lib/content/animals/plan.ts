import { SIDE } from "@/lib/content/animals/shapes.ts";

/** An animal before it is drawn. Planning and describing it is cheap; drawing it is not, so that is done on demand. */
export interface AnimalPlan {
  /** The alternative text: `a cheerful ginger tabby cat with a blue scarf, sitting, on a mint background`. */
  readonly alt: string;
  /** Returns the picture as an SVG document. */
  draw(): string;
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
  draw: (look: Look) => string,
): AnimalPlan {
  let alt = "a ";
  for (const word of words) if (word !== "") alt += `${word} `;
  alt += kind + look.accessory.words + look.pose.words + look.background.words;
  return { alt, draw: () => toSvg(alt, draw(look)) };
}

/** Returns the SVG document of a drawing; its title is the text for screen readers. */
function toSvg(alt: string, drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}" role="img" ` +
    `stroke-linecap="round" stroke-linejoin="round"><title>${alt}</title>${drawing}</svg>`;
}
